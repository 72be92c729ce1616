"""The leak phase: exact findings for every pattern and name, and what must not be one.

No secret stands in this file: every canary is put together when the test runs.
"""

from __future__ import annotations

import json
import random
import string
import time
from pathlib import Path
from typing import Any

import pytest
from execution_provenance import Finding
from execution_provenance._leaks import CONTENT_MEMBER, CREDENTIAL_MEMBER, CREDENTIAL_VALUE, MESSAGE, LeakScanner
from execution_provenance._place import in_document_order
from execution_provenance._program import program
from execution_provenance._validator import validator

LEAKS: dict[str, Any] = json.loads(
    (Path(__file__).parents[1] / "schemas" / "1.0" / "leaks.json").read_text(encoding="utf-8")
)
SCANNER = validator().leaks
credential_in, normalise = SCANNER.credential_in, SCANNER.normalise

# Far above what a linear search of a megabyte takes, far below a quadratic one.
SECONDS = 10


def mixed(length: int, seed: int = 7) -> str:
    """Letters and digits without meaning."""
    return "".join(random.Random(seed).choices(string.ascii_letters + string.digits, k=length))


def record(**members: object) -> dict[str, object]:
    return {
        "schemaVersion": "1.0",
        "attemptCount": 1,
        "attempts": [{"providerId": "openai_compatible_cloud", "outcome": "succeeded"}],
        "fallbackOccurred": False,
        "locality": "cloud",
        "modelProfile": "auto",
        "providerId": "openai_compatible_cloud",
        "configuredModel": "example-large",
        "reportedModel": "example-large-2026-03-01",
        "routeRejections": [{"providerId": "edge_b", "reasonCodes": ["offline"]}],
    } | members


def scanner(**changed: object) -> LeakScanner:
    """A scanner with other tables."""
    return LeakScanner({**program()["leaks"], **changed}, lambda key, **values: key)


def scan(value: object, at: str = "", using: LeakScanner = SCANNER) -> list[Finding]:
    return in_document_order(using.scan(value, (None, at, 0) if at else None))


def found(value: object, at: str = "") -> list[tuple[str, str]]:
    findings = scan(value, at)
    assert all(finding.level == "writer" for finding in findings)
    return [(finding.rule, finding.path) for finding in findings]


