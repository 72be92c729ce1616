"""The leak phase: every listed name, other spellings of them, the shape of every credential, and what is no leak.

Every value is a canary put together here; none is or was a secret.
"""

from __future__ import annotations

from typing import Any

from exprov.contract.model import Contract
from exprov.suite.bases import Bases
from exprov.suite.cases import SuiteError, Topic, add, compact, edit, escape, replace
from exprov.suite.value_faults import faults

CONTENT, MESSAGE = "leak/content-member", "leak/message"
CREDENTIAL, VALUE = "leak/credential-member", "leak/credential-value"
_UNKNOWN = "schema/unknown-member"
_C = "CANARY0IS0NO0REAL0SECRET0"

# Shape id of leaks.json -> text that has the shape. A shape without an entry stops the build.
VALUES: dict[str, tuple[str, ...]] = {
    "anthropic-key": (f"sk-ant-{_C}", "sk-ant-api03-CANARY_is-no_real-secret", f"key: sk-ant-{_C}."),
    "openai-key": (f"sk-proj-{_C}", f"sk-svcacct-{_C}", f"sk-admin-{_C}", f"sk-None-{_C}"),
    "openrouter-key": (f"sk-or-v1-{_C}", f"sk-or-{_C}"),
    "sk-key": (f"sk-{_C}", f"sk-{_C[:20]}", f"(sk-{_C})", f"%3Dsk-{_C}", f"\\nsk-{_C}"),
    "google-key": (f"AIza{_C}{_C[:10]}", f"AIza{_C}{_C[:5]}"),
    "google-oauth-token": (f"ya29.{_C}",),
    "aws-access-key": (
        "AKIACANARY0NO0SECRET",
        "ASIACANARY0NO0SECRET",
        "ABIACANARY0NO0SECRET",
        "ACCACANARY0NO0SECRET",
        "A3TXCANARY0NO0SECRET",
    ),
    "github-token": (*(f"gh{one}_{_C}" for one in "pousr"), f"github_pat_{_C}"),
    "gitlab-token": tuple(
        f"gl{one}-{_C}" for one in ("pat", "ptt", "dt", "rt", "cbt", "ft", "soat", "imt", "agent", "oas", "ffct")
    ),
    "slack-token": (*(f"xox{one}-{_C}" for one in "abeoprs"), f"xapp-1-{_C}"),
    "slack-webhook": tuple(f"https://hooks.slack.com/{one}/{_C}" for one in ("services", "workflows", "triggers")),
    "huggingface-token": (f"hf_{_C}{_C}", f"api_org_{_C}{_C}"),
    "groq-key": (f"gsk_{_C}",),
    "xai-key": (f"xai-{_C}",),
    "replicate-token": (f"r8_{_C}",),
    "perplexity-key": (f"pplx-{_C}",),
    "nvidia-key": (f"nvapi-{_C}",),
    "databricks-token": ("dapi" + "0123456789abcdef" * 2,),
    "stripe-key": tuple(f"{kind}_{mode}_{_C}" for kind in ("sk", "rk") for mode in ("test", "live", "prod")),
    "sendgrid-key": (f"SG.{_C}.{_C}",),
    "npm-token": (f"npm_{_C}{_C[:11]}",),
    "pypi-token": (f"pypi-AgE{_C}{_C}",),
    "vault-token": (f"hvs.{_C}", f"hvb.{_C}"),
    "jwt": (f"eyJ{_C}.eyJ{_C}.{_C}", f"eyA{_C}.eyA{_C}.{_C}", f"eyJ{_C}..{_C}.{_C}.{_C}"),
    "private-key": (
        "-----BEGIN PRIVATE KEY-----",
        "-----BEGIN RSA PRIVATE KEY-----",
        "-----BEGIN OPENSSH PRIVATE KEY-----",
        "-----BEGIN PGP PRIVATE KEY BLOCK-----",
        "-----BEGIN ENCRYPTED PRIVATE KEY-----",
    ),
    "authorization": (
        f"Bearer {_C}",
        f"bearer {_C}",
        f"Basic {_C}",
        "Basic Q0FOQVJZOm5vcGU=",
        f"Authorization: Bearer {_C}",
        f"Authorization: Token {_C}",
        f"Authorization: Digest {_C}",
        f"Authorization: Negotiate {_C}",
        f"Authorization: ApiKey {_C}",
    ),
    "cookie": (f"Cookie: session={_C}", f"Set-Cookie: id={_C}"),
    "secret-assignment": (
        *tuple(
            f"{name}={_C}"
            for name in (
                "api_key",
                "api-key",
                "apikey",
                "access_key",
                "account_key",
                "secret_key",
                "secret-key",
                "subscription-key",
                "client_secret",
                "clientSecret",
                "access_token",
                "access-token",
                "refresh_token",
                "auth_token",
                "password",
                "passwd",
                "pwd",
            )
        ),
        f'{{"apiKey": "{_C}"}}',
        f"password : {_C}",
    ),
    "url-user-information": (
        "https://user:CANARY@example.com/",
        "postgres://CANARY@db.example/x",
        "https://u:p@[::1]/",
    ),
    "url-query-key": (
        *tuple(
            f"https://example.com/v1?{name}=CANARY"
            for name in (
                "key",
                "api_key",
                "apikey",
                "token",
                "access_token",
                "sig",
                "signature",
                "auth",
                "password",
                "secret",
                "client_secret",
                "code",
                "session",
                "jwt",
                "X-Amz-Signature",
            )
        ),
        "https://example.com/v1?a=b&key=CANARY",
        "https://example.com/v1%3Fkey%3DCANARY",
        "https://example.com/#token=CANARY",
    ),
}
# What looks like one and is none.
HARMLESS = {
    "sk-too-short": f"sk-{_C[:19]}",
    "sk-within-a-word": f"risk-{_C[:19]}",
    "sk-after-a-letter": f"task-{_C}".replace("task-", "tsk-"),
    "model-name": "claude-sonnet-4-5-20250929",
    "model-path": "meta-llama/Llama-3.1-8B-Instruct",
    "model-of-hugging-face": "hf_model_small",
    "uuid": "01234567-89ab-cdef-0123-456789abcdef",
    "sha-256": "0123456789abcdef" * 4,
    "bearer-alone": "Bearer",
    "bearer-of-news": "bearer of news",
    "basic-model": "basic model",
    "aws-too-short": "AKIACANARY0NO0SECRE",
    "aws-too-long": "AKIACANARY0NO0SECRET0",
    "aws-lower-case": "akiacanary0no0secret",
    "jwt-one-part": f"eyJ{_C}",
    "public-key": "-----BEGIN PUBLIC KEY-----",
    "url": "https://example.com/v1/models?limit=20",
    "url-with-port": "https://example.com:8443/v1",
    "mail-address": "someone@example.com",
    "url-key-empty": "https://example.com/v1?key=",
    "url-key-placeholder": "https://example.com/v1?key=$KEY",
    "password-word": "password reset",
    "token-count": "token_count=4096",
    "github-short": "ghp_small",
    "databricks-capital": "dapi" + "0123456789ABCDEF" * 2,
}
# Other spellings of listed names: normalisation lowers ASCII letters and drops _ - . and spaces.
_SPELLINGS = {
    CONTENT: (
        "Prompt",
        "PROMPT",
        "system_prompt",
        "system-prompt",
        "systemPrompt",
        "System.Prompt",
        "raw response",
        "gen_ai.prompt",
        "__prompt__",
        "toolCalls",
        "request_body",
    ),
    CREDENTIAL: (
        "API_KEY",
        "api-key",
        "apiKey",
        "X-Api-Key",
        "Set-Cookie",
        "Proxy-Authorization",
        "my_provider_api_key",
        "openaiApiKey",
        "db.password",
        "OAuth.Access.Token",
        "CLIENT_SECRET",
    ),
    MESSAGE: ("Message", "errorMessage", "error_message", "error-message", "Stack Trace", "status.text", "REASON"),
}
# Names that come near and are no leak.
_HARMLESS_NAMES = (
    "inputTokens",
    "output_tokens",
    "tokenCount",
    "promptTokens",
    "responseMs",
    "contentType",
    "textLength",
    "keyId",
    "secretary",
    "passwordless",
    "authority",
    "cookieless",
    "tokens",
    "messageCount",
    "reasonCode",
    "x",
)


