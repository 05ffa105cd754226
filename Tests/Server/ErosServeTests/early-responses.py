"""Sends requests that are answered before their end, and requests that announce their body.

usage: early-answers.py PORT
"""
import socket
import sys
import time

PORT = int(sys.argv[1])
FORM = b"Content-Type: application/x-www-form-urlencoded\r\n"
BODY = b"appName=my-app&iOS=1.0.0"


def connect():
    return socket.create_connection(("127.0.0.1", PORT), timeout=20)


def head(length, *fields, path=b"/app/check"):
    return b"POST " + path + b" HTTP/1.1\r\nHost: x\r\n" + FORM + b"Content-Length: %d\r\n" % length + b"".join(fields) + b"\r\n"


def receive(connection):
    """Returns everything until the connection ends."""
    received = b""
    while part := connection.recv(65536):
        received += part
    return received


def expect(condition, message):
    if not condition:
        print(message)
        sys.exit(1)


EXPECT = b"Expect: 100-continue\r\n"

# The server asks for a body that was announced; the connection stays open.
with connect() as connection:
    for expectation in (EXPECT, b"expect: 100-Continue\r\n"):
        connection.sendall(head(len(BODY), expectation))
        first = connection.recv(65536)
        expect(first == b"HTTP/1.1 100 Continue\r\n\r\n", f"expected 100, received {first}")
        connection.sendall(BODY)
        answer = connection.recv(65536)
        expect(answer.startswith(b"HTTP/1.1 200 OK\r\n"), f"expected 200, received {answer}")
        expect(b"connection: close" not in answer.lower(), f"the connection is closed: {answer}")

# It does not ask for one that is too long, and closes the connection.
with connect() as connection:
    connection.sendall(head(100_000, EXPECT))
    answer = receive(connection)
    expect(answer.startswith(b"HTTP/1.1 413 "), f"expected 413, received {answer}")
    expect(b"\r\nconnection: close\r\n" in answer.lower(), f"the connection is not closed: {answer}")

# Without the field, the answer arrives while the body is sent, and the connection is not reset before.
for length in (100_000, 4 << 20):
    with connect() as connection:
        connection.sendall(head(length))
        for _ in range(length // 50_000):
            connection.sendall(b"a" * 50_000)
        connection.sendall(b"a" * (length % 50_000))
        answer = receive(connection)
        expect(answer.startswith(b"HTTP/1.1 413 "), f"{length}: expected 413, received {answer[:100]}")

# The same for a body in chunks, for another method, and for a path that does not exist.
for line in (b"POST /app/check", b"PUT /metadata/timestamp.json", b"POST /none", b"GET /healthz"):
    with connect() as connection:
        connection.sendall(line + b" HTTP/1.1\r\nHost: x\r\n" + FORM + b"Transfer-Encoding: chunked\r\n\r\n")
        for _ in range(80):
            connection.sendall(b"c350\r\n" + b"a" * 50_000 + b"\r\n")
        connection.sendall(b"0\r\n\r\n")
        answer = receive(connection)
        expected = {b"POST /app/check": b"413", b"PUT /metadata/timestamp.json": b"405", b"POST /none": b"404"}.get(line, b"200")
        expect(answer.startswith(b"HTTP/1.1 " + expected), f"{line}: received {answer[:100]}")

# The first of two requests is complete, the second is not: the first answer does not end the connection.
with connect() as connection:
    connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n" + head(len(BODY)))
    answer = connection.recv(65536)
    expect(answer.startswith(b"HTTP/1.1 200 ") and b"connection: close" not in answer.lower(), f"{answer}")
    connection.sendall(BODY)
    answer = connection.recv(65536)
    expect(answer.startswith(b"HTTP/1.1 200 ") and b"resCode" in answer, f"the second answer: {answer}")

# A body without end is not read for long.
with connect() as connection:
    connection.sendall(head(1 << 40))
    started = time.monotonic()
    try:
        while time.monotonic() - started < 15:
            connection.sendall(b"a" * 10_000)
            time.sleep(0.01)
        expect(False, "the connection is open after 15 s")
    except OSError:
        pass
    expect(time.monotonic() - started < 8, f"the connection was open for {time.monotonic() - started:.1f} s")
