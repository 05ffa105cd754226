"""Sends bad requests to a server on loopback, and prints those that are not answered with the expected status.

usage: bad-requests.py PORT
"""
import concurrent.futures
import socket
import sys

PORT = int(sys.argv[1])
HOST = b"Host: localhost\r\n"


def request(line, fields=b"", body=b"", host=HOST):
    return line + b" HTTP/1.1\r\n" + host + fields + b"\r\n" + body


# Each function yields a name, the bytes, and the expected statuses of all answers; none if the connection is only closed.


def paths():
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
    ]:
        yield b"GET " + path, request(b"GET " + path), [404]
        yield b"HEAD " + path, request(b"HEAD " + path), [404]
    for path in [b"/metadata/\xff\xfe", b"/\xc3\xa4", b"/metadata/a b"]:
        yield b"GET " + path, request(b"GET " + path), [400]
        yield b"HEAD " + path, request(b"HEAD " + path), [400]


def methods():
    for path in [b"/metadata/timestamp.json", b"/app/list?appName=my-app", b"/healthz"]:
        for method in [b"POST", b"PUT", b"DELETE", b"PATCH", b"OPTIONS", b"TRACE", b"CONNECT", b"PROPFIND"]:
            yield method + b" " + path, request(method + b" " + path), [405]
        for method in [b"FOO", b"get", b"\x00", b"G ET", b"A" * 500]:
            yield method + b" " + path, request(method + b" " + path), [400]


def bodies():
    for path in [b"/app/add", b"/app/check"]:
        form = b"Content-Type: application/x-www-form-urlencoded\r\n"
        for name, fields, body, status in [
            ("no type", b"Content-Length: 3\r\n", b"a=b", 415),
            ("json", b"Content-Type: application/json\r\nContent-Length: 2\r\n", b"{}", 415),
            ("long", form + b"Content-Length: 100000\r\n", b"a" * 100000, 413),
            ("announced", form + b"Content-Length: 99999999999\r\n", b"a", 413),
            ("overflow", form + b"Content-Length: 99999999999999999999999\r\n", b"a", 400),
            ("negative", form + b"Content-Length: -1\r\n", b"a", 400),
            ("hex", form + b"Content-Length: 0x10\r\n", b"a" * 16, 400),
            ("two lengths", form + b"Content-Length: 3\r\nContent-Length: 4\r\n", b"a=bc", 400),
            ("list of lengths", form + b"Content-Length: 3, 4\r\n", b"a=bc", 400),
            ("both", form + b"Content-Length: 3\r\nTransfer-Encoding: chunked\r\n", b"0\r\n\r\n", 400),
            ("gzip", form + b"Transfer-Encoding: gzip\r\n", b"a", 400),
            ("chunked twice", form + b"Transfer-Encoding: chunked, chunked\r\n", b"0\r\n\r\n", 400),
            ("not last", form + b"Transfer-Encoding: chunked, gzip\r\n", b"0\r\n\r\n", 400),
            ("bad chunk", form + b"Transfer-Encoding: chunked\r\n", b"xyz\r\n\r\n", 400),
            ("huge chunk", form + b"Transfer-Encoding: chunked\r\n", b"ffffffffffffffffff\r\n", 400),
            ("long chunks", form + b"Transfer-Encoding: chunked\r\n",
             (b"4000\r\n" + b"a" * 0x4000 + b"\r\n") * 8 + b"0\r\n\r\n", 413),
            ("not UTF-8", form + b"Content-Length: 4\r\n", b"a=\xff\xfe", 415),
            ("space before colon", form + b"Content-Length : 3\r\n", b"a=b", 400),
            ("folded", form + b"X-A: b\r\n c\r\nContent-Length : 3\r\n", b"a=b", 400),
        ]:
            yield path + b" " + name.encode(), request(b"POST " + path, fields, body), [status]