def add_cases(topic: Topic, bases: Bases, contract: Contract) -> None:
    fallback, one = bases.records["fallback"], bases.records["one-attempt"]
    leaks = contract.leaks

    def member(slug: str, title: str, name: str, rule: str, value: Any = "CANARY", parent: str = "") -> None:
        path = f"{parent}/{escape(name)}"
        topic.changed(slug, title, fallback, add(path, value), [f"{rule} {path}", f"{_UNKNOWN} {path}"])

    credentials, contents = set(leaks["credentialMembers"]), set(leaks["contentMembers"])
    suffixes = tuple(leaks["credentialSuffixes"])
    for name in leaks["contentMembers"]:
        rule = CREDENTIAL if name in credentials or name.endswith(suffixes) else CONTENT
        member(f"content-member.{name}", f"a member named {name} holds content", name, rule)
    for name in leaks["messageMembers"]:
        rule = (
            CREDENTIAL if name in credentials or name.endswith(suffixes) else CONTENT if name in contents else MESSAGE
        )
        member(f"message.{name}", f"free text named {name} on an attempt", name, rule, parent="/attempts/0")
    for name in leaks["credentialMembers"]:
        member(f"credential-member.{name}", f"a member named {name} holds a credential", name, CREDENTIAL)
    for suffix in leaks["credentialSuffixes"]:
        member(f"credential-suffix.{suffix}", f"a name that ends in {suffix}", f"zz{suffix}", CREDENTIAL)
    for rule, names in _SPELLINGS.items():
        for index, name in enumerate(names):
            parent = "/routeRejections/0" if rule == MESSAGE else ""
            member(
                f"spelling.{rule.partition('/')[2]}-{index}",
                f"another spelling of a listed name: {name}",
                name,
                rule,
                parent=parent,
            )
    for index, name in enumerate(_HARMLESS_NAMES):
        topic.changed(
            f"harmless-name.{index}", f"{name} is no leak", fallback, add(f"/{name}", 7), [f"{_UNKNOWN} /{name}"]
        )
    for shape in leaks["credentialValues"]:
        if shape["id"] not in VALUES:
            raise SuiteError(f"leaks.value.{shape['id']}", "the shape has no canary; add some to VALUES")
        for index, text in enumerate(VALUES[shape["id"]]):
            topic.changed(
                f"value.{shape['id']}.{index}",
                f"a string with the shape of {shape['description']}",
                one,
                replace("/configuredModel", text),
                [f"{VALUE} /configuredModel"],
            )
    for slug, text in HARMLESS.items():
        topic.changed(
            f"harmless-value.{slug}",
            "a string that has the shape of no credential",
            one,
            replace("/configuredModel", text),
        )
    _places(topic, bases)
    _carriers(topic, bases)
    _near_names(topic, bases)
    _more_places(topic, bases)
    _more_carriers(topic, bases)
    _secret_names(topic, bases)
    _shapes(topic, bases, contract)