B64 = "ey" + "J" + mixed(20)
CANARIES: dict[str, list[str]] = {
    "anthropic-key": ["sk-" + "ant-api03-" + mixed(93) + "AA", "sk-" + "ant-" + mixed(24)],
    "openai-key": [f"sk-{kind}-" + mixed(60) for kind in ("proj", "svcacct", "admin", "None")],
    "openrouter-key": ["sk-" + "or-v1-" + "0f" * 32],
    "sk-key": ["sk-" + mixed(48), "sk-" + "0f" * 16],
    "google-key": ["AI" + "za" + mixed(35), "AI" + "zaSy" + mixed(28) + "-_x"],
    "google-oauth-token": ["ya" + "29." + mixed(60)],
    "aws-access-key": [
        prefix + "Q7" * 8 for prefix in ("AK" + "IA", "AS" + "IA", "AB" + "IA", "AC" + "CA", "A3" + "TX")
    ],
    "github-token": [f"gh{kind}_" + mixed(36) for kind in "pousr"] + ["github" + "_pat_" + mixed(82)],
    "gitlab-token": [
        f"gl{kind}-" + mixed(26) for kind in ("pat", "ptt", "dt", "rt", "cbt", "ft", "soat", "imt", "agent")
    ]
    + [f"gl{kind}-" + mixed(64) for kind in ("oas", "ffct")],
    "slack-token": [f"xox{kind}-" + "1" * 11 + "-" + mixed(24) for kind in "abeoprs"] + ["xa" + "pp-1-" + mixed(40)],
    "slack-webhook": ["https://hooks.slack" + ".com/services/T0/" + mixed(40)],
    "huggingface-token": ["hf" + "_" + "aB" * 17, "api" + "_org_" + "aB" * 17],
    "groq-key": ["gs" + "k_" + mixed(52)],
    "xai-key": ["xa" + "i-" + mixed(80)],
    "replicate-token": ["r8" + "_" + mixed(37)],
    "perplexity-key": ["pp" + "lx-" + mixed(48)],
    "nvidia-key": ["nv" + "api-" + mixed(64)],
    "databricks-token": ["da" + "pi" + "0f" * 16],
    "stripe-key": [f"{kind}_{mode}_" + mixed(24) for kind in ("sk", "rk") for mode in ("live", "test", "prod")],
    "sendgrid-key": ["S" + "G." + mixed(22) + "." + mixed(43)],
    "npm-token": ["np" + "m_" + mixed(36)],
    "pypi-token": ["py" + "pi-AgEIcHlwaS5vcmc" + mixed(80)],
    "vault-token": ["hv" + "s." + mixed(95), "hv" + "b." + mixed(140)],
    "jwt": [f"{B64}.{B64}.{mixed(43)}", f"{B64}.{B64}.", f"{B64}..{mixed(16)}.{mixed(30)}.{mixed(22)}"],
    "private-key": [
        f"-----BEGIN {kind}PRIVATE" + " KEY" + block + "-----\n" + mixed(64)
        for kind in ("", "RSA ", "EC ", "OPENSSH ", "ENCRYPTED ")
        for block in ("", " BLOCK")
    ],
    "authorization": [
        "Bear" + "er " + mixed(24),
        "bear" + "er EXAMPLE-NOT-A-KEY",
        "BEAR" + "ER 0a1b2c3d",
        "Bear" + "er " + "canary" * 3,
        "Bas" + "ic " + "dXNlcjpwYXNz",
        "bas" + "ic dXNlcjpwYXNzdw==",
        "Author" + "ization: Bear" + "er short",
        '{"author' + 'ization": "Tok' + 'en abcdef"}',
    ],
    "cookie": ["Set-" + "Cookie: session=" + mixed(16), "coo" + "kie: a.b=" + mixed(8)],
    "secret-assignment": [
        "api" + "_key=" + mixed(16),
        "API" + "-KEY: " + mixed(16),
        '{"client' + '_secret":"' + mixed(12) + '"}',
        "pass" + "word=hunter2hunter",
        "{\\" + '"access' + "_token\\" + '": \\"' + mixed(20) + '\\"}',
    ],
    "url-user-information": [
        "https://" + "user:pass" + "@host.example/v1",
        "https://" + "token" + "@host.example",
        "failed: postgres://" + "u:p%40ss" + "@[::1]:5432/db",
    ],
    "url-query-key": [
        "404 for https://api.example.test/v1/models/x:generate?ke" + "y=EXAMPLE-NOT-A-KEY",
        *[
            f"https://h.example/x?a=1&{name}=" + "v"
            for name in "api_key apikey api-key token access_token sig signature X-Amz-Signature password secret code"
            " X-Goog-Signature client_secret subscription-key id_token refresh_token".split()
        ],
        "https://h.example/x?si" + "g=%2Babc",
        "https://h.example/cb#access" + "_token=abc",
        "u=https%3A%2F%2Fh.example%2F%3Fke" + "y%3Dabc",
    ],
}


def test_every_pattern_has_a_canary() -> None:
    assert sorted(CANARIES) == sorted(value["id"] for value in LEAKS["credentialValues"])


@pytest.mark.parametrize(("id", "canary"), [(id, canary) for id, every in CANARIES.items() for canary in every])
def test_a_credential_is_found_wherever_a_string_stands(id: str, canary: str) -> None:
    alone = scanner(values=[value for value in LEAKS["credentialValues"] if value["id"] == id])
    assert alone.credential_in(canary) == id
    assert alone.credential_in(f'boom ("{canary}") again') == id
    for text in (canary, f"upstream said: {canary}\nand stopped", f"\u00e9{canary}\u00e9"):
        assert credential_in(text) is not None
        assert found(record(reportedModel=text)) == [(CREDENTIAL_VALUE, "/reportedModel")]
        assert found(record(extra={"a/b": ["x", text]})) == [(CREDENTIAL_VALUE, "/extra/a~1b/1")]
        findings = scan(record(**{text: {"text": text}}), "provenance")
        assert [(f.rule, f.path) for f in findings] == [
            (CREDENTIAL_VALUE, "/provenance"),
            (CONTENT_MEMBER, "/provenance"),
            (CREDENTIAL_VALUE, "/provenance"),
        ]
        assert not any(canary in f.message or canary in f.path for f in findings)


