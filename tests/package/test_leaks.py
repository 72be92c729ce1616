"""The leak phase on what engines and providers really write: keys as they are issued, and honest text that comes near.

The golden cases have every listed name and every alternative of every pattern at its shortest. No secret is in this
file: every canary is put together when the test runs.
"""

from __future__ import annotations

import json
import random
import string
from pathlib import Path
from typing import Any

import pytest
from execution_provenance import validate
from exprov.contract.source import read_extra_leaks
from exprov.errors import SchemaError
from internals import Validator, leaks_of, program
from samples import SCHEMAS, single

CONTENT, MESSAGE = "leak/content-member", "leak/message"
CREDENTIAL, VALUE = "leak/credential-member", "leak/credential-value"


def mixed(length: int, seed: int = 7) -> str:
    """Letters and digits without meaning."""
    return "".join(random.Random(seed).choices(string.ascii_letters + string.digits, k=length))


def leaks(data: Any, **options: Any) -> list[tuple[str, str]]:
    """The leaks of any JSON value; a string is written as text first."""
    findings = validate(json.dumps(data) if isinstance(data, str) else data, **options)
    return [(finding.rule, finding.path) for finding in findings if finding.rule.startswith("leak/")]


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


@pytest.mark.parametrize(("id", "canary"), [(id, canary) for id, every in CANARIES.items() for canary in every])
def test_a_credential_is_found_and_never_repeated(id: str, canary: str) -> None:
    named = [finding for finding in validate(single(reportedModel=canary)) if finding.rule == VALUE]
    assert [(finding.path, id in finding.message) for finding in named] == [("/reportedModel", True)]
    for text in (canary, f"upstream said: {canary}\nand stopped", f'boom ("{canary}") again', f"\u00e9{canary}\u00e9"):
        assert leaks(single(x={"a/b": ["y", text]})) == [(VALUE, "/x/a~1b/1")]
        document = single(**{text: {"text": text}})
        assert leaks(document) == [(VALUE, ""), (CONTENT, ""), (VALUE, "")]
        carried = {"message": "", "provenance": document}
        assert leaks(carried, carrier="inderun-error") == [(rule, "/provenance") for rule, _ in leaks(document)]
        findings = validate(document)
        assert not any(canary in finding.message or canary in finding.path for finding in findings)


@pytest.mark.parametrize("text", HONEST)
def test_an_honest_string_is_no_credential(text: str) -> None:
    for _ in range(2):  # the second time from memory
        assert leaks(single(modelProfile=text, x=[text])) == []


def test_honest_names_are_no_leak() -> None:
    names = """inputTokens outputTokens totalTokens promptTokens tokenCount tokens responseMs responseTimeMs requestId
        runId durationMs textLength contentType bodyBytes messageCount completionTokens keyCount secretary passwordless
        cookieless tokenizer usage key id status code region retries __proto__ constructor toString""".split()
    assert [name for name in names if leaks(single(**{name: 12}, attempts=[{name: 12}]))] == []


def test_a_name_first_and_then_what_is_below_it_in_document_order() -> None:
    key = "gh" + "p_" + mixed(36)
    value: dict[str, object] = {
        "attempts": [{"message": key, "token": [key, {"prompt": "x"}]}, {"stack": {"detail": 1}}],
        "b": key,
        "content": {"a": {"~": key}},
        "password": 1,
    }
    assert leaks({"outcome": "completed", "provenance": value}, carrier="stream-terminal-outcome") == [
        (rule, f"/provenance{path}")
        for rule, path in (
            (MESSAGE, "/attempts/0/message"),
            (VALUE, "/attempts/0/message"),
            (CREDENTIAL, "/attempts/0/token"),
            (VALUE, "/attempts/0/token/0"),
            (CONTENT, "/attempts/0/token/1/prompt"),
            (MESSAGE, "/attempts/1/stack"),
            (MESSAGE, "/attempts/1/stack/detail"),
            (VALUE, "/b"),
            (CONTENT, "/content"),
            (VALUE, "/content/a/~0"),
            (CREDENTIAL, "/password"),
        )
    ]


