#!/usr/bin/env python3
"""Sends hostile and ordinary HTTP/2 to a server, and fails if a limit does not hold.

Usage: http2-clients.py PORT

The server runs with an idle time of 5 seconds. The frames are written by hand, because libraries do not
send what they must not send.
"""

import socket
import ssl
import struct
import sys
import threading
import time

PORT = int(sys.argv[1])
DATA, HEADERS, PRIORITY, RST_STREAM, SETTINGS, PING, GOAWAY, WINDOW_UPDATE, CONTINUATION = (
    0, 1, 2, 3, 4, 6, 7, 8, 9)
END_STREAM, ACK, END_HEADERS = 1, 1, 4
PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
STATIC_STATUS = {0x88: 200, 0x89: 204, 0x8A: 206, 0x8B: 304, 0x8C: 400, 0x8D: 404, 0x8E: 500}
HUFFMAN_DIGITS = {
    "00000": "0", "00001": "1", "00010": "2", "011001": "3", "011010": "4", "011011": "5",
    "011100": "6", "011101": "7", "011110": "8", "011111": "9"}


def frame(kind, flags, stream, payload=b""):
    return struct.pack(">I", len(payload))[1:] + struct.pack(">BBI", kind, flags, stream) + payload


def text(value):
    """Returns an HPACK string without Huffman coding."""
    value = value.encode()
    if len(value) < 127:
        return bytes([len(value)]) + value
    rest, length = len(value) - 127, b"\x7f"
    while rest >= 128:
        length += bytes([rest % 128 + 128])
        rest //= 128
    return length + bytes([rest]) + value


def block(path, method="GET", fields=()):
    """Returns a header block of literals that are not indexed."""
    names = [(":method", method), (":scheme", "https"), (":path", path), (":authority", "a")]
    return b"".join(b"\x00" + text(name) + text(value) for name, value in names + list(fields))


def status(headers):
    """Returns the status in the first field of a header block."""
    if headers[0] in STATIC_STATUS:
        return STATIC_STATUS[headers[0]]
    value = headers[2 : 2 + (headers[1] & 0x7F)]
    if not headers[1] & 0x80:
        return int(value)
    bits, digits = "".join(f"{byte:08b}" for byte in value), ""
    while len(digits) < 3:
        code = next(code for code in HUFFMAN_DIGITS if bits.startswith(code))
        digits, bits = digits + HUFFMAN_DIGITS[code], bits[len(code) :]
    return int(digits)


class Connection:
    def __init__(self):
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        context.set_alpn_protocols(["h2", "http/1.1"])
        self.socket = context.wrap_socket(
            socket.create_connection(("127.0.0.1", PORT), timeout=40), server_hostname="localhost")
        assert self.socket.selected_alpn_protocol() == "h2"
        self.buffer = b""
        self.send(PREFACE + frame(SETTINGS, 0, 0))

    def send(self, *parts):
        self.socket.sendall(b"".join(parts))

    def send_until_closed(self, part, count):
        """Sends `part` repeatedly, and returns whether the server refused it before the end."""
        try:
            for _ in range(count):
                self.send(part)
            return self.is_closed(20)
        except (OSError, ssl.SSLError):
            return True

    def request(self, stream, path, method="GET", fields=(), end=True):
        flags = END_HEADERS | (END_STREAM if end else 0)
        self.send(frame(HEADERS, flags, stream, block(path, method, fields)))

    def frames(self):
        """Yields frames until the server closes the connection, and acknowledges settings."""
        while True:
            while len(self.buffer) >= 9:
                length = int.from_bytes(self.buffer[:3], "big")
                if len(self.buffer) < 9 + length:
                    break
                kind, flags = self.buffer[3], self.buffer[4]
                stream = int.from_bytes(self.buffer[5:9], "big")
                payload, self.buffer = self.buffer[9 : 9 + length], self.buffer[9 + length :]
                if kind == SETTINGS and not flags & ACK:
                    self.send(frame(SETTINGS, ACK, 0))
                yield kind, flags, stream, payload
            part = self.socket.recv(65536)
            if not part:
                return
            self.buffer += part

    def response(self, stream):
        """Returns the status of a stream, or the name of the frame that ended it."""
        for kind, _, of, payload in self.frames():
            if of == stream and kind == HEADERS:
                return status(payload)
            if of == stream and kind == RST_STREAM:
                return "reset"
            if kind == GOAWAY and int.from_bytes(payload[4:8], "big") != 0:
                return "closed"
        return "closed"

    def is_closed(self, seconds):
        """Returns whether the server closes the connection within a time."""
        self.socket.settimeout(seconds)
        try:
            for _ in self.frames():
                pass
            return True
        except TimeoutError:
            return False
        except (OSError, ssl.SSLError):
            return True


