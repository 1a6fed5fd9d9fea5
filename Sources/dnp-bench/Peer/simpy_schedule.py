"""The bare schedule of one daily notification in SimPy, with no phone: prints virtual years a second.

What is timed on the phone is timed here, each thing a process of its own as SimPy has it: the trigger
and its delivery, the task that becomes ready, its fetch, the expiry that the fetch forestalls, the
suspension after it. Nothing is stored, recorded, checked or decided.
"""

import sys
import time

import simpy

DAY = 86_400_000
LEAD = 300_000
EVENTS_A_DAY = 6


def delivery(env):
    yield env.timeout(1_000)


def notifications(env):
    while True:
        yield env.timeout(DAY)
        env.process(delivery(env))


def fetch(env):
    yield env.timeout(120)


def suspension(env):
    yield env.timeout(5_000)


def run(env):
    yield env.process(fetch(env)) | env.timeout(30_000)
    env.process(suspension(env))


def tasks(env):
    yield env.timeout(DAY - LEAD)
    while True:
        env.process(run(env))
        yield env.timeout(DAY)


def main():
    days = int(sys.argv[1])
    env = simpy.Environment()
    env.process(notifications(env))
    env.process(tasks(env))
    start = time.perf_counter()
    env.run(until=days * DAY)
    seconds = time.perf_counter() - start
    events = days * EVENTS_A_DAY / seconds
    print(f"{events:.0f} {days / 365 / seconds:.2f} {simpy.__version__}")


main()