def test_a_path_stops_above_a_name_that_is_itself_a_secret() -> None:
    key = "gh" + "p_" + mixed(36)
    found = leaks({"x": {key: {"prompt": 1, "y": [key]}, "z": key}})
    assert found == [(VALUE, "/x"), (CONTENT, "/x"), (VALUE, "/x"), (VALUE, "/x/z")]


def test_any_shape_and_depth() -> None:
    key = "gh" + "p_" + mixed(36)
    assert leaks(key) == [(VALUE, "")]
    assert leaks([1, key]) == [(VALUE, "/1")]
    harmless: list[Any] = [None, True, 1, 1.5, [], {}, "", [[{"a": {}}]]]
    assert [value for value in harmless if leaks(value)] == []
    deep: object = {"prompt": key}
    for level in range(20_000):
        deep = [deep] if level % 2 else {"a": deep}
    found = leaks_of(deep)
    assert [finding.rule for finding in found] == [CONTENT, VALUE]
    assert found[0].path == "/0/a" * 10_000 + "/prompt"


UNITS = ["sk-", "ey", "eyJa-", "eyJaaaaaaaaaaaa.", "Bearer ", "bearer a", "://", "://a:", "?key", "&", "-----BEGIN A "]
UNITS += ["%3F", "api_key=", "cookie: a=", "authorization: ", "SG.", "a", "\u0130", "A1 ", "hooks.slack.com/services/"]


@pytest.mark.parametrize("unit", UNITS)
def test_a_megabyte_that_comes_near_is_searched_in_linear_time(unit: str) -> None:
    """A quadratic search would take hours."""
    found = [finding.rule for finding in leaks_of(unit * (1_000_000 // len(unit)))]
    # Only repeated, this one has the shape of a JWT.
    assert found == ([VALUE] if unit == "eyJaaaaaaaaaaaa." else [])


def test_the_quick_look_never_hides_a_finding() -> None:
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

    for _ in range(1_000):
        sample = value(4)
        assert leaks_of(sample) == leaks_of(sample, thorough=True)


# --- a team's own names and patterns ----------------------------------------------------------------------------------

EXTRA = {
    "contentMembers": ["dossier"],
    "credentialSuffixes": ["pin"],
    "credentialValues": [
        {
            "id": "acme-key",
            "description": "a key of Acme",
            "pattern": "acme_([a-z0-9]{8,})",
            "keywords": ["acme_"],
        }
    ],
}


def test_a_team_adds_names_and_patterns() -> None:
    document = single(x={"dossier": "", "userPin": "", "prompt": "", "note": "acme_0a1b2c3d"})
    with_extra = Validator(program(), EXTRA).judge(document, None)
    assert {(one.rule, one.path) for one in with_extra if one.rule.startswith("leak/")} == {
        *((CONTENT, path) for path in ("/x/dossier", "/x/prompt")),
        *((CREDENTIAL, "/x/userPin"), (VALUE, "/x/note")),
    }
    assert leaks(document) == [(CONTENT, "/x/prompt")]


def test_what_a_team_adds_must_not_be_a_member_of_the_contract() -> None:
    with pytest.raises(ValueError, match="contentMembers: 'modelprofile' is the member 'modelProfile' of the contract"):
        Validator(program(), {"contentMembers": ["modelprofile"]})


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (EXTRA, ""),
        ({"redacted": {}}, "'redacted' is not allowed here; remove it: names and patterns can be added"),
        (
            {"contentMembers": ["userText"]},
            "contentMembers/0: 'userText' is not a name in the form .*; write it in lower",
        ),
        ({"credentialValues": [{"id": "a"}]}, "credentialValues/0: 'description', 'pattern', 'keywords' are missing"),
        (
            {"credentialValues": [{**EXTRA["credentialValues"][0], "pattern": r"(?=a)\d"}]},  # type: ignore[dict-item]
            "is not a pattern that every language reads alike; use literals",
        ),
    ],
)
def test_a_file_of_extra_leaks_is_checked(tmp_path: Path, content: Any, message: str) -> None:
    file = tmp_path / "leaks-extra.json"
    file.write_text(json.dumps(content), "utf-8")
    if not message:
        assert read_extra_leaks(file, SCHEMAS) == content
        return
    with pytest.raises(SchemaError, match=message):
        read_extra_leaks(file, SCHEMAS)