HONEST = [
    "openai_compatible_cloud",
    "example-large-2026-03-01",
    "sk-mini",
    "sk-large-instruct-2026-03-01-preview",
    "task-scheduler-abcdefghijklmnopqrstuvwx",
    "3f2b8a4e-9c1d-4e5f-8a7b-0123456789ab",
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "da39a3ee5e6b4b0d3255bfef95601890afd80709",
    "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=",
    "gpt-4o",
    "gpt-4o-mini-2024-07-18",
    "claude-sonnet-4-5-20250929",
    "anthropic.claude-3-5-sonnet-20241022-v2:0",
    "arn:aws:bedrock:us-east-1::foundation-model/anthropic.claude-v2",
    "models/gemini-2.5-pro",
    "meta-llama/Llama-3.3-70B-Instruct",
    "hf_inference_endpoint",
    "xai-grok-4-fast-reasoning",
    "pplx-70b-online",
    "r8_large",
    "npm_client",
    "gsk_provider_for_everything",
    "ASIA_PACIFIC_REGION_1",
    "asia-northeast1-aiplatform",
    "SG.region.1",
    "https://api.example.test/v1/models/x:generate",
    "https://api.example.test/v1?alt=sse&key=",
    "https://api.example.test/v1?keyword=x&tokens=12&encode=1",
    "https://api.example.test/v1?key=***&token=<redacted>&sig=[REDACTED]&secret={secret}&code=$CODE",
    "https://api.example.test/v1/users/@me",
    "see https://api.example.test or write to a@b.example",
    "a@b.example",
    "Bearer authentication is not supported",
    'Bearer authorization_uri="x"',
    "Bearer ***",
    "Authorization: Bearer [REDACTED]",
    "authorization: required",
    "Basic authentication",
    "basic",
    "bearer",
    "password: required",
    "api_key: missing",
    "token budget exceeded: 4096",
    "-----BEGIN PUBLIC KEY-----",
    "-----BEGIN CERTIFICATE-----",
    "eyJ.eyJ.x",
    "eyebrow-service.production.us-east-1-cluster.example.internal-network",
    "keyboard.eyelash.example",
    "01ASIAKQ7F3Z5V8B2N4M6P0R1T",
    "",
    " ",
]


@pytest.mark.parametrize("text", HONEST)
def test_an_honest_string_is_no_credential(text: str) -> None:
    assert credential_in(text) is None
    assert credential_in(text) is None  # from memory
    assert found(record(modelProfile=text, extra=[text])) == []


def test_a_normal_record_has_no_leak() -> None:
    assert found(record()) == []


@pytest.mark.parametrize("name", LEAKS["credentialMembers"])
def test_credential_names(name: str) -> None:
    assert found(record(**{name: 1})) == [(CREDENTIAL_MEMBER, f"/{name}")]
    assert found(record(x=[{name: None}])) == [(CREDENTIAL_MEMBER, f"/x/0/{name}")]


@pytest.mark.parametrize("suffix", LEAKS["credentialSuffixes"])
def test_credential_suffixes(suffix: str) -> None:
    assert found(record(**{f"my_Cloud-{suffix.upper()}": ""})) == [(CREDENTIAL_MEMBER, f"/my_Cloud-{suffix.upper()}")]
    assert found(record(**{f"{suffix}Count": 1})) == []


@pytest.mark.parametrize("name", LEAKS["contentMembers"])
def test_content_names(name: str) -> None:
    assert found(record(**{name: 1})) == [(CONTENT_MEMBER, f"/{name}")]
    assert found(record(routeRejections=[{"x": {name: []}}])) == [(CONTENT_MEMBER, f"/routeRejections/0/x/{name}")]


@pytest.mark.parametrize("name", LEAKS["messageMembers"])
def test_message_names_count_below_attempts_and_rejections_only(name: str) -> None:
    rule = CONTENT_MEMBER if name in LEAKS["contentMembers"] else MESSAGE
    elsewhere = [(CONTENT_MEMBER, f"/{name}")] if rule == CONTENT_MEMBER else []
    assert found(record(**{name: "x"})) == elsewhere
    assert found(record(attempts=[{name: "x"}])) == [(rule, f"/attempts/0/{name}")]
    assert found(record(attempts=[[], [{"x": {name: "x"}}]])) == [(rule, f"/attempts/1/0/x/{name}")]
    assert found(record(routeRejections=[{name: "x"}])) == [(rule, f"/routeRejections/0/{name}")]
    assert found(record(attempts={"x": {name: "x"}})) == [(rule, f"/attempts/x/{name}")]
    if rule == MESSAGE:
        assert found(record(extra={"attempts": [{name: "x"}]})) == []


@pytest.mark.parametrize(
    "name", ["system_prompt", "System-Prompt", "SYSTEM.PROMPT", "system prompt", "gen_ai.input.messages", "toolCalls"]
)
def test_names_are_compared_without_case_and_separators(name: str) -> None:
    assert found({name: 1}) == [(CONTENT_MEMBER, f"/{name}")]


@pytest.mark.parametrize(
    "name",
    "inputTokens outputTokens totalTokens promptTokens tokenCount tokens responseMs responseTimeMs requestId runId"
    " durationMs textLength contentType bodyBytes messageCount completionTokens keyCount secretary passwordless"
    " cookieless tokenizer usage key id status code region retries __proto__ constructor toString".split(),
)
def test_honest_names_are_no_leak(name: str) -> None:
    assert found(record(**{name: 12}, attempts=[{name: 12}])) == []


