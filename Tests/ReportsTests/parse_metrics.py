"""Reads metrics with the prometheus_client package and prints what it found as JSON.

Usage: parse_metrics.py text|openmetrics FILE. Prints an array of families, each an object with its
name, type, unit, documentation and samples; a sample is an array of name, labels and value. Ends with
an error where the package does not read the file.
"""

import json
import sys

from prometheus_client.openmetrics.parser import text_string_to_metric_families as openmetrics
from prometheus_client.parser import text_string_to_metric_families as plain

PARSERS = {"text": plain, "openmetrics": openmetrics}


def main():
    with open(sys.argv[2], encoding="utf-8", newline="") as file:
        families = list(PARSERS[sys.argv[1]](file.read()))
    print(json.dumps([
        {
            "name": family.name, "type": family.type, "unit": family.unit,
            "documentation": family.documentation,
            "samples": [[row.name, row.labels, row.value] for row in family.samples],
        }
        for family in families
    ]))


main()
