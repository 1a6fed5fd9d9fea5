"""Says of each document in a corpus whether the jsonschema package finds it valid.

Usage: validate.py SCHEMAS CORPUS. SCHEMAS is a JSON object of paths and documents; CORPUS is a JSON
array of {"schema": reference or schema, "document": any}. Prints a JSON object: the faults of the
schemas themselves against the metaschema, and for each document of the corpus true or false.
"""

import json
import sys
import warnings

import jsonschema

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


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        schemas = {row.get("$id", BASE + path): row for path, row in json.load(file).items()}
    with open(sys.argv[2], encoding="utf-8") as file:
        corpus = json.load(file)
    faults = []
    for address, schema in sorted(schemas.items()):
        for error in VALIDATOR(VALIDATOR.META_SCHEMA).iter_errors(schema):
            faults.append(f"{address} {error.json_path}: {error.message}")
    verdicts = []
    references = resolving(schemas)
    for row in corpus:
        schema = row["schema"]
        if isinstance(schema, str):
            validator = VALIDATOR({"$ref": BASE + schema}, **references)
        else:
            validator = VALIDATOR(schema)
        verdicts.append(validator.is_valid(row["document"]))
    print(json.dumps({"faults": faults, "verdicts": verdicts}))


main()
