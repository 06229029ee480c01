"""Writes vectors.json and random-vectors.json beside it: when schedules occur, computed by other code than lib/rules/time.

    pip install python-dateutil==2.9.0
    python3 test/lib/rules/time/vectors.py

The local times come from dateutil. The times come from zoneinfo: with fold=0 it takes the offset before a gap, which moves
a time in it forward by the gap, and the first of two equal local times. What dateutil does not know (SKIP), or does
otherwise than RFC 5545, is written here by hand, with the reasoning.
"""

import datetime as datetime_module
import json
import random
import warnings
from datetime import datetime, timezone
from itertools import islice
from pathlib import Path
from platform import python_version
from zoneinfo import TZPATH, ZoneInfo

import dateutil
from dateutil.rrule import rrulestr

warnings.simplefilter("ignore")
here = Path(__file__).parent
# how far rules are followed: some never occur, and dateutil would look for them up to the year 9999
horizon = datetime(2040, 1, 1)
datetime_module.MAXYEAR = horizon.year


def tz_version():
    for folder in TZPATH:
        file = Path(folder, "tzdata.zi")
        if file.exists():
            return file.read_text().split("\n", 1)[0].removeprefix("# version ")
    return "unknown"


def utc(wall, zone):
    time = wall.replace(tzinfo=ZoneInfo(zone), fold=0).astimezone(timezone.utc)
    return time.strftime("%Y-%m-%dT%H:%MZ")


def local_times(rule, start, count):
    parsed = rrulestr(rule, dtstart=datetime.fromisoformat(start))
    if parsed._until is None:
        parsed = parsed.replace(until=horizon)
    # some more, because a gap can make one time of two
    return list(islice(parsed, count + 5))


def computed(rule, start, zone, count):
    """The first times, and whether these are all up to the horizon."""
    times = sorted({utc(wall, zone) for wall in local_times(rule, start, count)})
    return times[:count], len(times) <= count


vectors = []


def add(reason, rule, start, zone="UTC", count=6, times=None, ends=False, dateutil_rule=None):
    """`times`: by hand, and `ends` if these are all. `dateutil_rule`: an equal rule that dateutil knows."""
    by_hand = times is not None
    found, ends = (times.split(), ends) if by_hand else computed(dateutil_rule or rule, start, zone, count)
    vectors.append(
        {
            "reason": reason,
            "by": "hand" if by_hand else "dateutil",
            "rrule": rule,
            "start": start,
            "timeZone": zone,
            "times": " ".join(found),
            "ends": ends,
        }
    )


gregorian = "RSCALE=GREGORIAN;SKIP="

