# SPDX-License-Identifier: MIT
"""schemas.py SCHEMA FILE...: checks that every line of the files fits one object of the schema, and that each object of the schema
occurs. A line that lacks a required key, has an unknown key, or has an odd value under any key must not fit. Prints what is wrong."""
import json
import sys

import jsonschema

with open(sys.argv[1], encoding="utf-8") as file:
    schema = json.load(file)
jsonschema.Draft7Validator.check_schema(schema)
objects = {}
for each in schema.get("oneOf", [schema]):
    if each is not schema:
        each["definitions"] = schema.get("definitions", {})
    properties = each["properties"]
    name = (properties["event"]["const"], tuple(properties.get("table", {}).get("enum", [])))
    objects[name] = [jsonschema.Draft7Validator(each), each, None]


def object_of(document):
    table = (document["table"],) if document["event"] == "stats" else ()
    return objects.get((document["event"], table))


def spoilt(document, required):
    """Yields copies of the document with one error each."""
    yield {**document, "no such key": 1}
    for key in document:
        yield {**document, key: [[{}]]}
        if key in required:
            yield {other: value for other, value in document.items() if other != key}


wrong = 0
seen = set()
for path in sys.argv[2:]:
    with open(path, encoding="utf-8") as file:
        for line in file:
            if line in seen:
                continue
            seen.add(line)
            document = json.loads(line)
            found = object_of(document)
            errors = [error.message for error in found[0].iter_errors(document)] if found else ["no such object"]
            if found and not errors:
                found[2] = found[2] or document
            elif wrong < 10:
                print(f"{path}: {errors[0]}: {line[:200]}")
            wrong += bool(errors)
for name, (validator, each, document) in objects.items():
    if document is None:
        print(f"{name} does not occur")
        continue
    for odd in spoilt(document, each["required"]):
        if validator.is_valid(odd):
            print(f"{name}: this should not fit: {json.dumps(odd)[:200]}")