def settings():
    connection = Connection()
    values = {}
    for kind, flags, _, payload in connection.frames():
        if kind == SETTINGS and not flags & ACK:
            values = dict(struct.iter_unpack(">HI", payload))
            break
    assert values.get(3, 1 << 31) <= 100, f"concurrent streams: {values}"
    assert values.get(6, 1 << 31) <= 16 << 10, f"length of headers: {values}"


def ordinary():
    connection = Connection()
    for stream in (1, 3, 5):
        connection.request(stream, "/healthz")
    seen = set()
    for kind, _, stream, _ in connection.frames():
        if kind == HEADERS:
            seen.add(stream)
        if len(seen) == 3:
            return
    raise AssertionError(f"only {seen} got a response")


def large_headers():
    for fields in ([("x", "a" * 20000)], [(f"x{index}", "a" * 300) for index in range(60)]):
        connection = Connection()
        connection.request(1, "/healthz", fields=fields)
        result = connection.response(1)
        assert result in (400, 431, "reset", "closed"), result
    connection = Connection()
    connection.request(1, "/healthz", fields=[(f"x{index}", "") for index in range(120)])
    result = connection.response(1)
    assert result in (431, "reset", "closed"), result


def rapid_reset():
    connection = Connection()
    parts, stream = b"", 1
    for stream in range(1, 4001, 2):
        parts += frame(HEADERS, END_HEADERS | END_STREAM, stream, block("/healthz"))
        parts += frame(RST_STREAM, 0, stream, struct.pack(">I", 8))
    assert connection.send_until_closed(parts, 1), "2,000 resets were accepted"


def floods():
    for name, part in (
        ("PING", frame(PING, 0, 0, b"12345678")),
        ("SETTINGS", frame(SETTINGS, 0, 0)),
        ("PRIORITY", frame(PRIORITY, 0, 5, struct.pack(">IB", 3, 1))),
    ):
        assert Connection().send_until_closed(part * 100, 50), f"5,000 {name} were accepted"
    connection = Connection()
    connection.send(frame(HEADERS, END_STREAM, 1, block("/healthz")))
    part = frame(CONTINUATION, 0, 1, b"\x00" + text("x") + text("y" * 100))
    assert connection.send_until_closed(part * 100, 50), "5,000 CONTINUATION were accepted"


def streams():
    connection = Connection()
    for stream in range(1, 401, 2):
        connection.request(stream, "/app/check", "POST", end=False)
    refused = 0
    connection.socket.settimeout(30)
    try:
        for kind, _, _, _ in connection.frames():
            refused += kind in (RST_STREAM, GOAWAY)
            if refused:
                return
    except TimeoutError:
        pass
    raise AssertionError("200 concurrent streams were accepted")


def long_body():
    for fields in ([("content-length", "20000")], []):
        connection = Connection()
        form = ("content-type", "application/x-www-form-urlencoded")
        connection.request(1, "/app/check", "POST", [form] + fields, end=False)
        connection.send(frame(DATA, 0, 1, b"a" * 10000), frame(DATA, 0, 1, b"a" * 10000))
        result = connection.response(1)
        assert result == 413, result
        # The stream ends, although the client does not end its body.
        assert any(kind in (RST_STREAM, GOAWAY) for kind, _, _, _ in connection.frames())


def slow_body():
    connection = Connection()
    form = ("content-type", "application/x-www-form-urlencoded")
    start = time.monotonic()
    connection.request(1, "/app/check", "POST", [form], end=False)
    connection.send(frame(DATA, 0, 1, b"a"))
    result = connection.response(1)
    assert result == 408, result
    assert time.monotonic() - start < 25


def idle():
    start = time.monotonic()
    silent = socket.create_connection(("127.0.0.1", PORT), timeout=20)
    connection = Connection()
    connection.request(1, "/healthz")
    assert connection.response(1) == 200
    # A client that does not answer the PING of the server.
    assert connection.is_closed(20), "an idle connection stays open"
    assert silent.recv(1) == b"", "a connection without a handshake stays open"
    assert time.monotonic() - start < 25


def stalled():
    connection = Connection()
    connection.request(1, "/targets/large.bin")
    start, received = time.monotonic(), 0
    # The window of the stream is never enlarged.
    for kind, _, stream, payload in connection.frames():
        received += len(payload) if kind == DATA else 0
        if stream == 1 and kind == RST_STREAM:
            break
    assert received <= 65535, received
    assert time.monotonic() - start < 30


def main():
    failures = []

    def run(scenario):
        try:
            scenario()
        except BaseException as error:  # pylint: disable=broad-except
            failures.append(f"{scenario.__name__}: {type(error).__name__}: {error}")

    scenarios = [
        settings, ordinary, large_headers, rapid_reset, floods, streams, long_body, slow_body, idle,
        stalled]
    threads = [threading.Thread(target=run, args=[scenario]) for scenario in scenarios]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    run(ordinary)
    print("\n".join(failures))
    sys.exit(1 if failures else 0)


main()
