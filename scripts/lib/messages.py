"""Messages of the scripts."""

import sys


def say(text):
    print(text, file=sys.stderr, flush=True)


def fail(problem, hint=None):
    say(f"error: {problem}")
    if hint:
        say(f"hint: {hint}")
    sys.exit(1)
