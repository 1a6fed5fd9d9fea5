"""Judges documents by schemas with the jsonschema package, until its input ends.

Usage: validate.py FOLDER, the folder of the schemas. A line of input is a JSON array [SCHEMA,
DOCUMENT]: a reference such as `rejection.schema.json#/$defs/unavailable`, the word `metaschema` or
a schema, and any value. The line of output is a JSON array of the findings, each with its place.
"""

import json
import pathlib
import sys
import warnings

import jsonschema
from jsonschema.exceptions import best_match

warnings.simplefilter("ignore", DeprecationWarning)
# Where the schemas' addresses begin; nothing is ever fetched from there.
BASE = "https://dnp.invalid/schema/"
VALIDATOR = jsonschema.Draft202012Validator


def resolving(documents):
    """How a reference finds its document: by a registry, or in older packages by a resolver."""
    try:
        from referencing import Registry, Resource
    except ImportError:
        return {"resolver": jsonschema.RefResolver(BASE, {}, store=documents)}
    rows = [(address, Resource.from_contents(row)) for address, row in documents.items()]
    return {"registry": Registry().with_resources(rows)}


def finding(error):
    """The error with its place; of alternatives that all fail, that of the closest one."""
    error = best_match([error])
    steps = [str(step).replace("~", "~0").replace("/", "~1") for step in error.absolute_path]
    return "".join("/" + step for step in steps) + ": " + error.message[:400]


def main():
    folder = pathlib.Path(sys.argv[1])
    files = [json.loads(path.read_text("utf-8")) for path in folder.rglob("*.schema.json")]
    references = resolving({file["$id"]: file for file in files})
    validators = {"metaschema": VALIDATOR(VALIDATOR.META_SCHEMA)}
    for line in sys.stdin:
        schema, document = json.loads(line)
        if not isinstance(schema, str):
            validator = VALIDATOR(schema)
        elif schema in validators:
            validator = validators[schema]
        else:
            validator = VALIDATOR({"$ref": BASE + schema}, **references)
            validators[schema] = validator
        print(json.dumps([finding(error) for error in validator.iter_errors(document)]), flush=True)


main()
