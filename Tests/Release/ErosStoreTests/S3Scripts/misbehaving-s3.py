"""An S3-compatible store in memory that misbehaves.

Prints its port, then runs until standard input ends. The first component of the bucket's name is the
behavior, the rest makes it unique; see `Handler.answer`. Signatures are not checked.
"""
import hashlib
import os
import socket
import socketserver
import struct
import sys
import threading
import urllib.parse

lock = threading.Lock()
objects = {}  # (bucket, key): (bytes, entity tag)
counts = {}   # (bucket, method): number of requests
requests = {}  # bucket: number of requests

OK_STATUS = {200: "OK", 204: "No Content", 206: "Partial Content"}


def error(code, extra=""):
    return (f'<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>{code}</Code>'
            f"<Message>secret-in-message</Message>{extra}</Error>").encode()


class Handler(socketserver.StreamRequestHandler):
    def handle(self):
        try:
            while self.answer():
                pass
        except OSError:
            pass

    def read_request(self):
        line = self.rfile.readline().decode().split()
        if len(line) != 3:
            return None
        fields = {}
        while (field := self.rfile.readline().decode().strip()):
            name, _, value = field.partition(":")
            fields[name.lower()] = value.strip()
        body = self.rfile.read(int(fields.get("content-length", 0)))
        return line[0], line[1], fields, body

    def send(self, status, fields=(), body=b"", length=None, head_only=False):
        lines = [f"HTTP/1.1 {status} {OK_STATUS.get(status, 'Error')}"]
        lines += [f"{name}: {value}" for name, value in fields]
        if status != 204:
            lines.append(f"Content-Length: {len(body) if length is None else length}")
        self.wfile.write("\r\n".join(lines).encode() + b"\r\n\r\n" + (b"" if head_only else body))
        return True

    def close(self):
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.connection.close()
        return False

    def answer(self):
        request = self.read_request()
        if request is None:
            return False
        method, target, fields, body = request
        url = urllib.parse.urlsplit(target)
        query = dict(urllib.parse.parse_qsl(url.query, keep_blank_values=True))
        _, bucket, key = (urllib.parse.unquote(url.path) + "/").split("/", 2)
        key = key[:-1] if key.endswith("/") else key
        with lock:
            requests[bucket] = requests.get(bucket, 0) + 1
            number = counts[bucket, method] = counts.get((bucket, method), 0) + 1
        if bucket == "count":
            return self.send(200, [("ETag", '"x"')], str(requests.get(key, 0)).encode())
        behavior = getattr(self, bucket.partition(".")[0].replace("-", "_"), None)
        if behavior:
            done = behavior(method, bucket, key, query, fields, body, number)
            if done is not None:
                return done
        return self.serve(method, bucket, key, query, fields, body)

    # A correct store.

    def serve(self, method, bucket, key, query, fields, body):
        status, answer, data = self.perform(method, bucket, key, query, fields, body)
        length = None
        if method == "HEAD":
            length = len(data) if status == 200 else 0
        return self.send(status, answer, data, length, method == "HEAD")

    def perform(self, method, bucket, key, query, fields, body):
        name = (bucket, key)
        with lock:
            found = objects.get(name)
            if "uploads" in query:
                return 200, [], (b"<InitiateMultipartUploadResult><UploadId>u&amp;1</UploadId>"
                                 b"</InitiateMultipartUploadResult>")
            if "partNumber" in query:
                objects[bucket, key, int(query["partNumber"])] = body
                return 200, [("ETag", f'"{hashlib.md5(body).hexdigest()}"')], b""
            if "uploadId" in query:
                return self.finish(method, bucket, key, fields, found)
            if method == "PUT":
                if fields.get("if-none-match") == "*" and found:
                    return 412, [], error("PreconditionFailed")
                if "if-match" in fields and (not found or found[1] != fields["if-match"]):
                    return 412, [], error("PreconditionFailed")
                if "x-amz-copy-source" in fields:
                    source = urllib.parse.unquote(fields["x-amz-copy-source"])
                    objects[name] = objects[tuple(source[1:].split("/", 1))]
                    return 200, [], b"<CopyObjectResult><ETag>&#34;x&#34;</ETag></CopyObjectResult>"
                tag = f'"{hashlib.md5(body).hexdigest()}"'
                objects[name] = body, tag
                return 200, [("ETag", tag)], b""
            if method == "DELETE":
                objects.pop(name, None)
                return 204, [], b""
        if not found:
            return 404, [], error("NoSuchKey")
        data, tag = found
        if fields.get("if-match", tag) != tag:
            return 412, [], error("PreconditionFailed")
        span = fields.get("range", "")
        if span:
            first, _, last = span[6:].partition("-")
            first, last = int(first), min(int(last or len(data) - 1), len(data) - 1)
            return 206, [("ETag", tag), ("Content-Range",
                                         f"bytes {first}-{last}/{len(data)}")], data[first:last + 1]
        return 200, [("ETag", tag)], data

    def finish(self, method, bucket, key, fields, found):
        parts = sorted(name[2] for name in objects if len(name) == 3 and name[:2] == (bucket, key))
        if method == "DELETE":
            for part in parts:
                del objects[bucket, key, part]
            return 204, [], b""
        if not parts:
            return 404, [], error("NoSuchUpload")
        if fields.get("if-none-match") == "*" and found:
            return 412, [], error("PreconditionFailed")
        data = b"".join(objects.pop((bucket, key, part)) for part in parts)
        objects[bucket, key] = data, f'"{hashlib.md5(data).hexdigest()}-{len(parts)}"'
        return 200, [], (b"\n \n<?xml version='1.0'?><CompleteMultipartUploadResult><ETag>"
                         + objects[bucket, key][1].encode().replace(b'"', b"&quot;")
                         + b"</ETag></CompleteMultipartUploadResult>")

    # Misbehavior. Each returns None to answer correctly.

    def lost(self, method, bucket, key, query, fields, body, number):
        """Performs the first write of each key, but closes the connection instead of answering."""
        if method in ("PUT", "POST") and "uploads" not in query and "partNumber" not in query:
            with lock:
                first = counts[bucket, key] = counts.get((bucket, key), 0) + 1
            if first == 1:
                self.perform(method, bucket, key, query, fields, body)
                return self.close()

    def lost2(self, method, bucket, key, query, fields, body, number):
        """Performs the second write, but closes the connection instead of answering."""
        if method == "PUT" and number == 2:
            self.perform(method, bucket, key, query, fields, body)
            return self.close()

    def stolen(self, method, bucket, key, query, fields, body, number):
        """As `lost`, and another writer replaces the object before the second try."""
        if method == "PUT" and number == 1:
            self.perform(method, bucket, key, query, fields, body)
            objects[bucket, key] = b"other", '"other"'
            return self.close()

    def beaten(self, method, bucket, key, query, fields, body, number):
        """The first write is not performed, and another writer creates the object."""
        if method == "PUT" and number == 1:
            objects[bucket, key] = b"other", '"other"'
            return self.close()

    def lost500(self, method, bucket, key, query, fields, body, number):
        if method == "PUT" and number == 1:
            self.perform(method, bucket, key, query, fields, body)
            return self.send(500, [], error("InternalError"))

    def busy(self, method, bucket, key, query, fields, body, number):
        if number <= 2:
            return self.send(503, [], error("SlowDown"))

    def dead(self, method, bucket, key, query, fields, body, number):
        return self.send(503, [("Retry-After", "1")], b"<html>later</html>")

    def patient(self, method, bucket, key, query, fields, body, number):
        if number == 1:
            return self.send(429, [("Retry-After", "3")], b"")

    def hours(self, method, bucket, key, query, fields, body, number):
        return self.send(503, [("Retry-After", "3600")], b"")

    def closing(self, method, bucket, key, query, fields, body, number):
        """Closes the connection without an answer, but answers each third request."""
        if number % 3:
            return self.close()

    def closed(self, method, bucket, key, query, fields, body, number):
        return self.close()

    def keepalive(self, method, bucket, key, query, fields, body, number):
        """Answers, then closes the connection although it announced to keep it."""
        self.serve(method, bucket, key, query, fields, body)
        return False

    def conflict(self, method, bucket, key, query, fields, body, number):
        if method == "PUT" and number <= 2:
            return self.send(409, [], error("ConditionalRequestConflict"))

    def always409(self, method, bucket, key, query, fields, body, number):
        if method == "PUT":
            return self.send(409, [], error("ConditionalRequestConflict"))

    def absent(self, method, bucket, key, query, fields, body, number):
        """As S3: 404 to If-Match for an object that does not exist."""
        if method == "PUT" and "if-match" in fields:
            return self.send(404, [], error("NoSuchKey"))

    def error200(self, method, bucket, key, query, fields, body, number):
        if method in ("PUT", "POST") and "uploads" not in query and "partNumber" not in query:
            return self.send(200, [("ETag", '"x"')], error("InternalError"))

    def denied200(self, method, bucket, key, query, fields, body, number):
        if method in ("PUT", "POST") and "uploads" not in query and "partNumber" not in query:
            return self.send(200, [("ETag", '"x"')], error("AccessDenied"))

    def portal(self, method, bucket, key, query, fields, body, number):
        page = b"<html><body>Log in</body></html>"
        return self.send(200, [("Content-Type", "text/html")], page, None, method == "HEAD")

    def portal_tag(self, method, bucket, key, query, fields, body, number):
        page = b"<html><body>Log in</body></html>"
        return self.send(200, [("ETag", '"x"')], page, None, method == "HEAD")

    def untagged(self, method, bucket, key, query, fields, body, number):
        return self.send(200, [], b"")

    def redirect301(self, method, bucket, key, query, fields, body, number):
        return self.send(301, [("x-amz-bucket-region", "eu-central-1")],
                         error("PermanentRedirect"), None, method == "HEAD")

    def redirect307(self, method, bucket, key, query, fields, body, number):
        return self.send(307, [("Location", "http://127.0.0.1:1/steal")],
                         error("TemporaryRedirect"), None, method == "HEAD")

    def region400(self, method, bucket, key, query, fields, body, number):
        return self.send(400, [], error("AuthorizationHeaderMalformed",
                                        "<Region>ap-northeast-1</Region>"), None, method == "HEAD")

    def status(self, method, bucket, key, query, fields, body, number):
        """status.CODE.STATUS.…"""
        _, code, status, _ = bucket.split(".", 3)
        return self.send(int(status), [], error(code), None, method == "HEAD")

    def unconditional(self, method, bucket, key, query, fields, body, number):
        """unconditional.CODE.STATUS.…: refuses each write with a condition."""
        conditions = {"if-match", "if-none-match", "x-amz-copy-source-if-match"}
        if method in ("PUT", "POST") and conditions & fields.keys():
            _, code, status, _ = bucket.split(".", 3)
            return self.send(int(status), [], error(code))

    def elsewhere(self, method, bucket, key, query, fields, body, number):
        """elsewhere.STATUS.…"""
        endpoint = "<Endpoint>oss-cn-hangzhou.aliyuncs.com</Endpoint>"
        return self.send(int(bucket.split(".")[1]), [], error("AccessDenied", endpoint), None,
                         method == "HEAD")

    def cut(self, method, bucket, key, query, fields, body, number):
        """Sends a few bytes of each part of an object, then closes the connection."""
        if method == "GET" and number <= 3:
            status, answer, data = self.perform(method, bucket, key, query, fields, body)
            self.send(status, answer, data[:100], len(data))
            return False

    def changing(self, method, bucket, key, query, fields, body, number):
        """As `cut`, and the object changes."""
        if method == "GET" and number == 1:
            status, answer, data = self.perform(method, bucket, key, query, fields, body)
            self.send(status, answer, data[:100], len(data))
            objects[bucket, key] = data[::-1], '"changed"'
            return False

    def norange(self, method, bucket, key, query, fields, body, number):
        """Ignores the range of a request."""
        fields.pop("range", None)

    def nocopy(self, method, bucket, key, query, fields, body, number):
        if "x-amz-copy-source" in fields and "if-none-match" in fields:
            return self.send(501, [], error("NotImplemented"))

    def badcopy(self, method, bucket, key, query, fields, body, number):
        if "x-amz-copy-source" in fields:
            objects[bucket, key] = b"CONTENTS", '"x"'
            return self.send(200, [], b"<CopyObjectResult><ETag>x</ETag></CopyObjectResult>")

    def badpart(self, method, bucket, key, query, fields, body, number):
        if query.get("partNumber") == "2":
            return self.send(403, [], error("AccessDenied"))

    def intruder(self, method, bucket, key, query, fields, body, number):
        """Another writer creates the object during an upload in parts."""
        if query.get("partNumber") == "2":
            objects[bucket, key] = b"other", '"other"'

    # Lists.

    def list(self, method, bucket, key, query, fields, body, number):
        """list.KIND.…"""
        kind = bucket.split(".")[1]
        item = ("<Contents><Key>a/b+c%2Bd</Key><LastModified>2026-01-02T03:04:05.678Z"
                "</LastModified><Size>5</Size></Contents>")
        start = '<?xml version="1.0"?>\n<ListBucketResult xmlns="http://s3/">'
        truncated = "<IsTruncated>true</IsTruncated>"
        last = "<IsTruncated>false</IsTruncated>"
        token = "<NextContinuationToken>t</NextContinuationToken>"
        encoding = "<EncodingType>url</EncodingType>"
        end = "</ListBucketResult>"
        documents = {
            "good": start + last + encoding + item + end,
            "raw": start + last + item + end,
            "again": start + truncated + token + item + end,
            "notoken": start + truncated + item + end,
            "cut": start + last + item + "<Contents><Key>a/c</K",
            "empty": "",
            "entities": '<!DOCTYPE l [<!ENTITY a "aaaa">]>' + start + last + end,
            "foreign": start + last + item.replace("a/b", "x/b") + end,
            "size": start + last + item.replace(">5<", ">-5<") + end,
            "overflow": start + last + item.replace(">5<", ">99999999999999999999<") + end,
            "time": start + last + item.replace("2026-01-02", "2026-13-02") + end,
            "other": "<Result/>",
            "html": "<html><body><p>Log in<br></body></html>",
            "error": error("InternalError").decode(),
            "deep": start + "<a>" * 100_000,
        }
        if kind == "endless":
            self.wfile.write(b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n" + start.encode())
            while True:
                self.wfile.write(item.encode() * 1000)
        if kind == "slowcut" and number <= 2:
            self.send(200, [], documents["good"][:50].encode(), 200)
            return False
        return self.send(200, [], documents.get(kind, documents["good"]).encode())


class Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True
    request_queue_size = 64

    def handle_error(self, request, client_address):
        pass


server = Server(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
print(server.server_address[1], flush=True)
sys.stdin.read()
os._exit(0)