def _places(topic: Topic, bases: Bases) -> None:
    fallback = bases.records["fallback"]
    key = f"sk-{_C}"
    for slug, pointer in (
        ("model-profile", "/modelProfile"),
        ("reported-model", "/reportedModel"),
        ("attempted-provider", "/attempts/0/providerId"),
        ("rejected-provider", "/routeRejections/0/providerId"),
    ):
        topic.changed(
            f"place.{slug}", f"a credential in {pointer}", fallback, replace(pointer, key), [f"{VALUE} {pointer}"]
        )
    topic.changed(
        "place.target",
        "a credential as the target, which is then not the attempted provider",
        fallback,
        replace("/providerId", key),
        [f"{VALUE} /providerId", "rule/provider-is-last-attempted /providerId"],
        tags=["two-findings"],
    )
    topic.changed(
        "place.error-class",
        "a credential as an errorClass, whose shape it has not",
        fallback,
        replace("/attempts/0/errorClass", key),
        [f"{VALUE} /attempts/0/errorClass", "schema/pattern /attempts/0/errorClass"],
        tags=["two-findings"],
    )
    topic.changed(
        "place.reason-code",
        "a credential as a reason code",
        fallback,
        replace("/routeRejections/0/reasonCodes/0", key),
        [f"{VALUE} /routeRejections/0/reasonCodes/0", "schema/pattern /routeRejections/0/reasonCodes/0"],
        tags=["two-findings"],
    )
    topic.changed(
        "place.locality",
        "a credential as the locality",
        fallback,
        replace("/locality", key),
        [f"{VALUE} /locality", "schema/enum /locality"],
        tags=["two-findings"],
    )
    topic.changed(
        "place.unknown-member",
        "a credential in a member that the version does not know",
        fallback,
        add("/x", key),
        [f"{VALUE} /x", f"{_UNKNOWN} /x"],
    )
    topic.changed(
        "place.deep",
        "a credential deep in a member that the version does not know",
        fallback,
        add("/x", {"y": [{"z": [key]}]}),
        [f"{VALUE} /x/y/0/z/0", f"{_UNKNOWN} /x"],
    )
    topic.changed(
        "place.deep-name",
        "a name that says credential, deep in a member that the version does not know",
        fallback,
        add("/x", {"y": [{"apiKey": 7}]}),
        [f"{CREDENTIAL} /x/y/0/apiKey", f"{_UNKNOWN} /x"],
    )
    topic.changed(
        "place.deep-content",
        "a name that says content, deep in a member that the version does not know",
        fallback,
        add("/x", {"y": [{"prompt": None}]}),
        [f"{CONTENT} /x/y/0/prompt", f"{_UNKNOWN} /x"],
    )
    topic.changed(
        "place.content-in-attempt",
        "a name that says content on an attempt",
        fallback,
        add("/attempts/1/response", {}),
        [f"{CONTENT} /attempts/1/response", f"{_UNKNOWN} /attempts/1/response"],
    )
    topic.changed(
        "place.credential-in-rejection",
        "a name that says credential on a rejection",
        fallback,
        add("/routeRejections/0/token", True),
        [f"{CREDENTIAL} /routeRejections/0/token", f"{_UNKNOWN} /routeRejections/0/token"],
    )
    topic.changed(
        "place.message-in-rejection",
        "free text on a rejection",
        fallback,
        add("/routeRejections/0/message", "CANARY"),
        [f"{MESSAGE} /routeRejections/0/message", f"{_UNKNOWN} /routeRejections/0/message"],
    )
    topic.changed(
        "place.message-deep-in-attempt",
        "free text deep in an attempt",
        fallback,
        add("/attempts/0/x", [{"detail": "CANARY"}]),
        [f"{MESSAGE} /attempts/0/x/0/detail", f"{_UNKNOWN} /attempts/0/x"],
    )
    topic.changed(
        "place.message-on-the-record",
        "a message on the record itself is no leak by its name",
        fallback,
        add("/note", "CANARY"),
        [f"{_UNKNOWN} /note"],
    )
    topic.changed(
        "place.message-in-unknown",
        "a message in an unknown member of the record is no leak by its name",
        fallback,
        add("/x", {"detail": "CANARY"}),
        [f"{_UNKNOWN} /x"],
    )
    topic.changed(
        "place.known-name-elsewhere",
        "a member of the contract at a place where it is unknown is no leak by its name",
        fallback,
        add("/attempts/0/reasonCodes", []),
        [f"{_UNKNOWN} /attempts/0/reasonCodes"],
    )
    topic.changed(
        "place.name-and-value",
        "a name and its value both say credential",
        fallback,
        add("/apiKey", key),
        [f"{CREDENTIAL} /apiKey", f"{VALUE} /apiKey", f"{_UNKNOWN} /apiKey"],
        tags=["two-findings"],
    )
    topic.changed(
        "place.content-within-content",
        "content within content is found twice",
        fallback,
        add("/request", {"body": {}}),
        [f"{CONTENT} /request", f"{CONTENT} /request/body", f"{_UNKNOWN} /request"],
        tags=["two-findings"],
    )
    topic.changed(
        "place.in-a-wrong-record",
        "a wrong record does not hide a leak",
        fallback,
        replace("/attempts", {"prompt": "CANARY"}),
        ["schema/type /attempts", f"{CONTENT} /attempts/prompt"],
        tags=["two-findings"],
    )
    topic.changed(
        "place.in-no-record",
        "what is no record at all does not hide a leak",
        fallback,
        replace("", [{"apiKey": "CANARY"}]),
        ["schema/type", f"{CREDENTIAL} /0/apiKey"],
        tags=["two-findings"],
    )
    topic.changed(
        "place.bare-string",
        "a bare string with the shape of a credential",
        fallback,
        replace("", key),
        ["schema/type", VALUE],
        tags=["two-findings"],
    )


