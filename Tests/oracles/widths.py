"""Writes the width table of CellGrid from the C library's wcwidth.

Usage: python widths.py [--check] OUTPUT_DIRECTORY

`--check` writes nothing and fails if the file differs. One file:

TextWidth+Runs.swift     runs of scalars of one width, each `first << 2 | width`, 3 for none

The table is that of glibc 2.36 with the locale C.UTF-8 (Unicode 15); another C library has other
widths, so that this program refuses to run on one.
"""

import ctypes
import ctypes.util
import locale
import pathlib
import platform
import sys

LIBRARY = ("glibc", "2.36")
LOCALE = "C.UTF-8"
SCALARS = 0x110000
SURROGATES = range(0xD800, 0xE000)
NO_WIDTH = 3
NUMBERS_PER_LINE = 9

HEADER = """\
extension TextWidth {
  /// Runs of scalars of one width, ascending: the first scalar, shifted by 2, and the width.
  ///
  /// 3 stands for no width. Written by Tests/oracles/widths.py with wcwidth of glibc 2.36.
  static let runs: [UInt32] = [
"""
FOOTER = """\
  ]
}
"""


def wcwidth():
    """The C library's function, under a UTF-8 locale."""
    locale.setlocale(locale.LC_CTYPE, LOCALE)
    function = ctypes.CDLL(ctypes.util.find_library("c")).wcwidth
    function.argtypes = [ctypes.c_wchar]
    function.restype = ctypes.c_int
    return function


def widths():
    """The width of each scalar, in order."""
    width_of = wcwidth()
    for value in range(SCALARS):
        width = -1 if value in SURROGATES else width_of(chr(value))
        if width not in (-1, 0, 1, 2):
            sys.exit(f"U+{value:04X} has the width {width}")
        yield NO_WIDTH if width == -1 else width


def runs():
    """Each run as one number."""
    last = None
    for value, width in enumerate(widths()):
        if width != last:
            yield value << 2 | width
        last = width


def text():
    """The Swift file."""
    numbers = [f"0x{number:X}" for number in runs()]
    lines = [
        "    " + ", ".join(numbers[at : at + NUMBERS_PER_LINE]) + ",\n"
        for at in range(0, len(numbers), NUMBERS_PER_LINE)
    ]
    return HEADER + "".join(lines) + FOOTER


def main(arguments):
    is_check = "--check" in arguments
    directories = [argument for argument in arguments if not argument.startswith("--")]
    if len(directories) != 1:
        sys.exit(__doc__)
    if platform.libc_ver() != LIBRARY:
        sys.exit(f"widths.py needs {' '.join(LIBRARY)}, this is {platform.libc_ver()}")
    path = pathlib.Path(directories[0]) / "TextWidth+Runs.swift"
    if not is_check:
        path.write_text(text())
    elif path.read_text() != text():
        sys.exit(f"{path} differs from what the oracle writes now")


if __name__ == "__main__":
    main(sys.argv[1:])
