"""Render `models.py` with datamodel-code-generator: one frozen dataclass per object type, and the closed and open sets.

The generator sees one bundle of plain definitions in dependency order. What it would drop or render wrongly (conditions,
patterns, bounds) is left out of the bundle: the validator covers those.
"""

from __future__ import annotations

import json
import warnings
from collections import defaultdict
from pathlib import Path
from typing import Any

from exprov.contract.model import Contract
from exprov.contract.types import ArrayType, BooleanType, FreeObjectType, NumberType, RefType, StringType, ValueType
from exprov.targets.python.naming import constant, docstring, literal, literals

TEMPLATES = Path(__file__).with_name("templates")


def render(contract: Contract) -> str:
    body = _generate(contract)
    lines = [
        docstring("The contract's types as dataclasses. Absent members are None; unknown ones are kept in `extra`."),
        "",
        "from __future__ import annotations",
        "",
        "from collections.abc import Mapping",
        "from dataclasses import dataclass, field",
        "from typing import Any, ClassVar, Literal",
        "",
        "from ._model import Extra, Model, Wire",
    ]
    for kind in contract.sets.values():
        what = "Every value of" if kind.type.values else "The known values of"
        name = f"{constant(kind.name)}_VALUES"
        lines += ["", f"{name}: tuple[str, ...] = {literals(kind.type.values or kind.type.known)}"]
        lines += [docstring(f"{what} {kind.name}. {kind.description}")]
    lines += ["", "", body.strip()]
    for union in contract.unions.values():
        lines += ["", f"{union.name} = {' | '.join(name for _, name in union.branches)}", docstring(union.description)]
    return "\n".join(lines) + "\n"


def _generate(contract: Contract) -> str:
    # Imported here: it takes half a second, and only this target needs it.
    from datamodel_code_generator import InputFileType, PythonVersion, generate
    from datamodel_code_generator.enums import DataModelType
    from datamodel_code_generator.parser import LiteralType

    # Descriptions go to the template ready-made: the generator's own docstrings depend on what the text holds.
    wires: defaultdict[str, dict[str, Any]] = defaultdict(dict)
    for name, kind in contract.objects.items():
        wires[name] = {"wires": _wires(contract, name), "doc": docstring(kind.description)}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        result = generate(
            json.dumps(bundle(contract)),
            input_file_type=InputFileType.JsonSchema,
            output_model_type=DataModelType.DataclassesDataclass,
            custom_template_dir=TEMPLATES,
            extra_template_data=wires,
            snake_case_field=True,
            enum_field_as_literal=LiteralType.All,
            use_double_quotes=True,
            use_generic_container_types=True,
            target_python_version=PythonVersion.PY_311,
            disable_timestamp=True,
            allow_remote_refs=False,
            formatters=[],
        )
    text = str(result)
    # The header is ours.
    return text[text.index("@dataclass") :]


def bundle(contract: Contract) -> dict[str, Any]:
    """All object types as definitions of one plain schema."""
    definitions = {}
    for kind in contract.objects.values():
        definitions[kind.name] = {
            "title": kind.name,
            "type": "object",
            "required": [member.name for member in kind.members if member.required],
            "properties": {member.name: _plain(member.type) for member in kind.members},
        }
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": definitions}


def _plain(kind: ValueType) -> dict[str, Any]:
    match kind:
        case StringType(const=str(const)):
            return {"type": "string", "enum": [const]}
        case StringType(values=(_, *_)):
            return {"type": "string", "enum": list(kind.values)}
        case StringType():
            return {"type": "string"}
        case NumberType(integer=integer):
            return {"type": "integer" if integer else "number"}
        case BooleanType():
            return {"type": "boolean"}
        case ArrayType(items=items):
            return {"type": "array", "items": _plain(items)}
        case RefType(name):
            return {"$ref": f"#/$defs/{name}"}
        case FreeObjectType():
            return {"type": "object", "additionalProperties": True}


def _wires(contract: Contract, name: str) -> list[dict[str, Any]]:
    result = []
    for member in contract.objects[name].members:
        kind = member.type
        array = isinstance(kind, ArrayType)
        item = kind.items if isinstance(kind, ArrayType) else kind
        result.append(
            {
                "name": member.name,
                "doc": docstring(member.description),
                "required": member.required,
                # What has one value need not be given.
                "const": literal(kind.const) if isinstance(kind, StringType) and kind.const is not None else None,
                "model": item.name if isinstance(item, RefType) else None,
                "array": array,
                "free": isinstance(kind, FreeObjectType),
                "integer": isinstance(kind, NumberType) and kind.integer,
            }
        )
    return result