def _carriers(topic: Topic, bases: Bases) -> None:
    result = bases.carriers["task-result"]
    key = f"sk-{_C}"
    topic.changed(
        "carrier.own-text", "a carrier's own text is not looked at", result, replace("/output/text", f"Bearer {_C}")
    )
    topic.changed(
        "carrier.own-member",
        "an unknown member of a carrier itself is not looked at",
        result,
        add("/prompt", key),
        [f"{_UNKNOWN} /prompt"],
    )
    topic.changed(
        "carrier.in-the-record",
        "content in the record of a carrier",
        result,
        add("/provenance/prompt", "CANARY"),
        [f"{CONTENT} /provenance/prompt", f"{_UNKNOWN} /provenance/prompt"],
    )
    topic.changed(
        "carrier.message-in-the-record",
        "free text on an attempt of a carrier's record",
        result,
        add("/provenance/attempts/0/message", "CANARY"),
        [f"{MESSAGE} /provenance/attempts/0/message", f"{_UNKNOWN} /provenance/attempts/0/message"],
    )
    topic.changed(
        "carrier.value-in-the-record",
        "a credential in the record of a carrier",
        result,
        replace("/provenance/modelProfile", key),
        [f"{VALUE} /provenance/modelProfile"],
    )
    error = bases.carriers["inderun-error"]
    topic.changed(
        "carrier.error-message", "an error's own message is not looked at", error, replace("/message", f"Bearer {_C}")
    )
    topic.changed(
        "carrier.error-details",
        "an error's details are not looked at",
        error,
        replace("/details", {"apiKey": key, "prompt": "CANARY"}),
    )
    topic.changed(
        "carrier.error-record",
        "a credential in the record of an error",
        error,
        add("/provenance/apiKey", 7),
        [f"{CREDENTIAL} /provenance/apiKey", f"{_UNKNOWN} /provenance/apiKey"],
    )
    stream = bases.carriers["stream-error"]
    topic.changed(
        "carrier.record-in-the-error",
        "content in the record of the error in a stream's outcome, which then differs from the outer one",
        stream,
        add("/error/provenance/prompt", "CANARY"),
        [
            f"{CONTENT} /error/provenance/prompt",
            f"{_UNKNOWN} /error/provenance/prompt",
            "carrier/same-provenance /error/provenance",
        ],
        tags=["two-findings"],
    )
    for base in ("stream-completed", "stream-cancelled", "stream-error-bare"):
        topic.changed(
            f"carrier.{base}",
            f"content in the record of a {base}",
            bases.carriers[base],
            add("/provenance/prompt", "CANARY"),
            [f"{CONTENT} /provenance/prompt", f"{_UNKNOWN} /provenance/prompt"],
        )
    topic.changed(
        "carrier.other-version",
        "a carrier of another version does not hide a leak of its record",
        result,
        replace("", {"schemaVersion": "2.0", "provenance": {"schemaVersion": "2.0", "apiKey": 7}}),
        ["schema/unknown-version /schemaVersion", f"{CREDENTIAL} /provenance/apiKey"],
        tags=["two-findings"],
    )


