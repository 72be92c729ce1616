"""Render `models.py` with datamodel-code-generator: one frozen dataclass per object type, and the closed and open sets.

The generator sees one bundle of plain definitions in dependency order. What it cannot say (the order of the members, their
wire names, bounds, conditions, known tokens) the templates take from the program.
"""

from __future__ import annotations

import json
import keyword
import warnings
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from exprov.program.model import (
    Array,
    Boolean,
    Check,
    Choice,
    Constant,
    Free,
    Member,
    Number,
    Object,
    Program,
    Ref,
    Set,
    SetRef,
    Text,
    Token,
    Union,
    Version,
)
from exprov.targets.common.naming import Names, constant, snake
from exprov.targets.python.naming import docstring, documented, literal, literals

TEMPLATES = Path(__file__).with_name("templates")

# What the package exports beside the types, and what `models.py` calls by a plain name.
TYPES = Names(
    str,
    reserved={
        *("Carrier", "ExactNumber", "Finding", "InvalidRecord", "Level", "Limits", "RULES", "RuleInfo"),
        *("Any", "AttributeError", "Literal", "TypeAlias"),
        *keyword.kwlist,
    },
)
ATTRIBUTES = Names(
    snake,
    reserved={
        *keyword.kwlist,
        *("from_json", "from_dict", "to_json", "to_dict", "canonical", "digest", "extra"),
        *("self", "cls", "data", "limits", "rules", "bool", "classmethod", "dataclass", "float", "int", "str", "tuple"),
    },
)


