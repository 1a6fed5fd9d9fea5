"""Writes the zone fixtures of CivilTimeTests from Python's zoneinfo and PyPI's tzdata.

Usage: python zones.py [--check] OUTPUT_DIRECTORY

`--check` writes nothing and fails if a file differs. Two files:

zone-transitions.txt     zone epochSeconds offsetBefore offsetAfter
zone-resolutions.txt     zone wallTime epochSeconds ("none" if the date was skipped whole)

Both are derived from `utcoffset` alone, by search, so that they share nothing with the code under
test. The rules of a resolution: in a gap forward by the gap's length, in an overlap the first, on
a date that no clock in the zone has shown none.

tzdata is pinned in requirements.txt to the release that Foundation's data has. The host's zone
files are not read.
"""

import datetime
import pathlib
import sys
import zoneinfo

import tzdata

ZONES = [
    "America/New_York",
    "Europe/London",
    "Australia/Lord_Howe",
    "America/Sao_Paulo",
    "Pacific/Apia",
    "Africa/Casablanca",
    "Asia/Kathmandu",
    "Pacific/Kiritimati",
    "Antarctica/Troll",
    "UTC",
]
EPOCH = datetime.datetime(1970, 1, 1)
START = datetime.datetime(2000, 1, 1)
END = datetime.datetime(2038, 1, 1)
STEP_SECONDS = 6 * 3600
MINUTE = 60
DAY = 86400


def epoch_seconds(naive):
    """Seconds since the epoch of a naive time read as UTC."""
    return int((naive - EPOCH).total_seconds())


def offset(zone, second):
    """Seconds east of UTC."""
    moment = datetime.datetime.fromtimestamp(second, datetime.timezone.utc)
    return int(moment.astimezone(zone).utcoffset().total_seconds())


def transitions(zone):
    """Each (second, offset before, offset after) from 2000 through 2037."""
    found = []
    left = epoch_seconds(START) - STEP_SECONDS
    while left < epoch_seconds(END):
        right = left + STEP_SECONDS
        before, after = offset(zone, left), offset(zone, right)
        if before != after:
            low, high = left, right
            while high - low > 1:
                middle = (low + high) // 2
                if offset(zone, middle) == before:
                    low = middle
                else:
                    high = middle
            if epoch_seconds(START) <= high < epoch_seconds(END):
                found.append((high, before, after))
        left = right
    return found


def shown_at(zone, local, near):
    """The first instant whose wall time is `local`, given offsets that occur nearby."""
    instants = sorted({local - value for value in near})
    return next((at for at in instants if at + offset(zone, at) == local), None)


def is_date_shown(zone, local):
    """Whether some instant has the date of `local`, looking at every quarter of an hour."""
    date = local // DAY
    around = range(date * DAY - 2 * DAY, date * DAY + 3 * DAY, 15 * MINUTE)
    return any((at + offset(zone, at)) // DAY == date for at in around)


def resolve(zone, local):
    """The instant of a wall time, or None."""
    near = {offset(zone, local + hours * 3600) for hours in range(-30, 31)}
    at = shown_at(zone, local, near)
    if at is not None:
        return at
    if not is_date_shown(zone, local):
        return None
    moved = local + max(near) - min(near)
    return shown_at(zone, moved, near)


def probes(transition):
    """Wall times around one transition: its edges, a minute either side, the middle, a day off."""
    second, before, after = transition
    low, high = second + min(before, after), second + max(before, after)
    edges = [low - DAY, low - MINUTE, low - 1, low, low + 1, low + MINUTE, (low + high) // 2]
    return edges + [high - MINUTE, high - 1, high, high + 1, high + MINUTE, high + DAY]


def wall_text(local):
    """yyyy-MM-ddTHH:mm:ss."""
    return (EPOCH + datetime.timedelta(seconds=local)).isoformat()


def files():
    """The text of each fixture by name."""
    header = f"# tzdata {tzdata.IANA_VERSION}\n"
    changes, resolutions = [header], [header]
    for name in ZONES:
        zone = zoneinfo.ZoneInfo(name)
        for transition in transitions(zone):
            changes.append("{} {} {} {}\n".format(name, *transition))
            for local in probes(transition):
                at = resolve(zone, local)
                answer = "none" if at is None else at
                resolutions.append(f"{name} {wall_text(local)} {answer}\n")
    return {
        "zone-transitions.txt": "".join(changes),
        "zone-resolutions.txt": "".join(resolutions),
    }


def main(arguments):
    is_check = "--check" in arguments
    directories = [argument for argument in arguments if not argument.startswith("--")]
    if len(directories) != 1:
        sys.exit(__doc__)
    zoneinfo.reset_tzpath([])
    for name, text in files().items():
        path = pathlib.Path(directories[0]) / name
        if not is_check:
            path.write_text(text)
        elif path.read_text() != text:
            sys.exit(f"{path} differs from what the oracle writes now")


if __name__ == "__main__":
    main(sys.argv[1:])
