"""Writes the JSON Schema of the command's output: gen schema packaging/answers.toml LIBRARY...

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import json
import sys
import tomllib
from pathlib import Path
from typing import Any

Schema = dict[str, Any]
SIMPLE: dict[str, Schema] = {
    "text": {"type": "string"}, "flag": {"type": "boolean"}, "whole": {"type": "integer"},
    "count": {"type": "integer", "minimum": 0}, "object": {"type": "object"}}


def kind(text: str) -> Schema:
    """Returns the schema of a type in the notation of answers.toml."""
    if text.endswith("?"):
        return {"oneOf": [kind(text[:-1]), {"type": "null"}]}
    if text.endswith("[]"):
        return {"type": "array", "items": kind(text[:-2])}
    if text.endswith("[]+"):
        return kind(text[:-1]) | {"minItems": 1}
    if text.endswith("+"):
        return kind(text[:-1]) | {"minLength": 1}
    if text.startswith("/"):
        return {"type": "string", "pattern": text.strip("/")}
    if "|" in text:
        return {"enum": text.split("|")}
    return dict(SIMPLE.get(text, {"$ref": f"#/$defs/{text}"}))


def member(text: str) -> Schema:
    """Returns the schema of `type: description`; the description may be missing."""
    name, _, about = text.partition(": ")
    return ({"description": about} if about else {}) | kind(name)


def of_object(rows: dict[str, str]) -> Schema:
    """Returns the schema of an object. The output of a verb also has the common members."""
    rows = dict(rows)
    about = rows.pop("about", None)
    rules: Schema = json.loads(rows.pop("rules", "{}"))
    closed = {"$ref": "#/$defs/answer", "unevaluatedProperties": False} if "verb" in rows else \
        {"type": "object", "additionalProperties": False}
    return ({"description": about} if about else {}) | closed | rules | {
        "required": [key for key in rows if not key.endswith("?")],
        "properties": {key.removesuffix("?"): {"enum": text.split("|")} if key == "verb"
                       else member(text) for key, text in rows.items()}}


def schema(described: dict[str, Any], libraries: list[str]) -> Schema:
    objects = {name: rows for name, rows in described.items() if isinstance(rows, dict)}
    types = {name: member(text) for name, text in objects.pop("types").items()}
    every = of_object(objects.pop("answer"))
    del every["additionalProperties"]
    every["required"] += ["schema_version", "verb"]
    every["properties"] |= {"schema_version": {"const": described["schema_version"]},
                            "verb": {"type": "string"}}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "What lazynccl VERB --json prints",
        "$comment": "SPDX-License-Identifier: Apache-2.0 OR MIT",
        "description": described["about"],
        "oneOf": [{"$ref": f"#/$defs/{name}"} for name, rows in objects.items() if "verb" in rows],
        "$defs": {"answer": every, "library": {"enum": libraries}} | types
        | {name: of_object(rows) for name, rows in objects.items()}}


def main(arguments: list[str]) -> int:
    if len(arguments) < 2:
        print("usage: gen schema answers.toml LIBRARY...", file=sys.stderr)
        return 2
    described = tomllib.loads(Path(arguments[0]).read_text(encoding="utf-8"))
    print(json.dumps(schema(described, arguments[1:]), indent=2, ensure_ascii=False))
    return 0
