"""Writes the cron fixtures of CivilTimeTests from PyPI's cronsim.

Usage: python cron.py [--check] OUTPUT_DIRECTORY

`--check` writes nothing and fails if a file differs. Two files:

cron-occurrences.txt   zone | start | end | expression | source | answers
cron-syntax.txt        verdict | source | expression

Times are seconds since the epoch. `answers` are the firings strictly after `start`, ANSWER_COUNT
at most; when there are fewer, none follows up to `end`, or ever if `end` is "-". `verdict` is
`accept` or `refuse`.

Fixed times in a gap move by its length here, where crons fire them at its end: their answers are
those of `moved`, a search minute by minute. `source` is `cronsim` where its answer stands. Otherwise it is a key of EXCEPTIONS, the documented
differences: each names who is right, and the generator fails if a difference is not covered by one
or an exception covers none. Around transitions every answer is also compared with a port of
cronie's loop (src/cron.c), minute by minute, and exceptions that say so take their answer from it.

tzdata and cronsim are pinned in requirements.txt. The host's zone files are not read.
"""

import datetime
import importlib.metadata
import pathlib
import random
import re
import sys
import zoneinfo

import cronsim
import tzdata

# No cache of the module beside the sources.
sys.dont_write_bytecode = True
import zones

EXCEPTIONS = {
    # Firings.
    "half-hour": "cronie: cronsim steps by whole hours, past minutes of a 30-minute change",
    "odd-minute": "cronie: cronsim steps by whole hours, past a change at one minute past the hour",
    "back-over-midnight": "cronie: cronsim never ends where a change leads to the day before",
    "gap-at-midnight": "cronie: cronsim answers the first minute of a day that begins later",
    "skipped-date": "cronie: cronsim gives a date that no clock has shown a firing",
    "three-hours": "cronsim: cronie takes a gap of three hours for a clock that was set",
    "moved-by-gap": "moved: crons fire a fixed time of a gap at its end, here it is later by the gap",
    "second-pass": "cronsim, without its answers that are not after the start",
    "one-value-range": "crontab(5): cronsim reads a-a/n as a-max/n",
    # Texts.
    "cronsim-only": "refuse: the letters L, W, #, a sixth field and the step of a single value",
    "to-sunday": "accept: a range may end on Sunday, as in FRI-SUN (cronie)",
    "never": "accept: cronsim refuses a day that no month has",
}
ZONES = {
    "America/New_York": (2025,),
    "Europe/London": (2025,),
    "Europe/Riga": (2021,),
    "Australia/Lord_Howe": (2025,),
    "America/Sao_Paulo": (2018,),
    "America/St_Johns": (2010,),
    "America/Nuuk": (2025,),
    "America/Havana": (2025,),
    "Pacific/Apia": (2011, 2012),
    "Africa/Casablanca": (2025,),
    "Africa/Cairo": (2025,),
    "Antarctica/Troll": (2025,),
    "Antarctica/Casey": (2016, 2018),
}
STEADY_ZONES = ["Asia/Kathmandu", "Pacific/Kiritimati", "UTC"]
ANSWER_COUNT = 6
MINUTE = 60
HOUR = 3600
DAY = 86400
WINDOW = 3 * DAY
FIELDS = [(0, 59), (0, 23), (1, 31), (1, 12), (0, 7)]
NAMES = {
    3: "JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC".split(),
    4: "SUN MON TUE WED THU FRI SAT".split(),
}
CALENDAR = """
0 0 29 2 *|0 0 29 2 */7|0 12 29 2 1|0 9 31 * *|0 9 30,31 */2 *|0 0 1 1 *|59 23 31 12 *
0 0 13 * FRI|0 0 13 * */5|0 0 */2 * 1|0 0 1-7 * */1|0 0 1-7 * MON|0 0 */10 * */3|0 0 1-31 * 1
0 0 1,15 * 0|0 0 1,15 * 7|0 0 * * 7|0 0 * * 0-7|0 0 * * 6-7|0 0 * * 0,7|0 0 * * */7|0 0 * * */6
0 0 * feb-apr Mon-wed|15 10 * JAN,JUL *|0 0 */35 * *|*/35 9 * * *|5-20/7 3 10 * *|0 22-23 1 */4 *
* * * * *|*/7 */5 * * *|1-59/2 12 * * *|0 0 2-30/9 3-11/4 *|30 6 28-31 2 *|00 07 08 09 *
0 0 * 2 */9|0 0 31 4-6 *|0 0 */31 2 *|0 0 29-31 2 3|45 23 * 12 5-7/2|3-3/10 4 * * *|0 8-8/2 * * *
0 0 30 2 MON|7,5,3 8,6 1 * *|*,5 3 * * *|5,* 3 * * *|0 0 1,* * 1|0 0 * * 1,*|0 0 *,1 * 1
"""
TEXTS = """
|*|* * * *|* * * * * *|@daily|60 * * * *|* 24 * * *|* * 0 * *|* * 32 * *|* * * 0 *|* * * 13 *
* * * * 8|*/0 * * * *|*/ * * * *|/5 * * * *|5/10 * * * *|5- * * * *|-5 * * * *|1-2-3 * * * *
*/2/3 * * * *|50-10 * * * *|* * * * FRI-SUN|* * * * 5-0|* * * * SAT-MON|* * * * 7-1|* * * JANUARY *
, * * * *|1, * * * *|,1 * * * *|1,,2 * * * *|*5 * * * *|5* * * * *|** * * * *|*-5 * * * *|? * * * *
* * L * *|* * LW * *|* * 15W * *|* * * * 5L|* * * * MON#2|* * * * L|H * * * *|~ * * * *
1.5 * * * *|+5 * * * *|0x5 * * * *|005 * * * *|*/100 * * * *|1/1 * * * *|* * * JAN/2 *|* * * * MON/2
* * * jan-MAR/2 *|* * * * sun|* * * * tues|0 0 30 2 *|0 0 31 4,6 *|0 0 31 2 MON|0 0 30-31 2 */2
9 9 9 9 9|59 23 31 12 7|0 0 1 1 0|1-1 * * * *|1-59/59 * * * *|* * * 3-MAY *|* * * * MON-5
JAN * * * *
"""