# Names that an engine finds if it lowers letters beyond ASCII, folds compatible characters, or removes more than _ - . and
# the space: id -> name.
_NEAR_NAMES = {
    "kelvin-sign": "api\u212aey",
    "long-s": "finalTe\u017ft",
    "ligature": "\ufb01naltext",
    "full-width-letter": "\uff50rompt",
    "slash": "prompt/",
    "colon": "prompt:",
    "dollar": "$prompt",
    "no-break-space": "prompt\u00a0",
    "tab": "pro\tmpt",
    "zero-width-space": "pro\u200bmpt",
    "bracket": "prompt[0]",
}


def _near_names(topic: Topic, bases: Bases) -> None:
    fallback = bases.records["fallback"]
    for slug, name in _NEAR_NAMES.items():
        path = f"/{escape(name)}"
        topic.changed(
            f"near-name.{slug}",
            f"{name!a} is another name: ASCII letters alone are lowered, and only _ - . and the space are removed",
            fallback,
            add(path, 7),
            [f"{_UNKNOWN} {path}"],
        )
    for slug, name in (("last-error", "lastError"), ("reason-codes", "reason_codes"), ("message-id", "messageId")):
        path = f"/attempts/0/{name}"
        topic.changed(
            f"near-name.on-an-attempt.{slug}",
            f"{name} on an attempt: the whole name would have to be in the list",
            fallback,
            add(path, "offline"),
            [f"{_UNKNOWN} {path}"],
        )
    for slug, path, value, rule in (
        ("content-empty", "/prompt", "", CONTENT),
        ("content-false", "/prompt", False, CONTENT),
        ("credential-empty", "/apiKey", "", CREDENTIAL),
        ("message-number", "/attempts/0/message", 7, MESSAGE),
        ("message-null", "/attempts/1/message", None, MESSAGE),
        ("message-object", "/attempts/0/error", {"x": 1}, MESSAGE),
        ("message-array", "/routeRejections/0/details", [], MESSAGE),
    ):
        topic.changed(
            f"any-value.{slug}",
            f"a name counts whatever its value is: {path[1:]}",
            fallback,
            add(path, value),
            [f"{rule} {path}", f"{_UNKNOWN} {path}"],
        )


