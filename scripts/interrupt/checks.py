"""What the checks of interrupted commands share."""

import json
import os
import subprocess
import sys

# A command that was killed, and what one may report because of a full or broken disk.
KILLED = 137
FAILURES = {74}


def fail(text):
    sys.exit(f"broken: {text}")


def eros(*words):
    """What a command that must go well says of itself."""
    done = subprocess.run(["eros", *words, "--json"], capture_output=True, text=True)
    if done.returncode != 0:
        fail(f"`eros {' '.join(map(str, words))}` ends with {done.returncode}: {done.stdout}{done.stderr}")
    return json.loads(done.stdout)


def interrupted_status():
    """How the interrupted command ended, which must be in one of the ways that it may."""
    status = int(os.environ.get("RC", "0"))
    if status not in {0, KILLED} | FAILURES:
        fail(f"the command ended with {status}")
    return status
