"""Runs scripts in JavaScriptCore, each with a URL, and prints the value of a global variable.

usage: javascriptcore.py VARIABLE FILE URL
"""

import ctypes
import sys

library = ctypes.CDLL("libjavascriptcoregtk-4.1.so.0")
pointer = ctypes.c_void_p


def function(name, *arguments, result=pointer):
    """Return a function of the library."""
    found = getattr(library, name)
    found.argtypes = arguments
    found.restype = result
    return found


string = function("JSStringCreateWithUTF8CString", ctypes.c_char_p)
evaluate = function(
    "JSEvaluateScript", pointer, pointer, pointer, pointer, ctypes.c_int, ctypes.POINTER(pointer)
)
text_of = function("JSValueToStringCopy", pointer, pointer, pointer)
bytes_of = function(
    "JSStringGetUTF8CString", pointer, ctypes.c_char_p, ctypes.c_size_t, result=ctypes.c_size_t
)
context = function("JSGlobalContextCreate", pointer)(None)


def run(script, url):
    """Evaluate a script and return its value as text."""
    error = pointer()
    value = evaluate(context, string(script), None, string(url), 1, ctypes.byref(error))
    buffer = ctypes.create_string_buffer(65536)
    bytes_of(text_of(context, error if error else value, None), buffer, len(buffer))
    return buffer.value.decode()


variable, file, url = sys.argv[1:]
with open(file, "rb") as opened:
    run(opened.read(), url.encode())
print(run(variable.encode(), b"variable.js"))