# Months and years without the day
add("monthly from 31 January: shorter months are left out", "FREQ=MONTHLY", "2026-01-31T09:00")
add("the same, said", f"FREQ=MONTHLY;{gregorian}OMIT", "2026-01-31T09:00", dateutil_rule="FREQ=MONTHLY")
add(
    "monthly from 31 January, backward: the last day of each month, and never the 28th again after February",
    f"FREQ=MONTHLY;{gregorian}BACKWARD",
    "2026-01-31T09:00",
    dateutil_rule="FREQ=MONTHLY;BYMONTHDAY=-1",
    count=14,
)
add(
    "monthly from 31 January, forward: after each month without a 31st comes the first of the next, by RFC 7529, 4.1",
    f"FREQ=MONTHLY;{gregorian}FORWARD",
    "2026-01-31T09:00",
    times="""2026-01-31T09:00Z 2026-03-01T09:00Z 2026-03-31T09:00Z 2026-05-01T09:00Z 2026-05-31T09:00Z
    2026-07-01T09:00Z 2026-07-31T09:00Z 2026-08-31T09:00Z 2026-10-01T09:00Z 2026-10-31T09:00Z 2026-12-01T09:00Z
    2026-12-31T09:00Z 2027-01-31T09:00Z 2027-03-01T09:00Z""",
)
add(
    "backward beside BYMONTHDAY: 30 and 31 are one day in April and February",
    f"FREQ=MONTHLY;BYMONTHDAY=30,31;{gregorian}BACKWARD",
    "2026-02-01T09:00",
    times="2026-02-28T09:00Z 2026-03-30T09:00Z 2026-03-31T09:00Z 2026-04-30T09:00Z 2026-05-30T09:00Z",
)
add(
    "forward beside BYMONTHDAY: 31 April is 1 May, which the rule has anyhow; it comes once, and in order",
    f"FREQ=MONTHLY;BYMONTHDAY=1,31;BYHOUR=9,17;{gregorian}FORWARD",
    "2026-04-01T09:00",
    times="""2026-04-01T09:00Z 2026-04-01T17:00Z 2026-05-01T09:00Z 2026-05-01T17:00Z 2026-05-31T09:00Z
    2026-05-31T17:00Z 2026-06-01T09:00Z 2026-06-01T17:00Z 2026-07-01T09:00Z""",
)
add(
    "COUNT counts what is left of two equal days: 29, 30 and 31 February are one",
    f"FREQ=MONTHLY;BYMONTHDAY=29,30,31;COUNT=3;{gregorian}BACKWARD",
    "2026-02-01T09:00",
    times="2026-02-28T09:00Z 2026-03-29T09:00Z 2026-03-30T09:00Z",
    ends=True,
)
add(
    "a start on the day to which SKIP moved the day of the month before: 1 May is 31 April",
    f"FREQ=MONTHLY;BYMONTHDAY=31;{gregorian}FORWARD",
    "2026-05-01T09:00",
    times="2026-05-01T09:00Z 2026-05-31T09:00Z 2026-07-01T09:00Z",
)
add(
    "SKIP comes before BYDAY (RFC 7529, 4.1): of the months whose 31st, or last day, is a Friday",
    f"FREQ=MONTHLY;BYMONTHDAY=31;BYDAY=FR;{gregorian}BACKWARD",
    "2026-01-01T09:00",
    dateutil_rule="FREQ=MONTHLY;BYMONTHDAY=-1;BYDAY=FR",
)
add(
    "31 days before a month's end: a short month has no such date, and none to move, so SKIP changes nothing",
    f"FREQ=MONTHLY;BYMONTHDAY=-31;{gregorian}BACKWARD",
    "2026-01-01T09:00",
    dateutil_rule="FREQ=MONTHLY;BYMONTHDAY=-31",
)
add("yearly from 29 February: leap years only, and 2100 is none", "FREQ=YEARLY;INTERVAL=4", "2092-02-29T09:00",
    times="2092-02-29T09:00Z 2096-02-29T09:00Z 2104-02-29T09:00Z 2108-02-29T09:00Z")
add("yearly from 29 February: leap years only", "FREQ=YEARLY", "2024-02-29T09:00", count=3)
add(
    "yearly from 29 February, backward: the last day of February",
    f"FREQ=YEARLY;{gregorian}BACKWARD",
    "2024-02-29T09:00",
    dateutil_rule="FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1",
)
add(
    "yearly from 29 February, forward: 1 March, unless there is a 29th",
    f"FREQ=YEARLY;{gregorian}FORWARD",
    "2024-02-29T09:00",
    times="2024-02-29T09:00Z 2025-03-01T09:00Z 2026-03-01T09:00Z 2027-03-01T09:00Z 2028-02-29T09:00Z",
)
add("months in any order, from a 31st that neither has: never", "FREQ=YEARLY;BYMONTH=9,4", "2026-01-31T09:00", times="", ends=True)
add(
    "the same, backward: both are in the order of the calendar",
    f"FREQ=YEARLY;BYMONTH=9,4;{gregorian}BACKWARD",
    "2026-01-31T09:00",
    dateutil_rule="FREQ=YEARLY;BYMONTH=9,4;BYMONTHDAY=30",
)
add("30 February: never", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "2026-01-01T09:00", times="", ends=True)
add("30 February by the day: never", "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30", "2026-01-01T09:00", times="", ends=True)