def _more_places(topic: Topic, bases: Bases) -> None:
    fallback = bases.records["fallback"]
    key, name = f"sk-{_C}", f"sk-ant-{_C}"
    deep: Any = {"prompt": 1}
    for _ in range(11):
        deep = {"y": deep}
    for slug, title, value, findings in (
        ("array-in-array", "a credential in an array within an array", [[key]], [f"{VALUE} /x/0/0"]),
        ("third-item", "a credential as the third item of an array", [1, "a", key], [f"{VALUE} /x/2"]),
        ("every-item", "each item of an array is looked at", [key, "a", key], [f"{VALUE} /x/0", f"{VALUE} /x/2"]),
        ("twelve-deep", "content twelve objects deep", deep, [f"{CONTENT} /x{'/y' * 11}/prompt"]),
        ("after-long-text", "a credential after 1,200 other characters", f"{'a b ' * 300}Bearer {_C}", [f"{VALUE} /x"]),
        (
            "before-long-text",
            "a credential before 1,200 other characters",
            f"Bearer {_C}{' a b' * 300}",
            [f"{VALUE} /x"],
        ),
        ("second-line", "a credential in the second line of a text", f"a\nBearer {_C}", [f"{VALUE} /x"]),
        (
            "name-with-slash",
            "content below a name that needs escapes in a pointer",
            {"a/b~c": {"prompt": 1}},
            [f"{CONTENT} /x/a~1b~0c/prompt"],
        ),
        (
            "below-a-credential-as-a-name",
            "what leaks below a name with the shape of a credential is told at the parent of that name",
            {name: {"prompt": 1, "y": f"Bearer {_C}"}},
            [f"{VALUE} /x", f"{CONTENT} /x"],
        ),
        (
            "two-credentials-as-names",
            "two names with the shape of a credential in one object are told once, at their parent",
            {name: 1, key: 2},
            [f"{VALUE} /x"],
        ),
        ("message-below-attempts", "message below a member of another name", {"attempts": [{"message": 1}]}, []),
        ("message-below-rejections", "reason below a member of another name", {"routeRejections": {"reason": 1}}, []),
    ):
        topic.changed(
            f"place.{slug}", title, fallback, add("/x", value), [*findings, f"{_UNKNOWN} /x"], tags=["two-findings"]
        )
    topic.changed(
        "place.content-in-messages",
        "content in a list of messages: both names count",
        fallback,
        add("/messages", [{"content": "CANARY"}]),
        [f"{CONTENT} /messages", f"{CONTENT} /messages/0/content", f"{_UNKNOWN} /messages"],
        tags=["two-findings"],
    )
    topic.changed(
        "place.message-on-the-second-attempt",
        "free text on the second attempt",
        fallback,
        add("/attempts/1/detail", "CANARY"),
        [f"{MESSAGE} /attempts/1/detail", f"{_UNKNOWN} /attempts/1/detail"],
    )
    one = bases.records["one-attempt"]
    topic.changed(
        "value.letter-beyond-ascii",
        "user information of a URL with a letter beyond ASCII",
        one,
        replace("/configuredModel", "https://\u00e9:p@example.com/"),
        [f"{VALUE} /configuredModel"],
    )
    topic.changed(
        "place.first-of-two-values",
        "a member stands twice, and the first value has the shape of a credential",
        one,
        edit("a member twice, first with a credential", '"attemptCount":1', f'"attemptCount":1,"x":"{key}","x":1'),
        ["json/duplicate-member /x", f"{VALUE} /x"],
        tags=["two-findings"],
    )


