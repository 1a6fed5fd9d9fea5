"""Writes the canonical JSON fixture of JSONTextTests from Python's json and repr.

Usage: python canonical_json.py [--check] OUTPUT_DIRECTORY

`--check` writes nothing and fails if the file differs. canonical-json.txt holds pairs of lines: a
document in some spelling, and the same as RFC 8785 prints it. The documents are random from a
fixed seed. Python's repr has the shortest digits of a double, as ECMAScript has.
"""

import json
import math
import pathlib
import random
import struct
import sys

ALPHABET = "abcxyzABC 0189\"\\/\b\f\n\r\t\u0000\u001f\u007f\u0080\u00e9\u20ac\u2028\ud7ff\ue000"
ALPHABET += "\ufb33\uffff\U00010000\U0001f600\U0010ffff"
CASE_COUNT = 400
NUMBER_COUNT = 1200


def number_text(value):
    """A double as ECMAScript's Number::toString prints it."""
    if value == 0:
        return "0"
    sign = "-" if value < 0 else ""
    mantissa, _, exponent = repr(abs(value)).partition("e")
    whole, _, fraction = mantissa.partition(".")
    digits = (whole + fraction).lstrip("0")
    point = len(whole) + int(exponent or 0) - (len(whole + fraction) - len(digits))
    digits = digits.rstrip("0")
    count = len(digits)
    if count <= point <= 21:
        text = digits + "0" * (point - count)
    elif 0 < point <= 21:
        text = digits[:point] + "." + digits[point:]
    elif -6 < point <= 0:
        text = "0." + "0" * -point + digits
    else:
        tail = "." + digits[1:] if count > 1 else ""
        text = f"{digits[0]}{tail}e{'+' if point > 0 else '-'}{abs(point - 1)}"
    return sign + text


def string_text(value):
    """A string with the escapes of RFC 8785."""
    short = {"\b": "b", "\t": "t", "\n": "n", "\f": "f", "\r": "r", '"': '"', "\\": "\\"}
    parts = []
    for character in value:
        if character in short:
            parts.append("\\" + short[character])
        elif character < " ":
            parts.append(f"\\u{ord(character):04x}")
        else:
            parts.append(character)
    return '"' + "".join(parts) + '"'


def canonical(value):
    """A value as RFC 8785 prints it."""
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    if isinstance(value, str):
        return string_text(value)
    if isinstance(value, (int, float)):
        return number_text(float(value))
    if isinstance(value, list):
        return "[" + ",".join(map(canonical, value)) + "]"
    keys = sorted(value, key=lambda key: key.encode("utf-16-be"))
    return "{" + ",".join(string_text(key) + ":" + canonical(value[key]) for key in keys) + "}"


def random_double(source):
    """A finite double of any magnitude, from random bits."""
    while True:
        value = struct.unpack(">d", source.getrandbits(64).to_bytes(8, "big"))[0]
        if math.isfinite(value):
            return value


def random_string(source):
    """Up to eleven characters of the alphabet."""
    return "".join(source.choice(ALPHABET) for _ in range(source.randrange(12)))


def random_value(source, depth):
    """A value that nests at most that deep."""
    kind = source.randrange(9 if depth > 0 else 7)
    if kind == 0:
        return source.choice([None, True, False])
    if kind in (1, 2):
        return source.randint(-(10 ** source.randrange(17)), 10 ** source.randrange(17))
    if kind == 3:
        return source.uniform(-1000, 1000)
    if kind == 4:
        return random_double(source)
    if kind in (5, 6):
        return random_string(source)
    count = source.randrange(8)
    if kind == 7:
        return [random_value(source, depth - 1) for _ in range(count)]
    return {random_string(source): random_value(source, depth - 1) for _ in range(count * 3)}


def spelled(source, value):
    """The value in a random spelling: escapes and spaces, on one line."""
    separators = source.choice([(",", ":"), (", ", ": "), (" ,\t", " : ")])
    return json.dumps(value, ensure_ascii=source.random() < 0.5, separators=separators)


def text():
    """The whole fixture."""
    source = random.Random(8785)
    values = [random_value(source, 4) for _ in range(CASE_COUNT)]
    values += [random_double(source) for _ in range(NUMBER_COUNT)]
    return "".join(f"{spelled(source, value)}\n{canonical(value)}\n" for value in values)


def main(arguments):
    is_check = "--check" in arguments
    directories = [argument for argument in arguments if not argument.startswith("--")]
    if len(directories) != 1:
        sys.exit(__doc__)
    path = pathlib.Path(directories[0]) / "canonical-json.txt"
    if not is_check:
        path.write_bytes(text().encode())
    elif path.read_bytes() != text().encode():
        sys.exit(f"{path} differs from what the oracle writes now")


if __name__ == "__main__":
    main(sys.argv[1:])
