"""The leak phase: every listed name, other spellings, the shape of every credential, and what is not a leak.

Every value is a canary put together here; none is or was a secret.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from exprov.program.model import Program
from exprov.suite import documents as d
from exprov.suite.cases import Case, Row, SuiteError, group, row
from exprov.suite.edits import compact, escape
from exprov.suite.value_faults import faults

# fmt: off
CONTENT, MESSAGE = "leak/content-member", "leak/message"
CREDENTIAL, VALUE = "leak/credential-member", "leak/credential-value"
UNKNOWN, TWICE, LONE = "schema/unknown-member", "json/duplicate-member", "json/lone-surrogate"
_C = "CANARY0IS0NO0REAL0SECRET0"
KEY, NAME, BEARER = f"sk-{_C}", f"sk-ant-{_C}", f"Bearer {_C}"
_NAMES = """api_key api-key apikey access_key account_key secret_key secret-key subscription-key client_secret
    clientSecret access_token access-token refresh_token auth_token password passwd pwd"""
_QUERIES = """key api_key apikey token access_token sig signature auth password secret client_secret code session jwt
    X-Amz-Signature"""

# Shape id of leaks.json -> texts that have the shape. A shape without an entry stops the build.
VALUES: dict[str, tuple[str, ...]] = {
    "anthropic-key": (NAME, "sk-ant-api03-CANARY_is-no_real-secret", f"key: {NAME}."),
    "openai-key": (f"sk-proj-{_C}", f"sk-svcacct-{_C}", f"sk-admin-{_C}", f"sk-None-{_C}"),
    "openrouter-key": (f"sk-or-v1-{_C}", f"sk-or-{_C}"),
    "sk-key": (KEY, f"sk-{_C[:20]}", f"({KEY})", f"%3D{KEY}", f"\\n{KEY}"),
    "google-key": (f"AIza{_C}{_C[:10]}", f"AIza{_C}{_C[:5]}"),
    "google-oauth-token": (f"ya29.{_C}",),
    "aws-access-key": tuple(f"{one}CANARY0NO0SECRET" for one in "AKIA ASIA ABIA ACCA A3TX".split()),
    "bedrock-key": (f"ABSK{_C}{_C}", f"bedrock-api-key-{_C}"),
    "github-token": (*(f"gh{one}_{_C}" for one in "pousr"), f"github_pat_{_C}"),
    "gitlab-token": tuple(f"gl{one}-{_C}" for one in "pat ptt dt rt cbt ft soat imt agent oas ffct".split()),
    "slack-token": (*(f"xox{one}-{_C}" for one in "abeoprs"), f"xapp-1-{_C}"),
    "slack-webhook": tuple(f"https://hooks.slack.com/{one}/{_C}" for one in ("services", "workflows", "triggers")),
    "teams-webhook": (f"https://x.webhook.office.com/webhookb2/{_C}@{_C}/IncomingWebhook/" + "canary0" * 3,),
    "huggingface-token": (f"hf_{_C}{_C}", f"api_org_{_C}{_C}"),
    "groq-key": (f"gsk_{_C}",),
    "xai-key": (f"xai-{_C}",),
    "replicate-token": (f"r8_{_C}",),
    "perplexity-key": (f"pplx-{_C}",),
    "nvidia-key": (f"nvapi-{_C}",),
    "langfuse-key": (f"sk-lf-{_C}",),
    "helicone-key": (f"sk-helicone-{_C}",),
    "langsmith-key": (f"lsv2_pt_{_C}", f"lsv2_sk_{_C}"),
    "vercel-key": (f"vck_{_C}",),
    "cerebras-key": (f"csk-{_C}",),
    "fireworks-key": (f"fw_{_C}",),
    "together-key": (f"tgp_v1_{_C}",),
    "databricks-token": ("dapi" + "0123456789abcdef" * 2,),
    "stripe-key": tuple(f"{kind}_{mode}_{_C}" for kind in ("sk", "rk") for mode in ("test", "live", "prod")),
    "sendgrid-key": (f"SG.{_C}.{_C}",),
    "npm-token": (f"npm_{_C}{_C[:11]}",),
    "pypi-token": (f"pypi-AgE{_C}{_C}",),
    "vault-token": (f"hvs.{_C}", f"hvb.{_C}"),
    "azure-client-secret": (f"a.~8Q~{_C}",),
    "service-token": (f"lin_api_{_C}", f"ntn_{_C}", f"shpat_{'0c' * 10}"),
    "jwt": (f"eyJ{_C}.eyJ{_C}.{_C}", f"eyA{_C}.eyA{_C}.{_C}", f"eyJ{_C}..{_C}.{_C}.{_C}"),
    "private-key": tuple(f"-----BEGIN {kind}-----" for kind in (
        "PRIVATE KEY", "RSA PRIVATE KEY", "OPENSSH PRIVATE KEY", "PGP PRIVATE KEY BLOCK", "ENCRYPTED PRIVATE KEY",
    )),
    "authorization": (
        BEARER, f"bearer {_C}", f"Basic {_C}", "Basic Q0FOQVJZOm5vcGU=",
        *(f"Authorization: {scheme} {_C}" for scheme in "Bearer Token Digest Negotiate ApiKey".split()),
    ),
    "cookie": (f"Cookie: session={_C}", f"Set-Cookie: id={_C}"),
    "secret-assignment": (*(f"{name}={_C}" for name in _NAMES.split()), f'{{"apiKey": "{_C}"}}', f"password : {_C}"),
    "url-user-information": (
        "https://user:CANARY@example.com/", "postgres://CANARY@db.example/x", "https://u:p@[::1]/",
    ),
    "url-query-key": (
        *(f"https://example.com/v1?{name}=CANARY" for name in _QUERIES.split()),
        "https://example.com/v1?a=b&key=CANARY", "https://example.com/v1%3Fkey%3DCANARY",
        "https://example.com/#token=CANARY",
    ),
}
# What looks like a credential and is not one.
_HARMLESS = {
    "sk-too-short": f"sk-{_C[:19]}", "sk-within-a-word": f"risk-{_C[:19]}", "sk-after-a-letter": f"tsk-{_C}",
    "model-name": "claude-sonnet-4-5-20250929", "model-path": "meta-llama/Llama-3.1-8B-Instruct",
    "model-of-hugging-face": "hf_model_small", "uuid": "01234567-89ab-cdef-0123-456789abcdef",
    "sha-256": "0123456789abcdef" * 4, "bearer-alone": "Bearer", "bearer-of-news": "bearer of news",
    "basic-model": "basic model", "aws-too-short": "AKIACANARY0NO0SECRE", "aws-too-long": "AKIACANARY0NO0SECRET0",
    "aws-lower-case": "akiacanary0no0secret", "jwt-one-part": f"eyJ{_C}", "public-key": "-----BEGIN PUBLIC KEY-----",
    "url": "https://example.com/v1/models?limit=20", "url-with-port": "https://example.com:8443/v1",
    "mail-address": "someone@example.com", "url-key-empty": "https://example.com/v1?key=",
    "url-key-placeholder": "https://example.com/v1?key=$KEY", "password-word": "password reset",
    "token-count": "token_count=4096", "github-short": "ghp_small",
    "databricks-capital": "dapi" + "0123456789ABCDEF" * 2,
}
# Other spellings of listed names: normalisation lowers ASCII letters and drops _ - . and spaces.
_SPELLINGS = {
    CONTENT: "Prompt|PROMPT|system_prompt|system-prompt|systemPrompt|System.Prompt|raw response|gen_ai.prompt"
    "|__prompt__|toolCalls|request_body",
    CREDENTIAL: "API_KEY|api-key|apiKey|X-Api-Key|Set-Cookie|Proxy-Authorization|my_provider_api_key|openaiApiKey"
    "|db.password|OAuth.Access.Token|CLIENT_SECRET",
    MESSAGE: "Message|errorMessage|error_message|error-message|Stack Trace|status.text|REASON",
}
# Names that come near and are not a leak.
_HARMLESS_NAMES = """inputTokens output_tokens tokenCount promptTokens responseMs contentType textLength keyId secretary
    passwordless authority cookieless tokens messageCount reasonCode x"""
add, put, model = d.FALLBACK.add, d.FALLBACK.set, partial(d.ONE.set, "/configuredModel")


def cases(program: Program) -> list[Case | Row]:
    listed = group("leaks", _names(program), _values(program), CASES)
    return [*listed, *group("leaks", _shapes(program, {one.case().data for one in listed}))]


def _names(program: Program) -> Iterator[Row]:
    leaks = program.leaks

    def rule(name: str) -> str:
        if name in leaks.credential_members or name.endswith(leaks.credential_suffixes):
            return CREDENTIAL
        return CONTENT if name in leaks.content_members else MESSAGE

    def member(slug: str, title: str, name: str, rule: str, parent: str = "") -> Row:
        return row(slug, title, add(f"{parent}/{escape(name)}", "CANARY"), rule, UNKNOWN, tags=())

    for name in leaks.content_members:
        yield member(f"content-member.{name}", f"a member named {name} holds content", name, rule(name))
    for name in leaks.message_members:
        yield member(f"message.{name}", f"free text named {name} on an attempt", name, rule(name), "/attempts/0")
    for name in leaks.credential_members:
        yield member(f"credential-member.{name}", f"a member named {name} holds a credential", name, CREDENTIAL)
    for suffix in leaks.credential_suffixes:
        yield member(f"credential-suffix.{suffix}", f"a name that ends in {suffix}", f"zz{suffix}", CREDENTIAL)
    for found, names in _SPELLINGS.items():
        for index, name in enumerate(names.split("|")):
            slug, title = f"spelling.{found[5:]}-{index}", f"another spelling of a listed name: {name}"
            yield member(slug, title, name, found, "/routeRejections/0" if found == MESSAGE else "")
    for index, name in enumerate(_HARMLESS_NAMES.split()):
        yield row(f"harmless-name.{index}", f"{name} is not a leak", add(f"/{name}", 7), UNKNOWN)


def _values(program: Program) -> Iterator[Row]:
    for value in program.leaks.values:
        if value.id not in VALUES:
            raise SuiteError(f"leaks.value.{value.id}", "the shape has no canary; add some to VALUES")
        for index, text in enumerate(VALUES[value.id]):
            title = f"a string with the shape of {value.description}"
            yield row(f"value.{value.id}.{index}", title, model(text), VALUE)
    for slug, text in _HARMLESS.items():
        yield row(f"harmless-value.{slug}", "a string without the shape of a credential", model(text))


def _shapes(program: Program, there: set[bytes]) -> Iterator[Row]:
    """Each alternative of each pattern, each least length, and one character below it."""
    for value in program.leaks.values:
        for fault in faults(value, program.leaks.values):
            data = compact({**d.ONE.value, "configuredModel": fault.text})
            if fault.text is None or data in there:
                continue
            there.add(data)
            # An identifier must not have the tab between two words.
            findings = [VALUE] * fault.is_leak + ["schema/identifier-text"] * ("\t" in fault.text)
            title = f"the shape of {value.description}: {fault.title}"
            yield row(f"shape.{value.id}.{fault.slug}", title, model(fault.text), *findings, tags=())


CASES: list[Row] = []
CASES += group("place", VALUE,
    row("model-profile", "a credential in /modelProfile", put("/modelProfile", KEY)),
    row("reported-model", "a credential in /reportedModel", put("/reportedModel", KEY)),
    row("attempted-provider", "a credential in /attempts/0/providerId", put("/attempts/0/providerId", KEY)),
    row("rejected-provider", "a credential in /routeRejections/0/providerId",
        put("/routeRejections/0/providerId", KEY)),
    row("target", "a credential as the target, which then differs from the attempted provider",
        put("/providerId", KEY), "rule/provider-is-last-attempted"),
    row("error-class", "a credential as an errorClass, whose pattern it does not match",
        put("/attempts/0/errorClass", KEY), "schema/pattern"),
    row("reason-code", "a credential as a reason code", put("/routeRejections/0/reasonCodes/0", KEY), "schema/pattern"),
    row("locality", "a credential as the locality", put("/locality", KEY), "schema/enum"),
)
CASES += group("place", UNKNOWN,
    row("unknown-member", "a credential in an unknown member", add("/x", KEY), VALUE),
    row("deep", "a credential deep in an unknown member", add("/x", {"y": [{"z": [KEY]}]}), f"{VALUE} /x/y/0/z/0"),
    row("deep-name", "a name for a credential, deep in an unknown member",
        add("/x", {"y": [{"apiKey": 7}]}), f"{CREDENTIAL} /x/y/0/apiKey"),
    row("deep-content", "a name for content, deep in an unknown member",
        add("/x", {"y": [{"prompt": None}]}), f"{CONTENT} /x/y/0/prompt"),
    row("content-in-attempt", "a name for content on an attempt", add("/attempts/1/response", {}), CONTENT),
    row("credential-in-rejection", "a credential's name on a rejection",
        add("/routeRejections/0/token", True), CREDENTIAL),
    row("message-in-rejection", "free text on a rejection", add("/routeRejections/0/message", "CANARY"), MESSAGE),
    row("message-deep-in-attempt", "free text deep in an attempt",
        add("/attempts/0/x", [{"detail": "CANARY"}]), f"{MESSAGE} /attempts/0/x/0/detail"),
    row("message-on-the-record", "a message on the record itself is not a leak", add("/note", "CANARY")),
    row("message-in-unknown", "a message in an unknown member is not a leak", add("/x", {"detail": "CANARY"})),
    row("known-name-elsewhere", "a known name elsewhere is not a leak", add("/attempts/0/reasonCodes", [])), tags=(),
)
CASES += group("place",
    row("name-and-value", "a name for a credential, and a credential", add("/apiKey", KEY), CREDENTIAL, VALUE, UNKNOWN),
    row("content-within-content", "content within content is reported twice",
        add("/request", {"body": {}}), CONTENT, f"{CONTENT} /request/body", UNKNOWN),
    row("in-a-wrong-record", "an invalid record does not hide a leak",
        put("/attempts", {"prompt": "CANARY"}), "schema/type", f"{CONTENT} /attempts/prompt"),
    row("in-no-record", "an array instead of a record does not hide a leak",
        put("", [{"apiKey": "CANARY"}]), "schema/type", f"{CREDENTIAL} /0/apiKey"),
    row("bare-string", "a bare string with the shape of a credential", put("", KEY), "schema/type", VALUE),
)
CASES += group("carrier",
    row("own-text", "a carrier's own text is not examined", d.RESULT.set("/output/text", BEARER)),
    row("own-member", "an unknown member of a carrier itself is not examined", d.RESULT.add("/prompt", KEY), UNKNOWN),
    row("in-the-record", "content in a carrier's record",
        d.RESULT.add("/provenance/prompt", "CANARY"), CONTENT, UNKNOWN, tags=()),
    row("message-in-the-record", "free text on an attempt of a carrier's record",
        d.RESULT.add("/provenance/attempts/0/message", "CANARY"), MESSAGE, UNKNOWN, tags=()),
    row("value-in-the-record", "a credential in a carrier's record",
        d.RESULT.set("/provenance/modelProfile", KEY), VALUE),
    row("error-message", "an error's own message is not examined", d.ERROR.set("/message", BEARER)),
    row("error-details", "details are not examined", d.ERROR.set("/details", {"apiKey": KEY, "prompt": "CANARY"})),
    row("error-record", "a credential in an error's record",
        d.ERROR.add("/provenance/apiKey", 7), CREDENTIAL, UNKNOWN, tags=()),
    row("record-in-the-error",
        "content in the record of the error in a stream's outcome, which then differs from the outer one",
        d.STREAM_ERROR.add("/error/provenance/prompt", "CANARY"), CONTENT, UNKNOWN,
        "carrier/same-provenance /error/provenance"),
    *(row(base.name, f"content in the record of a {base.name}",
          base.add("/provenance/prompt", "CANARY"), CONTENT, UNKNOWN, tags=())
      for base in (d.COMPLETED, d.STREAM_CANCELLED, d.BARE_ERROR)),
    row("other-version", "a carrier of another version does not hide a leak of its record",
        d.RESULT.set("", {"schemaVersion": "2.0", "provenance": {"schemaVersion": "2.0", "apiKey": 7}}),
        "schema/unknown-version /schemaVersion", f"{CREDENTIAL} /provenance/apiKey"),
)

# Names that an engine finds if it lowers letters beyond ASCII, folds compatible characters, or removes more than
# _ - . and the space.
_NEAR_NAMES = {
    "kelvin-sign": "api\u212aey", "long-s": "finalTe\u017ft", "ligature": "\ufb01naltext",
    "full-width-letter": "\uff50rompt", "slash": "prompt/", "colon": "prompt:", "dollar": "$prompt",
    "no-break-space": "prompt\u00a0", "tab": "pro\tmpt", "zero-width-space": "pro\u200bmpt", "bracket": "prompt[0]",
}
CASES += group("near-name", UNKNOWN,
    *(row(slug, f"{name!a} is another name: only ASCII case, _ - . and the space are ignored",
          add(f"/{escape(name)}", 7))
      for slug, name in _NEAR_NAMES.items()),
    *(row(f"on-an-attempt.{slug}", f"{name} on an attempt: only whole names are compared",
          add(f"/attempts/0/{name}", "offline"))
      for slug, name in (("last-error", "lastError"), ("reason-codes", "reason_codes"), ("message-id", "messageId"))),
)
CASES += group("any-value", UNKNOWN,
    *(row(slug, f"a name is reported whatever its value is: {path[1:]}", add(path, value), rule)
      for slug, path, value, rule in (
        ("content-empty", "/prompt", "", CONTENT),
        ("content-false", "/prompt", False, CONTENT),
        ("credential-empty", "/apiKey", "", CREDENTIAL),
        ("message-number", "/attempts/0/message", 7, MESSAGE),
        ("message-null", "/attempts/1/message", None, MESSAGE),
        ("message-object", "/attempts/0/error", {"x": 1}, MESSAGE),
        ("message-array", "/routeRejections/0/details", [], MESSAGE),
    )), tags=(),
)
_TWELVE_DEEP: Any = {"prompt": 1}
for _ in range(11):
    _TWELVE_DEEP = {"y": _TWELVE_DEEP}
CASES += group("place", UNKNOWN,
    row("array-in-array", "a credential in an array within an array", add("/x", [[KEY]]), f"{VALUE} /x/0/0"),
    row("third-item", "a credential as the third item of an array", add("/x", [1, "a", KEY]), f"{VALUE} /x/2"),
    row("every-item", "every item is examined", add("/x", [KEY, "a", KEY]), f"{VALUE} /x/0", f"{VALUE} /x/2"),
    row("twelve-deep", "content twelve objects deep", add("/x", _TWELVE_DEEP), f"{CONTENT} /x{'/y' * 11}/prompt"),
    row("after-long-text", "a credential after 1,200 other characters", add("/x", f"{'a b ' * 300}{BEARER}"), VALUE),
    row("before-long-text", "a credential before 1,200 other characters", add("/x", f"{BEARER}{' a b' * 300}"), VALUE),
    row("second-line", "a credential in the second line of a text", add("/x", f"a\n{BEARER}"), VALUE),
    row("name-with-slash", "content below a name that needs escapes in a pointer",
        add("/x", {"a/b~c": {"prompt": 1}}), f"{CONTENT} /x/a~1b~0c/prompt"),
    row("below-a-credential-as-a-name",
        "a leak below a name with the shape of a credential is reported at the parent of that name",
        add("/x", {NAME: {"prompt": 1, "y": BEARER}}), VALUE, CONTENT),
    row("two-credentials-as-names",
        "two names with the shape of a credential in one object are reported once, at their parent",
        add("/x", {NAME: 1, KEY: 2}), VALUE),
    row("message-below-attempts", "message below a member of another name", add("/x", {"attempts": [{"message": 1}]})),
    row("message-below-rejections", "reason below a member of another name",
        add("/x", {"routeRejections": {"reason": 1}})), tags=("two-findings",),
)
CASES += group("place",
    row("content-in-messages", "content in a list of messages: both names are reported",
        add("/messages", [{"content": "CANARY"}]), CONTENT, f"{CONTENT} /messages/0/content", UNKNOWN),
    row("message-on-the-second-attempt", "free text on the second attempt",
        add("/attempts/1/detail", "CANARY"), MESSAGE, UNKNOWN, tags=()),
)
CASES += [
    row("value.letter-beyond-ascii", "user information of a URL with a letter beyond ASCII",
        model("https://\u00e9:p@example.com/"), VALUE),
    row("place.first-of-two-values", "a member is repeated, and the first value has the shape of a credential",
        d.ONE.write("/attemptCount", f'1,"x":"{KEY}","x":1', "a member twice, first with a credential"),
        f"{TWICE} /x", f"{VALUE} /x"),
]
_CONTENT, _HELD = {"prompt": 1}, '"provenance":{"schemaVersion":"1.0","attemptCount":2'
CASES += group("carrier",
    row("record-is-a-string", "a string with the shape of a credential instead of the record",
        d.RESULT.set("/provenance", KEY), "schema/type", VALUE),
    row("record-is-an-array", "content in an array instead of the record",
        d.RESULT.set("/provenance", [_CONTENT]), "schema/type", f"{CONTENT} /provenance/0/prompt"),
    row("record-of-another-version", "content in a record of another version",
        d.RESULT.set("/provenance", {"schemaVersion": "2.0", "prompt": 1}),
        "schema/unknown-version /provenance/schemaVersion", f"{CONTENT} /provenance/prompt"),
    row("repeated-member", "a repeated member of the record does not hide content",
        d.RESULT.edit(_HELD, f'{_HELD},"attemptCount":2,"prompt":1', "a member twice, and content"),
        f"{TWICE} /provenance/attemptCount", f"{CONTENT} /provenance/prompt"),
    row("final-text", "the final text of a stream is not examined", d.COMPLETED.set("/finalText", KEY)),
    row("partial-text", "the text of a cancelled stream is not examined", d.STREAM_CANCELLED.set("/partialText", KEY)),
    row("message-of-the-error-within", "the message of the error in a stream's outcome is not examined",
        d.BARE_ERROR.set("/error/message", BEARER)),
    row("run-id", "the id of a run is not examined", d.RESULT.set("/runId", KEY)),
    row("telemetry", "an unknown member of telemetry is not examined", d.RESULT.add("/telemetry/apiKey", KEY), UNKNOWN),
    row("provenance-elsewhere", "a member called provenance in an unknown member is not the record",
        d.RESULT.add("/futureMember", {"provenance": _CONTENT}), UNKNOWN),
    row("provenance-in-details", "a member called provenance in the details of an error is not the record",
        d.ERROR.add("/details/provenance", {"apiKey": 1})),
    row("error-in-a-result", "error is an unknown member of a result and is not examined",
        d.RESULT.add("/error", {"provenance": _CONTENT}), UNKNOWN),
    row("error-in-an-error", "error is an unknown member of an error and is not examined",
        d.ERROR.add("/error", {"provenance": _CONTENT}), UNKNOWN),
    row("error-of-another-version", "an error of another version does not hide a leak of its record",
        d.BARE_ERROR.set("/error", {"schemaVersion": "2.0", "provenance": _CONTENT}),
        "schema/unknown-version /error/schemaVersion", f"{CONTENT} /error/provenance/prompt"),
)

# No path of any phase runs through a name that has the shape of a credential: it ends at the parent of that name.
CASES += group("secret-name",
    *(row(slug, f"the name of a member has the shape of a credential: {title}",
          d.FALLBACK.write("/attemptCount", f"2,{text}", f"a name with the shape of a credential: {title}"),
          f"{rule} {path}", f"{VALUE} {path}")
      for slug, title, text, rule, path in (
        ("twice", "the name is repeated", f'"{NAME}":1,"{NAME}":1', TWICE, "root"),
        ("twice-deep", "the name is repeated, deep in a member", f'"x":[{{"{NAME}":1,"{NAME}":1}}]', TWICE, "/x/0"),
        ("twice-below", "a member is repeated below the name", f'"x":{{"{NAME}":{{"y":1,"y":1}}}}', TWICE, "/x"),
        ("surrogate-below", "a lone surrogate below the name", f'"x":{{"{NAME}":["\\ud800"]}}', LONE, "/x"),
    )),
    *(row(f"in-{slug}", f"the name of an unknown member at {parent} has the shape of a credential",
          add(f"{parent}/{NAME}", 1), f"{UNKNOWN} {parent}", f"{VALUE} {parent}")
      for slug, parent in (("attempt", "/attempts/0"), ("rejection", "/routeRejections/0"))),
    row("message-below", "free text on an attempt below a name with the shape of a credential",
        add(f"/attempts/1/{NAME}", {"message": "CANARY"}),
        *(f"{rule} /attempts/1" for rule in (UNKNOWN, VALUE, MESSAGE))),
    row("in-a-carrier",
        "an unknown member of a carrier has a name with the shape of a credential, "
        "which is not a leak there and not part of a path",
        d.RESULT.add(f"/{NAME}", 1), f"{UNKNOWN} root"),
)
