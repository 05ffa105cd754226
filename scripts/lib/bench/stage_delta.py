"""Stages a content delta with a liberosdevice.so, as an app does, in a process of its own.

  stage_delta.py LIBRARY SANDBOX install BUNDLE     prepares the sandbox
  stage_delta.py LIBRARY SANDBOX stage DELTA        prints the seconds, the processor time and the added bytes of memory
"""

import ctypes
import pathlib
import sys
import time


class Options(ctypes.Structure):
    """The first fields of eros_device_options; the library fills in the others."""

    _fields_ = [
        ("size", ctypes.c_uint32), ("platform", ctypes.c_int32), ("folder", ctypes.c_char_p),
        ("app_version", ctypes.c_char_p),
    ]


class Bundle(ctypes.Structure):
    _fields_ = [("zip", ctypes.c_char_p), ("config", ctypes.c_char_p)]


class Error(ctypes.Structure):
    _fields_ = [("code", ctypes.c_int32), ("message", ctypes.c_char_p)]


def peak():
    """Returns the largest memory of this process. Unlike `ru_maxrss`, this excludes the process that started it."""
    lines = pathlib.Path("/proc/self/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith("VmHWM:")).split()[1]) * 1024


def main():
    library, folder, action, file = sys.argv[1:]
    eros = ctypes.CDLL(library)
    error = ctypes.POINTER(Error)()

    def check(code):
        if code != 0:
            sys.exit(f"error: {error.contents.message.decode()}")

    device = ctypes.c_void_p()
    options = Options(ctypes.sizeof(Options), 1, folder.encode(), b"1.0.0")
    check(eros.eros_device_open(ctypes.byref(options), ctypes.byref(device), ctypes.byref(error)))
    bundle = Bundle(file.encode(), None)
    if action == "install":
        launch = ctypes.c_void_p()
        check(eros.eros_device_launch(device, ctypes.byref(bundle), 0, ctypes.byref(launch), ctypes.byref(error)))
        return
    memory = peak()
    wall, processor = time.perf_counter(), time.process_time()
    check(eros.eros_device_stage(device, ctypes.byref(bundle), None, ctypes.byref(error)))
    wall, processor = time.perf_counter() - wall, time.process_time() - processor
    print(wall, processor, peak() - memory)


if __name__ == "__main__":
    main()