def fields():
    for name, fields, status in [
        ("long field", b"X-A: " + b"a" * 100000 + b"\r\n", 400), ("many fields", b"X-A: b\r\n" * 5000, 400),
        ("long in sum", b"".join(b"X-%d: " % n + b"a" * 900 + b"\r\n" for n in range(30)), 431),
        ("NUL", b"X-A: a\x00b\r\n", 400), ("no colon", b"XA\r\n", 400), ("no name", b": a\r\n", 400),
        ("space in name", b"X A: a\r\n", 400), ("bare CR", b"X-A: a\rb\r\n", 400),
        ("control", b"X-A: a\x01b\r\n", 400), ("TE", b"Transfer-Encoding: xchunked\r\n", 404),
        ("two lengths", b"Content-Length: 0\r\nContent-Length: 5\r\n", 400),
    ]:
        yield b"field " + name.encode(), request(b"GET /missing", fields), [status]


def messages():
    for name, data, statuses in [
        ("no version", b"GET /missing\r\n\r\n", [400]), ("HTTP/2.0", b"GET /missing HTTP/2.0\r\n\r\n", [400]),
        ("HTTP/9", b"GET /missing HTTP/9.9\r\n\r\n", [400]), ("lower", b"GET /missing http/1.1\r\n\r\n", [400]),
        ("empty", b"\r\n\r\n\r\n", []), ("binary", bytes(range(256)), [400]),
        ("TLS", b"\x16\x03\x01\x02\x00\x01", [400]), ("preface", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", [400]),
        ("asterisk", b"OPTIONS * HTTP/1.1\r\n\r\n", [400]),
        ("authority", b"CONNECT localhost:22 HTTP/1.1\r\n\r\n", [400]),
        ("relative", b"GET missing HTTP/1.1\r\n\r\n", [400]), ("scheme", b"GET ftp://a/b HTTP/1.1\r\n\r\n", [404]),
        ("only host", b"GET http://localhost HTTP/1.1\r\nHost: a\r\n\r\n", [404]),
        ("long line", b"GET /" + b"a" * 200000 + b" HTTP/1.1\r\n\r\n", [400]),
        ("smuggled", request(
            b"POST /app/check", b"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n",
            b"0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: a\r\n\r\n"), [400]),
        ("smuggled by a tab", request(
            b"POST /app/check", b"Transfer-Encoding:\tchunked\r\nContent-Length: 4\r\n", b"0\r\n\r\n"), [400]),
        ("query of a form", request(b"GET /app/add?appName=a"), [405]),
        # Fields of a check that are missing or invalid have the status 200 and a result code.
        ("no field", request(b"GET /app/check"), [200]), ("no app", request(b"GET /app/check?iOS=1.0.0"), [200]),
        ("long version", request(b"GET /app/check?appName=my-app&iOS=" + b"1" * 65), [200]),
        ("invalid escapes", request(b"GET /app/check?appName=%zz&iOS=%ff"), [200]),
    ]:
        yield name.encode(), data, statuses


def send(data):
    """Returns everything that the server sends until it closes the connection."""
    with socket.create_connection(("127.0.0.1", PORT), timeout=25) as connection:
        received = b""
        try:
            connection.sendall(data)
            connection.shutdown(socket.SHUT_WR)
        except OSError:
            pass
        try:
            while part := connection.recv(4096):
                received += part
        except ConnectionResetError:
            pass
        return received


def check(case):
    name, data, expected = case
    try:
        answer = send(data)
    except TimeoutError:
        return b"not closed: " + name[:60]
    if b"TOP SECRET" in answer:
        return b"a file outside of the store: " + name[:60]
    statuses = [int(line.split(b" ")[1]) for line in answer.split(b"\r\n") if line.startswith(b"HTTP/1.")]
    if statuses != expected:
        return b"%s: answered with %s, expected %s" % (name[:60], str(statuses).encode(), str(expected).encode())
    if expected == [200] and b'"resCode":400' not in answer:
        return b"accepted: " + name[:60]
    return None


all_cases = [*paths(), *methods(), *bodies(), *fields(), *messages()]
with concurrent.futures.ThreadPoolExecutor(8) as pool:
    faults = [fault for fault in pool.map(check, all_cases) if fault]
for fault in faults:
    print(fault.decode(errors="replace"))
print(f"{len(all_cases)} requests, {len(faults)} faults")
sys.exit(1 if faults else 0)
