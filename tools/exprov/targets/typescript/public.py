"""Render what people import: `index.ts`, and `catalogue.ts` with the meaning of every rule."""

from __future__ import annotations

from exprov.contract.catalogue import entries
from exprov.contract.model import Contract
from exprov.targets.typescript.models import exports
from exprov.targets.typescript.naming import literal


def render_index(contract: Contract) -> str:
    types, values = exports(contract)
    lines = [
        "/** Execution provenance: the record of how an AI execution was carried out. */",
        "",
        'export { RULES, type RuleInfo } from "./catalogue.js";',
        'export { Codec, canonical, digest, parse, stringify } from "./codec.js";',
        'export { describeFinding, InvalidRecord, type Finding, type Level } from "./finding.js";',
        "export {",
        *(f"  {name}," for name in sorted(values)),
        *(f"  type {name}," for name in sorted(types)),
        '} from "./models.js";',
        'export { ExactNumber } from "./number.js";',
        'export { DEFAULT_LIMITS, type Limits } from "./read.js";',
        'export { VERSION as CONTRACT_VERSION, type Carrier } from "./schema.js";',
        'export type { JsonObject, JsonValue } from "./tree.js";',
        'export { check, isValid, validate, type Options } from "./validator.js";',
    ]
    return "\n".join(lines) + "\n"


def render_catalogue(contract: Contract) -> str:
    lines = [
        "/** What every rule means: the texts behind `exprov explain`. */",
        "",
        'import type { Level } from "./finding.js";',
        "",
        "/** One rule: what it says, why it is there, what to do, and a failing and a passing input as JSON text. */",
        "export interface RuleInfo {",
        "  readonly id: string;",
        "  readonly level: Level;",
        "  readonly title: string;",
        "  readonly why: string;",
        "  readonly remedy: string;",
        "  readonly failing: string;",
        "  readonly passing: string;",
        "  readonly expression?: string;",
        "  readonly carrier?: string;",
        "}",
        "",
        "/** Every rule, by its id. */",
        "export const RULES: ReadonlyMap<string, RuleInfo> = new Map<string, RuleInfo>([",
    ]
    for entry in entries(contract):
        lines += ["  [", f"    {literal(entry['id'])},", "    {"]
        for name in ("id", "level", "title", "why", "remedy", "failing", "passing"):
            lines += [f"      {name}: {literal(entry[name])},"]
        for name in ("expression", "carrier"):
            if entry[name]:
                lines += [f"      {name}: {literal(entry[name])},"]
        lines += ["    },", "  ],"]
    lines += ["]);"]
    return "\n".join(lines) + "\n"
