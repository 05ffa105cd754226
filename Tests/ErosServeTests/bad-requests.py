"""Sends bad requests to a server on loopback and prints those that are answered wrongly.

usage: bad-requests.py PORT
"""
import concurrent.futures
import socket
import sys

PORT = int(sys.argv[1])
HOST = b"Host: localhost\r\n"


def request(line, fields=b"", body=b"", host=HOST):
    return line + b" HTTP/1.1\r\n" + host + fields + b"\r\n" + body


def cases():
    """Yields a name, the bytes, and whether closing without an answer is the only way."""
    for path in [
        b"/metadata/../secret", b"/metadata/%2e%2e/secret", b"/metadata/..%2fsecret",
        b"/metadata/%2e%2e%2fsecret", b"/../secret", b"/..;/secret", b"//secret", b"/secret",
        b"/targets/../../secret", b"/targets/my-app/../../../secret", b"/metadata//timestamp.json",
        b"/metadata/./timestamp.json", b"/metadata/timestamp.json/", b"/metadata/timestamp.json%00",
        b"/metadata/%00", b"/metadata/timestamp.json%2f", b"/metadata\\..\\secret",
        b"/metadata/..\\secret", b"/metadata/%5c..%5csecret", b"/metadata/%c0%ae%c0%ae/secret",
        b"/metadata/%", b"/metadata/%2", b"/metadata/%zz", b"/metadata/link", b"/metadata/link/secret",
        b"/legacy/linked/secret", b"/metadata/", b"/metadata", b"/targets/", b"/targets/my-app",
        b"/legacy/", b"/lock", b"/probe.json", b"/metadata/.hidden", b"/metadata/fifo",
        b"/metadata/" + b"a" * 300, b"/" + b"a/" * 2000, b"/metadata/" + b"%41" * 400,
        b"/app", b"/app/", b"/app/check/", b"/App/check", b"/app/check/../../secret", b"/app//check",
        b"/app/unknown", b"/favicon.ico", b"/.git/config", b"/.env", b"/metadata/%ff%fe",
        b"/metadata/\xff\xfe", b"/\xc3\xa4", b"/metadata/a b",
    ]:
        yield b"GET " + path, request(b"GET " + path)
        yield b"HEAD " + path, request(b"HEAD " + path)
    for method in [b"POST", b"PUT", b"DELETE", b"PATCH", b"OPTIONS", b"TRACE", b"CONNECT", b"PROPFIND",
                   b"FOO", b"get", b"\x00", b"G ET", b"A" * 500]:
        for path in [b"/metadata/timestamp.json", b"/app/list?appName=my-app", b"/healthz"]:
            yield method + b" " + path, request(method + b" " + path)
    for path in [b"/app/add", b"/app/check"]:
        form = b"Content-Type: application/x-www-form-urlencoded\r\n"
        for name, fields, body in [
            ("no type", b"Content-Length: 3\r\n", b"a=b"),
            ("json", b"Content-Type: application/json\r\nContent-Length: 2\r\n", b"{}"),
            ("long", form + b"Content-Length: 100000\r\n", b"a" * 100000),
            ("announced", form + b"Content-Length: 99999999999\r\n", b"a"),
            ("overflow", form + b"Content-Length: 99999999999999999999999\r\n", b"a"),
            ("negative", form + b"Content-Length: -1\r\n", b"a"),
            ("hex", form + b"Content-Length: 0x10\r\n", b"a" * 16),
            ("two lengths", form + b"Content-Length: 3\r\nContent-Length: 4\r\n", b"a=bc"),
            ("list of lengths", form + b"Content-Length: 3, 4\r\n", b"a=bc"),
            ("both", form + b"Content-Length: 3\r\nTransfer-Encoding: chunked\r\n", b"0\r\n\r\n"),
            ("gzip", form + b"Transfer-Encoding: gzip\r\n", b"a"),
            ("chunked twice", form + b"Transfer-Encoding: chunked, chunked\r\n", b"0\r\n\r\n"),
            ("not last", form + b"Transfer-Encoding: chunked, gzip\r\n", b"0\r\n\r\n"),
            ("bad chunk", form + b"Transfer-Encoding: chunked\r\n", b"xyz\r\n\r\n"),
            ("huge chunk", form + b"Transfer-Encoding: chunked\r\n", b"ffffffffffffffffff\r\n"),
            ("long chunks", form + b"Transfer-Encoding: chunked\r\n",
             (b"4000\r\n" + b"a" * 0x4000 + b"\r\n") * 8 + b"0\r\n\r\n"),
            ("not UTF-8", form + b"Content-Length: 4\r\n", b"a=\xff\xfe"),
            ("space before colon", form + b"Content-Length : 3\r\n", b"a=b"),
            ("folded", form + b"X-A: b\r\n c\r\nContent-Length : 3\r\n", b"a=b"),
        ]:
            yield path + b" " + name.encode(), request(b"POST " + path, fields, body)
    for name, fields in [
        ("long field", b"X-A: " + b"a" * 100000 + b"\r\n"), ("many fields", b"X-A: b\r\n" * 5000),
        ("long in sum", b"".join(b"X-%d: " % n + b"a" * 900 + b"\r\n" for n in range(30))),
        ("NUL", b"X-A: a\x00b\r\n"), ("no colon", b"XA\r\n"), ("no name", b": a\r\n"),
        ("space in name", b"X A: a\r\n"), ("bare CR", b"X-A: a\rb\r\n"),
        ("control", b"X-A: a\x01b\r\n"), ("TE", b"Transfer-Encoding: xchunked\r\n"),
        ("two lengths", b"Content-Length: 0\r\nContent-Length: 5\r\n"),
    ]:
        yield b"field " + name.encode(), request(b"GET /missing", fields)
    for name, data in [
        ("no version", b"GET /missing\r\n\r\n"), ("HTTP/2.0", b"GET /missing HTTP/2.0\r\n\r\n"),
        ("HTTP/9", b"GET /missing HTTP/9.9\r\n\r\n"), ("lower", b"GET /missing http/1.1\r\n\r\n"),
        ("empty", b"\r\n\r\n\r\n"), ("binary", bytes(range(256))), ("TLS", b"\x16\x03\x01\x02\x00\x01"),
        ("preface", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"), ("asterisk", b"OPTIONS * HTTP/1.1\r\n\r\n"),
        ("authority", b"CONNECT localhost:22 HTTP/1.1\r\n\r\n"),
        ("relative", b"GET missing HTTP/1.1\r\n\r\n"), ("scheme", b"GET ftp://a/b HTTP/1.1\r\n\r\n"),
        ("only host", b"GET http://localhost HTTP/1.1\r\nHost: a\r\n\r\n"),
        ("long line", b"GET /" + b"a" * 200000 + b" HTTP/1.1\r\n\r\n"),
        ("smuggled", request(
            b"POST /app/check", b"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n",
            b"0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")),
        ("smuggled by a tab", request(
            b"POST /app/check", b"Transfer-Encoding:\tchunked\r\nContent-Length: 4\r\n",
            b"0\r\n\r\n")),
        ("query of a form", request(b"GET /app/add?appName=a")),
    ]:
        yield name.encode(), data


def send(data):
    """Returns the first line of the answer; empty if the connection was closed."""
    with socket.create_connection(("127.0.0.1", PORT), timeout=25) as connection:
        received = b""
        try:
            connection.sendall(data)
            connection.shutdown(socket.SHUT_WR)
        except OSError:
            pass
        try:
            while len(received) < 1 << 16:
                part = connection.recv(4096)
                if not part:
                    break
                received += part
        except ConnectionResetError:
            pass
        return received


def check(case):
    name, data = case
    try:
        answer = send(data)
    except TimeoutError:
        return b"not closed: " + name[:60]
    statuses = [line.split(b" ")[1] for line in answer.split(b"\r\n") if line.startswith(b"HTTP/1.")]
    if b"TOP SECRET" in answer:
        return b"a file outside of the store: " + name[:60]
    # A question that is not understood has the status 200 and a result code.
    is_refused = b'"resCode":4' in answer
    if any(not status.startswith(b"4") for status in statuses) and not is_refused:
        return b"answered: " + name[:60] + b": " + b" ".join(statuses)
    if len(statuses) > 2 or (b"smuggled" in name and len(statuses) > 1):
        return b"several answers: " + name[:60]
    return None


all_cases = list(cases())
with concurrent.futures.ThreadPoolExecutor(8) as pool:
    faults = [fault for fault in pool.map(check, all_cases) if fault]
for fault in faults:
    print(fault.decode(errors="replace"))
print(f"{len(all_cases)} requests, {len(faults)} faults")
sys.exit(1 if faults else 0)