def test_known_members_are_never_reported_for_their_name() -> None:
    assert scan({"output": "x", "token": {"output": 1}}, using=scanner(knownMembers=["output", "token"])) == []


def test_one_finding_for_a_name_then_the_strings_inside_in_document_order() -> None:
    key = "gh" + "p_" + mixed(36)
    value: dict[str, object] = {
        "attempts": [{"message": key, "token": [key, {"prompt": "x"}]}, {"stack": {"detail": 1}}],
        "b": key,
        "content": {"a": {"~": key}},
        "password": 1,
    }
    assert found(value, "provenance") == [
        (MESSAGE, "/provenance/attempts/0/message"),
        (CREDENTIAL_VALUE, "/provenance/attempts/0/message"),
        (CREDENTIAL_MEMBER, "/provenance/attempts/0/token"),
        (CREDENTIAL_VALUE, "/provenance/attempts/0/token/0"),
        (CONTENT_MEMBER, "/provenance/attempts/0/token/1/prompt"),
        (MESSAGE, "/provenance/attempts/1/stack"),
        (MESSAGE, "/provenance/attempts/1/stack/detail"),
        (CREDENTIAL_VALUE, "/provenance/b"),
        (CONTENT_MEMBER, "/provenance/content"),
        (CREDENTIAL_VALUE, "/provenance/content/a/~0"),
        (CREDENTIAL_MEMBER, "/provenance/password"),
    ]


def test_a_path_stops_above_a_name_that_is_itself_a_secret() -> None:
    key = "gh" + "p_" + mixed(36)
    assert found({"x": {key: {"prompt": 1, "y": [key]}, "z": key}}) == [
        (CREDENTIAL_VALUE, "/x"),
        (CONTENT_MEMBER, "/x"),
        (CREDENTIAL_VALUE, "/x"),
        (CREDENTIAL_VALUE, "/x/z"),
    ]


def test_any_shape_and_depth() -> None:
    key = "gh" + "p_" + mixed(36)
    assert found(key) == [(CREDENTIAL_VALUE, "")]
    assert found([1, key]) == [(CREDENTIAL_VALUE, "/1")]
    harmless: list[object] = [None, True, 1, 1.5, [], {}, "", [[{"a": {}}]]]
    assert [value for value in harmless if found(value)] == []
    deep: object = {"prompt": key}
    for level in range(20_000):
        deep = [deep] if level % 2 else {"a": deep}
    findings = scan(deep)
    assert [finding.rule for finding in findings] == [CONTENT_MEMBER, CREDENTIAL_VALUE]
    assert findings[0].path == "/0/a" * 10_000 + "/prompt"


def test_the_lists_are_normalised_sorted_and_free_of_duplicates() -> None:
    for member in ("contentMembers", "messageMembers", "credentialMembers", "credentialSuffixes"):
        names = LEAKS[member]
        assert names == sorted({normalise(name) for name in names})
    assert not set(LEAKS["contentMembers"]) & set(LEAKS["credentialMembers"])


@pytest.mark.parametrize(
    "unit",
    [
        *(
            "sk-",
            "ey",
            "eyJa-",
            "eyJaaaaaaaaaaaa.",
            "Bearer ",
            "bearer a",
            "://",
            "://a:",
            "?key",
            "&",
            "-----BEGIN A ",
        ),
        *("%3F", "api_key=", "cookie: a=", "authorization: ", "SG.", "a", "\u0130", "A1 ", "hooks.slack.com/services/"),
    ],
)
def test_cost_is_linear(unit: str) -> None:
    text = unit * (1_000_000 // len(unit))
    start = time.perf_counter()
    SCANNER.credential_in(text)
    assert time.perf_counter() - start < SECONDS


def test_the_quick_look_never_hides_a_finding() -> None:
    class Thorough(LeakScanner):
        def _is_clean(self, value: object) -> bool:
            return False

    thorough = Thorough(program()["leaks"], lambda key, **values: key)
    texts = [*HONEST, *(canary for every in CANARIES.values() for canary in every)]
    names = ["attempts", "routeRejections", "providerId", "x", "message", "prompt", "apiKey", texts[-1]]
    chance = random.Random(2)

    def value(depth: int) -> object:
        kind = chance.randrange(2 if depth == 0 else 5)
        if kind == 0:
            return chance.choice(texts)
        if kind == 1:
            return chance.choice([None, True, 1, 1.5])
        if kind == 2:
            return [value(depth - 1) for _ in range(chance.randrange(3))]
        return {name: value(depth - 1) for name in chance.sample(names, chance.randrange(4))}

    for _ in range(5_000):
        sample = value(4)
        quick, slow = scan(sample, "p", scanner()), scan(sample, "p", thorough)
        assert quick == slow