# Weeks
add("every other week that begins on Monday: RFC 5545, 3.3.10, WKST", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=MO",
    "1997-08-05T09:00", "America/New_York")
add("the same of weeks that begin on Sunday: other days", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=SU", "1997-08-05T09:00",
    "America/New_York")
add("a week over the end of a year, begun before the start", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU", "2026-12-30T09:00")
add("weekly without BYDAY: the weekday of the start", "FREQ=WEEKLY", "2026-11-30T09:00", "Europe/Berlin")
add("a start that the rule does not have is no occurrence", "FREQ=WEEKLY;BYDAY=MO", "2026-11-27T09:00", "Europe/Berlin")
add(
    "BYSETPOS counts in the whole week, also in that of the start: its first is Monday, before the start on Wednesday",
    "FREQ=WEEKLY;BYDAY=MO,FR;BYSETPOS=1",
    "2026-11-25T09:00",
    times="2026-11-30T09:00Z 2026-12-07T09:00Z 2026-12-14T09:00Z",
)

# Days of a month or year
add("the last Friday", "FREQ=MONTHLY;BYDAY=-1FR", "2026-11-01T16:00", "Europe/Berlin")
add("the last working day", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "2026-11-01T16:00", "Europe/Berlin")
add("the second last working day at two times: BYSETPOS counts times", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-3;BYHOUR=9,16",
    "2026-11-01T16:00")
add("the fifth Monday, where there is one", "FREQ=MONTHLY;BYDAY=5MO", "2026-11-01T16:00")
add("Friday the 13th", "FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13", "2026-01-01T09:00")
add(
    "a weekday with an ordinal beside one without: all Mondays and the first Friday (dateutil takes neither)",
    "FREQ=MONTHLY;BYDAY=MO,1FR",
    "2026-11-01T09:00",
    times="2026-11-02T09:00Z 2026-11-06T09:00Z 2026-11-09T09:00Z 2026-11-16T09:00Z 2026-11-23T09:00Z 2026-11-30T09:00Z 2026-12-04T09:00Z",
)
add("first and last day of the month", "FREQ=MONTHLY;BYMONTHDAY=1,-1", "2026-01-15T09:00")
add("the 20th Monday of the year: RFC 5545, 3.8.5.3", "FREQ=YEARLY;BYDAY=20MO", "1997-05-19T09:00", "America/New_York")
add("the last Sunday of the year", "FREQ=YEARLY;BYDAY=-1SU", "2026-01-01T09:00")
add("an ordinal counts in the month if there is BYMONTH: RFC 5545, 3.3.10", "FREQ=YEARLY;BYMONTH=3,11;BYDAY=2SU,1SU",
    "2026-01-01T02:00", "America/New_York")
add("BYMONTHDAY without BYMONTH: each month of the year", "FREQ=YEARLY;BYMONTHDAY=15", "2026-03-20T09:00")
add("election day: RFC 5545, 3.8.5.3", "FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8", "1996-11-05T09:00",
    "America/New_York")
add("every third month", "FREQ=MONTHLY;INTERVAL=3", "2026-01-15T09:00")
add("every tenth day, in January only", "FREQ=DAILY;INTERVAL=10;BYMONTH=1", "2026-01-01T09:00")

# Times
add("BYHOUR with BYMINUTE in any order: in that of the clock", "FREQ=DAILY;BYHOUR=17,9;BYMINUTE=45,0", "2026-11-27T10:00")
add("BYHOUR from a start later that day", "FREQ=DAILY;BYHOUR=9,8,17", "2026-11-27T10:30")
add("hours count on over days, as far as INTERVAL says", "FREQ=HOURLY;INTERVAL=7", "2026-11-27T20:15")
add("BYHOUR leaves hours out", "FREQ=HOURLY;INTERVAL=2;BYHOUR=9,10,11,12", "2026-11-27T08:00")
add("an hour that INTERVAL never reaches: never", "FREQ=HOURLY;INTERVAL=24;BYHOUR=3", "2026-11-27T08:00", times="", ends=True)
add("the last quarter of each hour", "FREQ=HOURLY;BYMINUTE=0,15,30,45;BYSETPOS=-1", "2026-11-27T08:00")

# Ends
add("COUNT", "FREQ=DAILY;COUNT=3", "2026-11-27T09:00", "Europe/Berlin")
add("COUNT counts from the start what the rule has", "FREQ=WEEKLY;BYDAY=MO;COUNT=2", "2026-11-27T09:00", "Europe/Berlin")
add("UNTIL as a date: to the end of that day in the zone", "FREQ=DAILY;UNTIL=20261129", "2026-11-27T23:30", "America/Los_Angeles",
    times="2026-11-28T07:30Z 2026-11-29T07:30Z 2026-11-30T07:30Z", ends=True)
add("UNTIL as a local time counts too", "FREQ=DAILY;UNTIL=20261129T093000", "2026-11-27T09:30", "Europe/Berlin")
add("UNTIL in UTC: 8:30 is 9:30 in Berlin", "FREQ=DAILY;UNTIL=20261129T083000Z", "2026-11-27T09:30", "Europe/Berlin",
    times="2026-11-27T08:30Z 2026-11-28T08:30Z 2026-11-29T08:30Z", ends=True)
add("UNTIL in UTC, a minute less", "FREQ=DAILY;UNTIL=20261129T082900Z", "2026-11-27T09:30", "Europe/Berlin",
    times="2026-11-27T08:30Z 2026-11-28T08:30Z", ends=True)
add("UNTIL before the start: never", "FREQ=DAILY;UNTIL=20261126", "2026-11-27T09:30", times="", ends=True)

# Clocks that change
add("daily at 2:30 over the change to summer time: 3:30 on that day", "FREQ=DAILY", "2026-03-27T02:30", "Europe/Berlin")
add("daily at 2:30 over the change from summer time: the first 2:30", "FREQ=DAILY", "2026-10-23T02:30", "Europe/Berlin")
add("hourly over the change to summer time: the hour that is missing is the next one, and runs once", "FREQ=HOURLY",
    "2026-03-29T00:30", "Europe/Berlin")
add("hourly over the change from summer time: the hour that comes twice runs once", "FREQ=HOURLY", "2026-10-25T00:30",
    "Europe/Berlin")
add("half hours in a gap come among those after it, and in order", "FREQ=DAILY;BYHOUR=2,3;BYMINUTE=0,20", "2026-03-28T00:00",
    "Europe/Berlin", count=8)
add("a gap of half an hour", "FREQ=DAILY", "2026-10-02T02:15", "Australia/Lord_Howe")
add("clocks that change at midnight", "FREQ=DAILY", "2026-09-04T00:00", "America/Santiago")
add("half an hour's offset, and the change at 2:00", "FREQ=DAILY", "2026-03-06T02:30", "America/St_Johns")
add("an offset of 5:45, and no change", "FREQ=MONTHLY;BYMONTHDAY=-1", "2026-01-31T00:00", "Asia/Kathmandu")
add("30 December 2011 is missing in Samoa: it moves to the next day, and both run once", "FREQ=DAILY", "2011-12-28T09:00",
    "Pacific/Apia")
add("the same day alone", "FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=30", "2010-12-30T23:30", "Pacific/Apia", count=3)
add("a zone whose offset changes for good, in the future of the start", "FREQ=YEARLY;BYMONTH=1,7", "2010-01-15T12:00",
    "Europe/Moscow", count=12)
add("a zone whose clocks go back for Ramadan, each year at another time", "FREQ=WEEKLY", "2024-02-24T02:30",
    "Africa/Casablanca", count=12)


def pick(rng, values, most):
    return sorted(rng.sample(values, rng.randint(1, most)), key=lambda _: rng.random())


def random_rule(rng):
    """A rule of which dateutil says what RFC 5545 says."""
    freq = rng.choice(["HOURLY", "DAILY", "WEEKLY", "MONTHLY", "YEARLY"])
    parts = {"FREQ": freq}
    weekdays = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
    if rng.random() < 0.5:
        parts["INTERVAL"] = rng.choice([2, 3, 4, 5, 7, 10, 13])
    if rng.random() < 0.3:
        parts["BYMONTH"] = pick(rng, range(1, 13), 4)
    if freq != "WEEKLY" and rng.random() < 0.35:
        parts["BYMONTHDAY"] = pick(rng, [*range(-31, 0), *range(1, 32)], 5)
    if rng.random() < 0.45:
        days = pick(rng, weekdays, 4)
        if freq in ("MONTHLY", "YEARLY") and rng.random() < 0.5:
            most = 53 if freq == "YEARLY" and "BYMONTH" not in parts else 5
            days = [f"{rng.choice([-1, 1]) * rng.randint(1, most)}{day}" for day in days]
        parts["BYDAY"] = days
    if rng.random() < 0.4:
        parts["BYHOUR"] = pick(rng, range(24), 4)
    if rng.random() < 0.3:
        parts["BYMINUTE"] = pick(rng, range(0, 60, 5), 3)
    # dateutil begins the first week at the start, so its BYSETPOS is another there
    if freq != "WEEKLY" and len(parts.keys() - {"FREQ", "INTERVAL"}) > 0 and rng.random() < 0.3:
        parts["BYSETPOS"] = pick(rng, [-3, -2, -1, 1, 2, 3], 2)
    if rng.random() < 0.4:
        parts["WKST"] = rng.choice(weekdays)
    end = rng.random()
    if end < 0.2:
        parts["COUNT"] = rng.randint(1, 30)
    elif end < 0.4:
        parts["UNTIL"] = rng.choice(["20290101T120000", "20271115T093000", "20350630T235959"])
    text = lambda value: ",".join(map(str, value)) if isinstance(value, list) else str(value)
    return ";".join(f"{name}={text(value)}" for name, value in parts.items())


def random_vectors(count):
    rng = random.Random(43)
    zones = ["UTC", "Europe/Berlin", "America/New_York", "America/St_Johns", "Asia/Kathmandu", "Pacific/Auckland",
             "Australia/Lord_Howe"]
    found = []
    while len(found) < count:
        rule = random_rule(rng)
        start = datetime(rng.randint(2020, 2028), rng.randint(1, 12), rng.randint(1, 28), rng.randint(0, 23), rng.randint(0, 59))
        if rng.random() < 0.2:
            start = start.replace(month=rng.choice([1, 3, 5, 7, 8, 10, 12]), day=31)
        zone = rng.choice(zones)
        text = start.strftime("%Y-%m-%dT%H:%M")
        try:
            times, ends = computed(rule, text, zone, 20)
        except ValueError:
            # dateutil refuses a rule whose INTERVAL never reaches its BYHOUR
            continue
        # some that never occur are enough
        if times or rng.random() < 0.2:
            found.append({"rrule": rule, "start": text, "timeZone": zone, "times": " ".join(times), "ends": ends})
    return found


computed_by = f"python-dateutil {dateutil.__version__}, Python {python_version()} zoneinfo with tzdata {tz_version()}"


def write(name, content):
    text = json.dumps({"computedBy": computed_by, **content}, indent=2, ensure_ascii=False)
    (here / name).write_text(text + "\n")


write("vectors.json", {"vectors": vectors})
write("random-vectors.json", {"before": horizon.strftime("%Y-%m-%dT%H:%MZ"), "vectors": random_vectors(300)})