def _more_carriers(topic: Topic, bases: Bases) -> None:
    carriers = bases.carriers
    result, error = carriers["task-result"], carriers["inderun-error"]
    completed, bare = carriers["stream-completed"], carriers["stream-error-bare"]
    key, content = f"sk-{_C}", {"prompt": 1}
    for slug, title, base, change, findings in (
        (
            "record-is-a-string",
            "a string with the shape of a credential instead of the record",
            result,
            replace("/provenance", key),
            ["schema/type /provenance", f"{VALUE} /provenance"],
        ),
        (
            "record-is-an-array",
            "content in an array instead of the record",
            result,
            replace("/provenance", [content]),
            ["schema/type /provenance", f"{CONTENT} /provenance/0/prompt"],
        ),
        (
            "record-of-another-version",
            "content in a record of another version",
            result,
            replace("/provenance", {"schemaVersion": "2.0", "prompt": 1}),
            ["schema/unknown-version /provenance/schemaVersion", f"{CONTENT} /provenance/prompt"],
        ),
        (
            "repeated-member",
            "a member of the record stands twice, which does not hide content",
            result,
            edit(
                "a member twice, and content",
                '"provenance":{"schemaVersion":"1.0","attemptCount":2',
                '"provenance":{"schemaVersion":"1.0","attemptCount":2,"attemptCount":2,"prompt":1',
            ),
            ["json/duplicate-member /provenance/attemptCount", f"{CONTENT} /provenance/prompt"],
        ),
        ("final-text", "the final text of a stream is not looked at", completed, replace("/finalText", key), []),
        (
            "partial-text",
            "the text of a cancelled stream is not looked at",
            carriers["stream-cancelled"],
            replace("/partialText", key),
            [],
        ),
        (
            "message-of-the-error-within",
            "the message of the error in a stream's outcome is not looked at",
            bare,
            replace("/error/message", f"Bearer {_C}"),
            [],
        ),
        ("run-id", "the id of a run is not looked at", result, replace("/runId", key), []),
        (
            "telemetry",
            "an unknown member of telemetry is not looked at",
            result,
            add("/telemetry/apiKey", key),
            [f"{_UNKNOWN} /telemetry/apiKey"],
        ),
        (
            "provenance-elsewhere",
            "a member called provenance in an unknown member is not the record",
            result,
            add("/futureMember", {"provenance": content}),
            [f"{_UNKNOWN} /futureMember"],
        ),
        (
            "provenance-in-details",
            "a member called provenance in the details of an error is not the record",
            error,
            add("/details/provenance", {"apiKey": 1}),
            [],
        ),
        (
            "error-in-a-result",
            "a result has no error: what stands there is an unknown member, and not looked at",
            result,
            add("/error", {"provenance": content}),
            [f"{_UNKNOWN} /error"],
        ),
        (
            "error-in-an-error",
            "an error has no error: what stands there is an unknown member, and not looked at",
            error,
            add("/error", {"provenance": content}),
            [f"{_UNKNOWN} /error"],
        ),
        (
            "error-of-another-version",
            "an error of another version does not hide a leak of its record",
            bare,
            replace("/error", {"schemaVersion": "2.0", "provenance": content}),
            ["schema/unknown-version /error/schemaVersion", f"{CONTENT} /error/provenance/prompt"],
        ),
    ):
        topic.changed(
            f"carrier.{slug}", title, base, change, findings, tags=["two-findings"] if len(findings) > 1 else []
        )