def table(text):
    """The expressions of a table; its first cell may be the empty text."""
    return [cell for line in text.strip("\n").split("\n") for cell in line.split("|")]


class Expression:
    """A cron expression as crontab(5) reads it; for texts that are known to be valid."""

    def __init__(self, text):
        parts = text.upper().split()
        self.sets = [self.values(index, part) for index, part in enumerate(parts)]
        self.is_wildcard = parts[0][0] == "*" or parts[1][0] == "*"
        self.is_and = parts[2][0] == "*" or parts[4][0] == "*"

    @staticmethod
    def values(index, part):
        """The values of one field."""

        def value(word):
            names = NAMES.get(index, [])
            return names.index(word) + FIELDS[index][0] if word in names else int(word)

        found = set()
        for item in part.split(","):
            base, _, step = item.partition("/")
            if base == "*":
                low, high = FIELDS[index]
            else:
                first, _, last = base.partition("-")
                low = value(first)
                high = value(last) if last else low
            found.update(range(low, high + 1, int(step or 1)))
        if index == 4:
            found = {day % 7 for day in found}
        return found

    def matches(self, local):
        """Whether the minute of a local time (in seconds) is one of the schedule."""
        minutes, hours, days, months, weekdays = self.sets
        if local // MINUTE % 60 not in minutes or local // HOUR % 24 not in hours:
            return False
        date = datetime.date(1970, 1, 1) + datetime.timedelta(days=local // DAY)
        if date.month not in months:
            return False
        by_date, by_week = date.day in days, date.isoweekday() % 7 in weekdays
        return by_date and by_week if self.is_and else by_date or by_week


def cronie(expression, clock):
    """The seconds at which cronie runs a job; `clock` holds each minute's (second, local time)."""
    fired = []
    virtual = clock[0][1] // MINUTE

    def run(minute, wildcard, fixed, second):
        is_asked = wildcard if expression.is_wildcard else fixed
        if is_asked and expression.matches(minute * MINUTE) and fired[-1:] != [second]:
            fired.append(second)

    for second, local in clock[1:]:
        now = local // MINUTE
        jump = now - virtual
        if jump == 1 or abs(jump) > 180:
            virtual = now
            run(now, True, True, second)
        elif jump > 5:
            run(now, True, False, second)
            for minute in range(virtual + 1, now + 1):
                run(minute, False, True, second)
            virtual = now
        elif jump > 0:
            for minute in range(virtual + 1, now + 1):
                run(minute, True, True, second)
            virtual = now
        else:
            run(now, True, False, second)
    return fired


def moved(expression, clock, zone):
    """The seconds of fixed times: in a gap later by its length, in an overlap the first of two."""
    first = {}
    for second, local in clock:
        first.setdefault(local // MINUTE, second)
    fired = set()
    for minute in range(clock[0][1] // MINUTE, clock[-1][1] // MINUTE + 1):
        if not expression.matches(minute * MINUTE):
            continue
        if minute in first:
            fired.add(first[minute])
            continue
        start = minute // (DAY // MINUTE) * (DAY // MINUTE)
        if any(other in first for other in range(start, start + DAY // MINUTE)):
            later = min(second for other, second in first.items() if other > minute)
            fired.add(minute * MINUTE - zones.offset(zone, later - MINUTE))
    return sorted(fired)


def ask_cronsim(text, zone, start, end):
    """cronsim's firings up to `end`, and whether some were not after the start."""
    moment = datetime.datetime.fromtimestamp(start, datetime.timezone.utc).astimezone(zone)
    answers, is_early = [], False
    for answer in cronsim.CronSim(text, moment):
        second = int(answer.astimezone(datetime.timezone.utc).timestamp())
        if end is not None and second > end:
            break
        if second <= start:
            is_early = True
            continue
        answers.append(second)
        if len(answers) == ANSWER_COUNT:
            break
    return answers, is_early


def has_one_value_range(text):
    """Whether a step follows a range of one value."""
    return any(first == last for first, last in re.findall(r"(\w+)-(\w+)/", text))


def difference(text, transition, start):
    """The exception that covers an answer near a transition on which cronsim and cronie differ."""
    second, before, after = transition
    gap = after - before
    is_wildcard = Expression(text).is_wildcard
    if gap >= DAY:
        return "skipped-date"
    if gap == 3 * HOUR and not is_wildcard:
        return "three-hours"
    if gap % HOUR and is_wildcard:
        return "half-hour"
    if (second + before) % HOUR and is_wildcard:
        return "odd-minute"
    if gap > 0 and (second + before) % DAY == 0 and is_wildcard:
        return "gap-at-midnight"
    sys.exit(f"cronsim and cronie differ: {text!r} from {start} around {second}")


def goes_round(text, transition):
    """Whether cronsim may answer early for ever, and is not asked."""
    second, before, after = transition
    is_back = (second + after) // DAY < (second + before - 1) // DAY
    return is_back and Expression(text).is_wildcard


def compare(text, zone, transition, start, end, model):
    """The source and the answers of a row near a transition."""
    answers, is_early = ask_cronsim(text, zone, start, end)
    if answers == model:
        return "second-pass" if is_early else "cronsim", answers
    source = difference(text, transition, start)
    return source, model if EXCEPTIONS[source].startswith("cronie") else answers


def around(transition, generator):
    """Expressions for the hours around a transition."""
    second, before, after = transition
    low, high = second + min(before, after), second + max(before, after)
    date = datetime.date(1970, 1, 1) + datetime.timedelta(days=low // DAY)
    hour, next_hour = low // HOUR % 24, high // HOUR % 24
    half, quarter = (low + 30 * MINUTE) // HOUR % 24, (low // MINUTE + 15) % 60
    day = f"{date.day} {date.month}"
    yield from [
        f"{(low // MINUTE + 30) % 60} {half} * * *",
        f"{low // MINUTE % 60} {hour} * * *",
        f"{high // MINUTE % 60} {next_hour} * * *",
        f"{quarter},{(quarter + 20) % 60} {hour} * * *",
        f"{quarter} {hour},{next_hour} {day} *",
        f"59 {(hour - 1) % 24},{hour} * * *",
        "0 0 * * *",
        "0 0-23 * * *",
        "0-59/20 0-23 * * *",
        "10 12 * * *",
        f"10 12 {day} *",
        "30 * * * *",
        "*/15 * * * *",
        "* * * * *",
        "0 */2 * * *",
        "45 */3 * * *",
        f"*/20 {hour} * * *",
        f"* {hour} {day} *",
        f"* {next_hour} * * *",
        f"*/30 {hour}-{min(hour + 2, 23)} {day} *",
        f"0 * {day} *",
        f"{quarter} {hour} * * {date.isoweekday()}",
        f"{quarter} {hour} {date.day} * {date.isoweekday() % 7}",
        f"5 {hour} */2 * *",
    ]
    for _ in range(12):
        minute = generator.choice(["*", "*/10", "*/35", "7", "0,30", "10-50/20", "58", "1"])
        near = (hour + generator.randint(-2, 3)) % 24
        hours = generator.choice(["*", "*/2", "*/3", f"{near}", f"{near},{next_hour}", "0-23/2"])
        days = generator.choice(["*", "*", "*/2", f"{date.day}", "1-31"])
        week = generator.choice(["*", "*", "1-5", "0", "*/2"])
        yield f"{minute} {hours} {days} * {week}"


def transition_rows(exceptions):
    """The rows around transitions."""
    generator = random.Random(20251115)
    offsets = [-DAY, -2 * HOUR, -31 * MINUTE, -1, 0, MINUTE, 10 * MINUTE + 1, 40 * MINUTE, 2 * HOUR]
    for name, years in ZONES.items():
        zone = zoneinfo.ZoneInfo(name)
        count = 5 if name == "Australia/Lord_Howe" else 2
        for transition in zones.transitions(zone):
            second = transition[0]
            year = datetime.datetime.fromtimestamp(second, datetime.timezone.utc).year
            if year not in years:
                continue
            ticks = range(second - 2 * DAY, second + 2 * HOUR + WINDOW + MINUTE, MINUTE)
            clock = [(tick, tick + zones.offset(zone, tick)) for tick in ticks]
            for text in around(transition, generator):
                expression = Expression(text)
                runs = cronie(expression, clock)
                fixed = None if expression.is_wildcard else moved(expression, clock, zone)
                for shift in sorted(generator.sample(offsets, count)):
                    start = second + shift
                    end = start + WINDOW
                    model = [run for run in runs if start < run <= end][:ANSWER_COUNT]
                    if goes_round(text, transition):
                        source, answers = "back-over-midnight", model
                    else:
                        source, answers = compare(text, zone, transition, start, end, model)
                    if fixed is not None:
                        ours = [run for run in fixed if start < run <= end][:ANSWER_COUNT]
                        if ours != answers:
                            if transition[1] >= transition[2]:
                                sys.exit(f"without a gap: {text!r} from {start} around {second}")
                            source, answers = "moved-by-gap", ours
                    exceptions.add(source)
                    yield row(name, start, end, text, source, answers)


def calendar_rows(exceptions):
    """The rows about dates, in zones and at starts without a transition nearby."""
    starts = {
        "UTC": ["2025-11-15T05:42:30", "2027-12-31T23:59:59", "2096-03-01T00:00:00"],
        "Asia/Kathmandu": ["1999-12-31T18:15:00"],
        "Pacific/Kiritimati": ["2024-02-28T23:10:00"],
    }
    for name, moments in starts.items():
        zone = zoneinfo.ZoneInfo(name)
        for moment in moments:
            start = zones.epoch_seconds(datetime.datetime.fromisoformat(moment))
            for text in table(CALENDAR):
                source = "cronsim"
                if has_one_value_range(text):
                    source = "one-value-range"
                    plain = re.sub(r"(\w+)-\1/\w+", r"\1", text)
                    assert ask_cronsim(plain, zone, start, None) != ask_cronsim(
                        text, zone, start, None
                    )
                    answers, _ = ask_cronsim(plain, zone, start, None)
                else:
                    answers, _ = ask_cronsim(text, zone, start, None)
                exceptions.add(source)
                yield row(name, start, "-", text, source, answers)


def row(name, start, end, text, source, answers):
    """One line of cron-occurrences.txt."""
    return "|".join([name, str(start), str(end), text, source, " ".join(map(str, answers))]) + "\n"


def syntax_texts():
    """Texts of five fields, valid and not."""
    generator = random.Random(5)
    odd = ["7", "8", "13", "32", "60", "*", "*", "*", "JAN", "dec", "sun", "Fri", "L", "W", "x", ""]
    signs = [",", ",", ",", ",", "-", "-", "-", "/", "/", "/", "#", ""]
    yield from table(TEXTS)
    for _ in range(600):
        fields = ["0", "0", "1", "1", "*"]
        index = generator.randrange(5)
        low, high = FIELDS[index]
        words = [str(generator.randint(low, high)) for _ in range(6)]
        words += [generator.choice(odd), generator.choice(NAMES.get(index, ["*"]))]
        word = generator.choice(words)
        for _ in range(generator.choice([0, 1, 1, 2, 2, 3])):
            word += generator.choice(signs) + generator.choice(words)
        fields[index] = word or "*"
        yield " ".join(fields)


def is_accepted(text):
    """cronsim's verdict."""
    try:
        cronsim.CronSim(text, datetime.datetime(2025, 1, 1))
    except cronsim.CronSimError:
        return False
    return True


def is_extra(text):
    """Whether a text uses what only cronsim reads."""
    fields = text.upper().split()
    has_letter = re.search("[LW#]", re.sub("JUL|WED", "", text.upper()))
    return has_letter or len(fields) == 6 or any(re.search(r"(^|,)\w+/", part) for part in fields)


def syntax_row(text):
    """One line of cron-syntax.txt."""
    fields = text.upper().split()
    to_seven = [re.sub(r"-(0|00|SUN)(?=$|,|/)", "-7", field) for field in fields[4:]]
    if is_accepted(text):
        verdict, source = "accept", "cronsim"
    elif is_accepted(" ".join(fields[:4] + to_seven)):
        verdict, source = "accept", "to-sunday"
    elif all(is_accepted(" ".join(fields[:at] + ["*"] + fields[at + 1 :])) for at in (2, 3)):
        # Either the day or the month alone would do.
        verdict, source = "accept", "never"
    else:
        verdict, source = "refuse", "cronsim"
    if verdict == "accept" and is_extra(text):
        verdict, source = "refuse", "cronsim-only"
    return f"{verdict}|{source}|{text}\n"


def files():
    """The text of each fixture by name."""
    used = set()
    release = importlib.metadata.version("cronsim")
    header = f"# tzdata {tzdata.IANA_VERSION}, cronsim {release}\n"
    rows = list(transition_rows(used)) + list(calendar_rows(used))
    texts = [syntax_row(text) for text in dict.fromkeys(syntax_texts())]
    used.update(line.split("|")[1] for line in texts)
    if used != EXCEPTIONS.keys() | {"cronsim"}:
        sys.exit(f"exceptions that cover nothing: {sorted(EXCEPTIONS.keys() - used)}")
    notes = "".join(f"# {source}: {note}\n" for source, note in EXCEPTIONS.items())
    return {
        "cron-occurrences.txt": header + notes + "".join(rows),
        "cron-syntax.txt": header + notes + "".join(texts),
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