def render(program: Program) -> str:
    # Imported here: it takes half a second, and only this target needs it.
    from datamodel_code_generator import InputFileType, PythonVersion, generate
    from datamodel_code_generator.enums import DataModelType
    from datamodel_code_generator.parser import LiteralType

    data: defaultdict[str, dict[str, Any]] = defaultdict(dict)
    # Templates of aliases see the data of all models alone.
    data["#all#"] = {"sets": {TYPES(one.name): _set_data(one) for one in program.sets}}
    data |= {_reference(union.name)["$ref"]: _union_data(program, union.name) for union in program.unions}
    data |= {_reference(kind.name)["$ref"]: _object_data(program, kind) for kind in program.objects}
    names = {member.name: ATTRIBUTES(member.name) for kind in program.objects for member in kind.members}
    header = docstring(
        "The contract's types as dataclasses. Absent members are None; unknown ones are kept in `extra`."
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        result = generate(
            json.dumps(bundle(program)),
            input_file_type=InputFileType.JsonSchema,
            output_model_type=DataModelType.DataclassesDataclass,
            custom_template_dir=TEMPLATES,
            extra_template_data=data,
            custom_file_header=f"{header}\n",
            additional_imports=["execution_provenance._model"],
            custom_class_name_generator=TYPES,
            aliases=names,
            enum_field_as_literal=LiteralType.All,
            use_type_alias=True,
            skip_root_model=True,
            use_double_quotes=True,
            target_python_version=PythonVersion.PY_311,
            disable_timestamp=True,
            allow_remote_refs=False,
            formatters=[],
        )
    return str(result)


def bundle(program: Program) -> dict[str, Any]:
    """All types as definitions of one plain schema."""
    bases = {branch.type: union.name for union in program.unions for branch in union.branches}
    definitions: dict[str, Any] = {one.name: _plain(one.check) for one in program.sets}
    definitions |= {union.name: _object(_common(program, union)) for union in program.unions}
    for kind in program.objects:
        base = bases.get(kind.name)
        own = _object(kind.members)
        definitions[kind.name] = {"allOf": [_reference(base), own]} if base else own
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": definitions}


def _object(members: Iterable[Member]) -> dict[str, Any]:
    members = list(members)
    return {
        "type": "object",
        "required": [member.name for member in members if member.required],
        "properties": {member.name: _plain(member.check) for member in members},
    }


def _common(program: Program, union: Union) -> list[Member]:
    """The members that all branches have alike."""
    first, *others = [program.object(branch.type) for branch in union.branches]
    return [member for member in first.members if all(member in other.members for other in others)]


def _plain(check: Check) -> dict[str, Any]:
    match check:
        case Constant(value=value) | Version(value=value):
            return {"type": "string", "enum": [value]}
        case Choice(values=values):
            return {"type": "string", "enum": list(values)}
        case Token(known=known):
            return {"anyOf": [{"type": "string", "enum": list(known)}, {"type": "string"}]}
        case Text():
            return {"type": "string"}
        case Number(integer=integer):
            return {"type": "integer" if integer else "number"}
        case Boolean():
            return {"type": "boolean"}
        case Array(items=items):
            return {"type": "array", "items": _plain(items)}
        case Ref(name=name) | SetRef(name=name):
            return _reference(name)
        case Free():
            return {"type": "object", "additionalProperties": True}


def _reference(name: str) -> dict[str, Any]:
    return {"$ref": f"#/$defs/{name}"}


def _set_data(one: Set) -> dict[str, Any]:
    what = "Every value of" if isinstance(one.check, Choice) else "The known values of"
    return {
        "doc": docstring(one.description),
        "constant": constant(one.name),
        "form": literal(_form(one.check)) if isinstance(one.check, Token) else None,
        "tokens": literals(one.values),
        "tokens_doc": docstring(f"{what} {one.name}."),
    }


def _form(token: Token) -> str:
    """The regular expression that tokens match as a whole."""
    return f"[{token.first}][{token.rest}]*+"


def _union_data(program: Program, name: str) -> dict[str, Any]:
    union = next(union for union in program.unions if union.name == name)
    return {
        "doc": docstring(union.description),
        "type": literal(name),
        "document": _document(program, name),
        "branches": " | ".join(TYPES(branch.type) for branch in union.branches),
    }


def _object_data(program: Program, kind: Object) -> dict[str, Any]:
    bases = [union.name for union in program.unions if kind.name in [branch.type for branch in union.branches]]
    return {
        "doc": documented(kind.description, {ATTRIBUTES(member.name): member.description for member in kind.members}),
        "type": literal(kind.name),
        "document": _document(program, (bases or [kind.name])[0]),
        "members": [_member_data(member) for member in kind.members],
        "tests": _tests(program, kind, "self"),
        "loops": _loops(program, kind),
    }


def _document(program: Program, name: str) -> str:
    """The document that is of this type, as a literal; None if there is none."""
    return next((literal(document.slug) for document in program.documents if document.type == name), "None")


def _member_data(member: Member) -> dict[str, Any]:
    check = member.check.items if isinstance(member.check, Array) else member.check
    match check:
        case Ref(name=name):
            kind = TYPES(name)
        case Free():
            kind = "_model.Members"
        case Boolean():
            kind = "bool"
        case Number(integer=integer):
            kind = "int" if integer else "float"
        case _:
            kind = "str"
    return {
        "name": member.name,
        "doc": docstring(member.description),
        "kind": kind,
        "array": isinstance(member.check, Array),
        "required": member.required,
        # What has one value need not be given.
        "constant": literal(check.value) if member.required and isinstance(check, Constant | Version) else None,
    }


def _tests(program: Program, kind: Object, it: str) -> list[str]:
    """What `from_json` has to ask of a decoded record, `it`, beside the types of its members, as Python expressions.

    The elements of its arrays are asked by `_loops`.
    """
    tests = []
    for member in kind.members:
        value = f"{it}.{ATTRIBUTES(member.name)}"
        found = _value_tests(program, member.check, value)
        tests += found if member.required else [f"({value} is None or {' and '.join(found)})"] if found else []
    for condition in kind.conditions:
        holds = [f"{it}.{ATTRIBUTES(name)} is not None" for name in condition.required]
        holds += [f"{it}.{ATTRIBUTES(name)} is None" for name in condition.forbidden]
        tests.append(
            f"({it}.{ATTRIBUTES(condition.member)} not in {literals(condition.values)} or {' and '.join(holds)})"
        )
    return tests


def _loops(program: Program, kind: Object) -> list[tuple[str, str, list[str]]]:
    """The arrays of objects in a record: a name for each element, the array, and what to ask of the element."""
    loops = []
    for member in kind.members:
        if isinstance(member.check, Array) and isinstance(member.check.items, Ref):
            items = program.object(member.check.items.name)
            # Written out, since a call for each element is felt.
            item, array = f"{ATTRIBUTES(member.name)}_item", f"self.{ATTRIBUTES(member.name)}"
            tests = [f"{item}._fits()"] if _loops(program, items) else _tests(program, items, item)
            loops += [(item, array if member.required else f"{array} or ()", tests)] if tests else []
    return loops


def _value_tests(program: Program, check: Check, value: str) -> list[str]:
    match check:
        case Text(min_length=min_length) if min_length:
            return [f'{value} != ""'] if min_length == 1 else [f"len({value}) >= {min_length}"]
        case Number(minimum=minimum, maximum=maximum) if minimum is not None or maximum is not None:
            low = "" if minimum is None else f"{minimum} <= "
            return [f"{low}{value}" + ("" if maximum is None else f" <= {maximum}")]
        case Token():
            return [f"_model.form({literal(_form(check))})({value})"]
        case SetRef(name=name) if isinstance(program.set(name).check, Token):
            return [f"({value} in _{constant(name)} or _{constant(name)}_FORM({value}))"]
        case Array(items=items, min_items=min_items, unique=unique):
            tests = [f"len({value}) >= {min_items}"] if min_items else []
            tests += [f"len({{*{value}}}) == len({value})"] if unique else []
            # Elements are references: to sets, or to objects, which `_loops` asks.
            if isinstance(items, SetRef) and isinstance(program.set(items.name).check, Token):
                name = f"_{constant(items.name)}"
                tests.append(f"({name}.issuperset({value}) or all(map({name}_FORM, {value})))")
            return tests
        case Ref(name=name) if _tests(program, program.object(name), "") or _loops(program, program.object(name)):
            return [f"{value}._fits()"]
        case _:
            return []