def _secret_names(topic: Topic, bases: Bases) -> None:
    """No path of any phase runs through a name that has the shape of a credential: it ends at the parent of that name."""
    fallback, count = bases.records["fallback"], '"attemptCount":2'
    name = f"sk-ant-{_C}"
    twice, lone = "json/duplicate-member", "json/lone-surrogate"
    for slug, title, text, findings in (
        ("twice", "the name stands twice", f'"{name}":1,"{name}":1', [twice, VALUE]),
        (
            "twice-deep",
            "the name stands twice, deep in a member",
            f'"x":[{{"{name}":1,"{name}":1}}]',
            [f"{twice} /x/0", f"{VALUE} /x/0"],
        ),
        (
            "twice-below",
            "a member stands twice below the name",
            f'"x":{{"{name}":{{"y":1,"y":1}}}}',
            [f"{twice} /x", f"{VALUE} /x"],
        ),
        (
            "surrogate-below",
            "a lone surrogate below the name",
            f'"x":{{"{name}":["\\ud800"]}}',
            [f"{lone} /x", f"{VALUE} /x"],
        ),
    ):
        topic.changed(
            f"secret-name.{slug}",
            f"the name of a member has the shape of a credential: {title}",
            fallback,
            edit(f"a name with the shape of a credential: {title}", count, f"{count},{text}"),
            findings,
            tags=["two-findings"],
        )
    for slug, parent in (("attempt", "/attempts/0"), ("rejection", "/routeRejections/0")):
        topic.changed(
            f"secret-name.in-{slug}",
            f"the name of an unknown member at {parent} has the shape of a credential",
            fallback,
            add(f"{parent}/{name}", 1),
            [f"{_UNKNOWN} {parent}", f"{VALUE} {parent}"],
            tags=["two-findings"],
        )
    topic.changed(
        "secret-name.message-below",
        "free text on an attempt below a name with the shape of a credential",
        fallback,
        add(f"/attempts/1/{name}", {"message": "CANARY"}),
        [f"{_UNKNOWN} /attempts/1", f"{VALUE} /attempts/1", f"{MESSAGE} /attempts/1"],
        tags=["two-findings"],
    )
    topic.changed(
        "secret-name.in-a-carrier",
        "an unknown member of a carrier has a name with the shape of a credential, which is no leak there and in no path",
        bases.carriers["task-result"],
        add(f"/{name}", 1),
        [_UNKNOWN],
    )


def _shapes(topic: Topic, bases: Bases, contract: Contract) -> None:
    """Each alternative of each pattern, each least length, and one character below it."""
    one, path = bases.records["one-attempt"], "/configuredModel"
    there = {case.data for case in topic.cases}
    shapes = contract.leaks["credentialValues"]
    for shape in shapes:
        for fault in faults(shape["id"], shapes):
            if fault.text is None or compact({**one.value, path[1:]: fault.text}) in there:
                continue
            findings = [f"{VALUE} {path}"] if fault.is_leak else []
            # A tab between two words is no text of an identifier.
            if "\t" in fault.text:
                findings.append(f"schema/identifier-text {path}")
            there.add(
                topic.changed(
                    f"shape.{shape['id']}.{fault.slug}",
                    f"the shape of {shape['description']}: {fault.title}",
                    one,
                    replace(path, fault.text),
                    findings,
                ).data
            )
