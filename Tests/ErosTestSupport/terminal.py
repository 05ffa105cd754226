#!/usr/bin/env python3
"""Runs a program in a pseudo-terminal and prints, as JSON, what its user sees.

  terminal.py [--columns N] [--resize N] [--interrupt] [--slow] [--output] PROGRAM [ARGUMENT…]

Standard output of the program goes to a file, with --output to the terminal; standard input and standard error are
the terminal.
--resize changes the width after the first output, --interrupt then types Ctrl-C. With --slow, the program only runs a
tenth of the time, as on a slow machine.

  status     the exit status, or 128 plus the number of the signal that ended the program
  lines      every state of the screen's lines, in order, without repetitions
  screen     the lines of the screen at the end, without empty ones at its bottom
  rows       the number of lines that the program has used
  unknown    control characters and sequences that this terminal does not know
  output     standard output, empty with --output
"""

import argparse
import fcntl
import json
import os
import pty
import re
import signal
import struct
import tempfile
import termios
import threading


class Screen:
    """A terminal that wraps long lines, and knows carriage return, newline, colors and `erase line`."""

    def __init__(self, columns):
        self.columns = columns
        self.rows = [[]]
        self.row = self.column = 0
        self.wraps = False
        self.unknown = []
        self.history = []

    def feed(self, text):
        for token in re.findall(r"\x1b\[[0-9;]*[A-Za-z]|[\s\S]", text):
            self.apply(token)
            line = "".join(self.rows[self.row]).rstrip()
            if token.startswith("\x1b") and line and line not in self.history[-1:]:
                self.history.append(line)

    def apply(self, token):
        if token == "\r":
            self.column, self.wraps = 0, False
        elif token == "\n":
            self.move_down()
        elif re.fullmatch(r"\x1b\[0?K", token):
            del self.rows[self.row][self.column:]
        elif re.fullmatch(r"\x1b\[[0-9;]*m", token):
            pass
        elif token.isprintable():
            if self.wraps:
                self.column = 0
                self.move_down()
            line = self.rows[self.row]
            line.extend(" " * (self.column + 1 - len(line)))
            line[self.column] = token
            # A terminal wraps before the next character.
            self.wraps = self.column + 1 >= self.columns
            if not self.wraps:
                self.column += 1
        else:
            self.unknown.append(token)

    def move_down(self):
        self.row += 1
        self.wraps = False
        if self.row == len(self.rows):
            self.rows.append([])


def resize(descriptor, columns):
    fcntl.ioctl(descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))


def read(terminal):
    try:
        return os.read(terminal, 1 << 16)
    except OSError:  # Linux reports the end of the program as an error.
        return b""


def slow_down(process, has_ended):
    """Stops the process most of the time, until it has ended."""
    while not has_ended.wait(0.01):
        os.kill(process, signal.SIGSTOP)
        has_ended.wait(0.09)
        os.kill(process, signal.SIGCONT)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--columns", type=int, default=80)
    parser.add_argument("--resize", type=int)
    parser.add_argument("--interrupt", action="store_true")
    parser.add_argument("--slow", action="store_true")
    parser.add_argument("--output", action="store_true")
    parser.add_argument("program", nargs=argparse.REMAINDER)
    arguments = parser.parse_args()

    output = tempfile.TemporaryFile()
    process, terminal = pty.fork()
    if process == 0:
        resize(0, arguments.columns)
        if not arguments.output:
            os.dup2(output.fileno(), 1)
        os.execvp(arguments.program[0], arguments.program)
    has_ended = threading.Event()
    slowing = threading.Thread(target=slow_down, args=(process, has_ended), daemon=True)
    if arguments.slow:
        slowing.start()
    screen = Screen(arguments.columns)
    is_first = True
    while data := read(terminal):
        screen.feed(data.decode())
        if is_first and arguments.resize:
            resize(terminal, arguments.resize)
            screen.columns = arguments.resize
        if is_first and arguments.interrupt:
            os.write(terminal, b"\x03")
        is_first = False
    has_ended.set()
    if arguments.slow:
        slowing.join()  # It must not signal the number of another process.
    status = os.waitpid(process, 0)[1]
    output.seek(0)
    lines = ["".join(row).rstrip() for row in screen.rows]
    while lines and not lines[-1]:
        lines.pop()
    print(json.dumps({
        "status": 128 + os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status),
        "lines": screen.history,
        "screen": lines,
        "rows": len(screen.rows),
        "unknown": screen.unknown,
        "output": output.read().decode(),
    }))


main()
