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
    "service-token": (f"lin_api_{_C}", f"ntn_{_C}", f"shpat_{'0c' * 10}", f"clojars_{_C}", f"glc_{_C}",
        f"dop_v1_{'0c' * 10}"),
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
    MESSAGE: "Message|errorMessage|error_message|error-message|Stack Trace|status-text|REASON",
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
    "dotted-capital-i": "\u0130nput", "dotless-i": "\u0131nput", "sharp-s": "pa\u00dfword",
    "long-s": "finalTe\u017ft", "ligature": "\ufb01naltext",
    "full-width-letter": "\uff50rompt", "slash": "prompt/", "colon": "prompt:", "dollar": "$prompt",
    "no-break-space": "prompt\u00a0", "tab": "pro\tmpt", "zero-width-space": "pro\u200bmpt", "bracket": "prompt[0]",
}
CASES += group("near-name", UNKNOWN,
    *(row(slug, f"{name!a} is another name: no other letter is folded, no other character removed",
          add(f"/{escape(name)}", 7))
      for slug, name in _NEAR_NAMES.items()),
    *(row(f"on-an-attempt.{slug}", f"{name} on an attempt: only whole names are compared",
          add(f"/attempts/0/{name}", "offline"))
      for slug, name in (("last-error", "lastError"), ("reason-codes", "reason_codes"), ("message-id", "messageId"))),
)
CASES += group("near-name", UNKNOWN,
    row("kelvin-sign", "the Kelvin sign is a k", add("/api\u212aey", 7), CREDENTIAL),
    *(row(f"folded-{slug}", f"{name!a}: the Kelvin sign is a k, the long s is an s", add(f"{parent}/{name}", 7), rule)
      for slug, name, parent, rule in (
        ("kelvin-sign-within", "to\u212aen", "", CREDENTIAL),
        ("two-long-s", "Pa\u017f\u017fword", "", CREDENTIAL),
        ("suffix", "my-pa\u017f\u017fword", "", CREDENTIAL),
        ("content", "re\u017fponse", "", CONTENT),
        ("message", "me\u017fsage", "/attempts/0", MESSAGE),
        ("dotted", "x.re\u017fponse", "", CONTENT),
    )), tags=(),
)
# A dotted name, where it is, and what one of its tails says.
_DOTTED = (
    ("gen_ai.prompt.0.content", "", CONTENT), ("http.request.body", "", CONTENT), ("a.b.c.password", "", CREDENTIAL),
    ("zz.Completion_Text", "", CONTENT), ("llm.0.1.2.prompt", "", CONTENT), ("prompt.0", "", CONTENT),
    ("0.prompt", "", CONTENT), ("prompt.00", "", CONTENT), ("zz.prompt.", "", CONTENT), ("zz..prompt", "", CONTENT),
    ("zz.api.key", "", CREDENTIAL), ("zz.api.0.key", "", CREDENTIAL), ("zz.yy-api-key", "", CREDENTIAL),
    ("content.password", "", CREDENTIAL), ("zz.message", "/attempts/0", MESSAGE), ("message.0", "/attempts/1", MESSAGE),
    ("zz.0.status-text", "/routeRejections/0", MESSAGE), ("status.text", "/routeRejections/0", CONTENT),
    ("message.content", "/attempts/0", CONTENT), ("zz.prompt", "/attempts/0", CONTENT),
    ("a." * 99 + "prompt", "", CONTENT),
    ("zz.prompt.1a", "", ""), ("zz.prompt.\u0660", "", ""), ("zz.prompt.-1", "", ""), ("zz.prompt.tokens", "", ""),
    ("content.length", "", ""), ("zz.message", "", ""), ("zz.message.id", "/attempts/0", ""), ("zz/prompt", "", ""),
    ("zz.function.calls", "", CONTENT), ("zz.yy-api.key", "", CREDENTIAL),
    ("zz.attempts.0.message", "", ""),
)
CASES += group("dotted", UNKNOWN,
    *(row(str(index), f"the tails of {name[:40]!a}", add(f"{parent}/{escape(name)}", 7), *[rule] * bool(rule))
      for index, (name, parent, rule) in enumerate(_DOTTED)), tags=(),
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


def _nested(levels: int) -> dict[str, Any]:
    """Content, as many objects deep."""
    return {"prompt": 1} if levels == 1 else {"y": _nested(levels - 1)}


CASES += group("place", UNKNOWN,
    row("array-in-array", "a credential in an array within an array", add("/x", [[KEY]]), f"{VALUE} /x/0/0"),
    row("third-item", "a credential as the third item of an array", add("/x", [1, "a", KEY]), f"{VALUE} /x/2"),
    row("every-item", "every item is examined", add("/x", [KEY, "a", KEY]), f"{VALUE} /x/0", f"{VALUE} /x/2"),
    row("twelve-deep", "content twelve objects deep", add("/x", _nested(12)), f"{CONTENT} /x{'/y' * 11}/prompt"),
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

# A secret part that was taken out is not a leak: one of four words in any case, or fill characters, with or without
# brackets.
_REDACTED = (
    *(f"https://user:{form}@example.com/" for word in "redacted masked removed hidden".split()
      for form in (word, word.upper(), word.title(), f"[{word}]", f"({word.upper()})", f"{{{word}}}", f"[[{word}]]")
      if word == "masked" or form in (word, f"[{word}]", word.upper())),
    "-----BEGIN PRIVATE KEY-----<redacted>", "-----BEGIN PRIVATE KEY-----<XXXX>", "password=redacted",
    "password=REDACTED",
    "password=[REDACTED]",
    *(f"https://user:{fill * 6}@example.com/" for fill in "*xX.\u2022"), "https://user:xX*.@example.com/",
    "https://redacted@example.com/", "https://user:[***]@example.com/", "https://user:(x.x)@example.com/",
    "https://example.com/v1?key=REDACTED", "https://example.com/v1?a=b&token=xxxx",
    "https://example.com/v1?key=removed#x",
    "Authorization: Bearer redacted", "Authorization: Bearer [REDACTED]", "Authorization: Basic ********",
    f"Bearer {'x' * 32}", f"Bearer {'X' * 32}", "Cookie: session=redacted", "Set-Cookie: id=xxxxxxxxxxxx",
    f"sk-{'x' * 24}", f"sk-{'X' * 48}", f"sk-proj-{'x' * 24}", f"sk-ant-{'X' * 24}", f"AKIA{'X' * 16}",
    f"ghp_{'x' * 36}",
    f"AIza{'X' * 35}", f"hf_{'x' * 34}", "-----BEGIN PRIVATE KEY-----\\n[REDACTED]",
    "password=redacted password=masked",
    "-----BEGIN PRIVATE KEY----- [REDACTED]", *(f"-----BEGIN PRIVATE KEY-----\\{one}hidden" for one in "rt"),
    f"sk-ant-api03-{'x' * 24}", f"sk-ant-admin01-{'X' * 24}", "https://:redacted@example.com/",
    *(f"xoxe.xox{one}-1-{'x' * 10}" for one in "bp"),
    *(f"https://hooks.slack.com/services/T0/{one}0/{'X' * 24}" for one in "AB"),
)
_NOT_REDACTED = (
    "password=redacted1", f"password=redacted{_C}", "https://user:unmasked@example.com/",
    "https://user:re-dacted@example.com/",
    "https://user:ma\u017fked@example.com/", "https://user:[redacted]1@example.com/",
    "https://user:redacted.@example.com/",
    "https://user:[]@example.com/", "https://user:+++@example.com/", "https://user:___@example.com/",
    f"password=xxxx{_C}", "password=redactedredacted", "password=deleted1", "https://user:xxxxC@example.com/",
    "https://user:C*****@example.com/", "https://example.com/v1?key=redacted1", "https://example.com/v1?key=xxxx1234",
    f"sk-{'x' * 20}CANARY", f"sk-CANARY{'x' * 20}", f"sk-redacted{_C}", f"sk-ant-redacted-{_C}", f"sk-ant-{'X' * 20}-X",
    f"AKIA{'X' * 15}0", f"Bearer {'x' * 31}0", f"Authorization: Bearer xxxx{_C}", f"Cookie: session=xxxx{_C}",
    f"password=redacted {BEARER}", f"{BEARER} password=redacted", f"sk-{'x' * 24} {KEY}",
    f"sk-{'x' * 24},{KEY},sk-{'x' * 24}",
    "https://user:xxxx@example.com/?key=CANARY0IS0NO0SECRET0",
    f"sk-ant-api3-{'x' * 24}", f"sk-ant-CANARY03-{'x' * 24}", f"xoxe.xoxb-1-{'x' * 9}",
    *(f"https://hooks.slack.com/services/{one}/{'X' * 24}" for one in ("T/B0", "T0/B", "T0/C0")),
    f"eyJ{'x' * 10}.eyJ{'x' * 10}.{'x' * 20}",
)
CASES += group("redacted",
    *(row(f"text-{index}", f"a secret that was taken out: {text[:60]!a}", model(text))
      for index, text in enumerate(_REDACTED)),
    *(row(f"near-{index}", f"a secret that was not taken out: {text[:60]!a}", model(text), VALUE)
      for index, text in enumerate(_NOT_REDACTED)),
    row("name-of-a-credential", "the name of a member says credential, whatever its value is",
        add("/apiKey", "[REDACTED]"), CREDENTIAL, UNKNOWN, tags=()),
    row("as-a-name", "a name with the shape of a credential that was taken out is part of a path",
        add(f"/sk-{'x' * 24}", 1), UNKNOWN),
    row("below-a-name", "a leak below a name with the shape of a credential that was taken out",
        add(f"/sk-{'x' * 24}", {"prompt": 1}), UNKNOWN, f"{CONTENT} /sk-{'x' * 24}/prompt"),
    *(row(slug, f"a secret that was taken out at {path}", base.set(path, "password=[redacted]"))
      for slug, base, path in (
        ("profile", d.FALLBACK, "/modelProfile"), ("rejection", d.FALLBACK, "/routeRejections/0/providerId"),
        ("carrier", d.RESULT, "/provenance/reportedModel"),
    )),
    row("unknown-member", "secrets that were taken out in an unknown member",
        add("/x", [f"Bearer {'x' * 32}", {"y": "password=hidden"}]), UNKNOWN),
)
# Every occurrence of a repeated member is examined, and every record of a carrier.
_RECORD, _HELD_BY = d.RESULT.data.decode().partition('"provenance":')[2][:-1], '"provenance":'
_LEAKING = _RECORD.replace('"attemptCount":2', '"attemptCount":2,"prompt":1')


def _twice(slug: str, title: str, text: str, *findings: str) -> Row:
    return row(slug, f"each occurrence of a repeated member is examined: {title}",
               d.FALLBACK.write("/attemptCount", f"2,{text}", f"a repeated member: {title}"), *findings)


CASES += group("occurrence",
    _twice("last", "a credential in the last", f'"x":1,"x":"{KEY}"', f"{TWICE} /x", f"{VALUE} /x"),
    _twice("middle", "a credential in the second of three", f'"x":1,"x":"{KEY}","x":2', f"{TWICE} /x", f"{VALUE} /x"),
    _twice("objects", "content in the first object, a credential in the second",
        '"x":{"prompt":1},"x":{"apiKey":1}', f"{TWICE} /x", f"{CONTENT} /x/prompt", f"{CREDENTIAL} /x/apiKey"),
    _twice("within", "content in the first of two within an object",
        '"x":{"y":{"prompt":1},"y":2}', f"{TWICE} /x/y", f"{CONTENT} /x/y/prompt"),
    _twice("attempts", "free text in a first list of attempts",
        '"attempts":[{"message":"CANARY"}]', f"{TWICE} /attempts", f"{MESSAGE} /attempts/0/message"),
    *(row(f"provenance-{slug}", f"a carrier with two records, content in the {slug}",
          d.RESULT.edit(_HELD_BY + _RECORD, text, f"two records, content in the {slug}"),
          f"{TWICE} /provenance", f"{CONTENT} /provenance/prompt")
      for slug, text in (
        ("first", f"{_HELD_BY}{_LEAKING},{_HELD_BY}{_RECORD}"), ("second", f"{_HELD_BY}{_RECORD},{_HELD_BY}{_LEAKING}"),
    )),
    row("provenance-of-a-repeated-error", "an error twice in an outcome, content in the record of the first",
        d.BARE_ERROR.edit('"error":{', '"error":{"provenance":{"prompt":1}},"error":{', "an error twice, and content"),
        f"{TWICE} /error", f"{CONTENT} /error/provenance/prompt"),
)
# To any depth and length.
_LONG = "a b " * 25_000
CASES += group("size",
    row("deepest", "content as deep as a text may nest", d.FALLBACK.write(
        "/attemptCount", f'2,"x":{"[" * 510}{{"prompt":1}}{"]" * 510}', "content within 510 arrays"),
        f"{UNKNOWN} /x", f"{CONTENT} /x{'/0' * 510}/prompt", requires="limits"),
    row("deepest-value", "a credential as deep as a text may nest", d.FALLBACK.write(
        "/attemptCount", f'2,"x":{"[" * 511}"{KEY}"{"]" * 511}', "a credential within 511 arrays"),
        f"{UNKNOWN} /x", f"{VALUE} /x{'/0' * 511}", requires="limits"),
    # Written as text: the parsers that read fixtures have limits of their depth, too.
    *(row(f"deep-{levels}", f"content {levels} objects deep", d.FALLBACK.write(
        "/attemptCount", f'2,"x":{compact(_nested(levels)).decode()}', f"content within {levels} objects"),
        f"{UNKNOWN} /x", f"{CONTENT} /x{'/y' * (levels - 1)}/prompt") for levels in (20, 33, 65, 129)),
    row("after-100-kilobytes", "a credential after 100,000 other characters", add("/x", f"{_LONG}{BEARER}"), UNKNOWN,
        VALUE),
    row("before-100-kilobytes", "a credential before 100,000 other characters", add("/x", f"{BEARER} {_LONG}"),
        UNKNOWN, VALUE),
    row("item-1000", "a credential as the last of 1,000 items", add("/x", [*["a"] * 999, KEY]), UNKNOWN,
        f"{VALUE} /x/999"),
    row("member-300", "content as the last of 300 members",
        add("/x", {**{f"m{one}": one for one in range(299)}, "prompt": 1}), UNKNOWN, f"{CONTENT} /x/prompt"),
    row("object-for-an-array", "free text below an object instead of the attempts",
        put("/attempts", {"a": {"message": "CANARY"}}), "schema/type", f"{MESSAGE} /attempts/a/message"),
    row("object-for-rejections", "free text below an object instead of the rejections",
        put("/routeRejections", {"a": [{"reason": "CANARY"}]}), "schema/type",
        f"{MESSAGE} /routeRejections/a/0/reason"),
    row("array-for-an-object", "a credential below an array instead of an attempt",
        put("/attempts/0", [[KEY]]), "schema/type", f"{VALUE} /attempts/0/0/0"),
)
# In what is of another version, no name adds a finding, one with the shape of a credential neither.
_LATER = {"schemaVersion": "2.0", NAME: 1, "x": {NAME: 1}}
CASES += group("other-version",
    row("record", "a name with the shape of a credential in a record of another version",
        put("", _LATER), "schema/unknown-version /schemaVersion", f"{VALUE} root", f"{VALUE} /x"),
    row("in-a-carrier", "a name with the shape of a credential in a carrier's record of another version",
        d.RESULT.set("/provenance", _LATER),
        "schema/unknown-version /provenance/schemaVersion", f"{VALUE} /provenance", f"{VALUE} /provenance/x"),
    row("in-the-error", "a name with the shape of a credential in the error's record of another version",
        d.BARE_ERROR.add("/error/provenance", _LATER), "schema/unknown-version /error/provenance/schemaVersion",
        f"{VALUE} /error/provenance", f"{VALUE} /error/provenance/x"),
    row("carrier", "a name with the shape of a credential in a carrier of another version, which is not examined",
        d.RESULT.set("", {"schemaVersion": "2.0", NAME: 1}), "schema/unknown-version /schemaVersion"),
    row("error", "a name with the shape of a credential in an error of another version, which is not examined",
        d.BARE_ERROR.set("/error", {"schemaVersion": "2.0", NAME: 1}), "schema/unknown-version /error/schemaVersion"),
)
