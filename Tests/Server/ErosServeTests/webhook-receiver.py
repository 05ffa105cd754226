#!/usr/bin/env python3
"""Receives webhooks, and appends each request to a file as one line of JSON.

Usage: webhook-receiver.py FILE

Prints its port. The first request to a path with `fail` gets the status 503, one to a path with `slow` gets
no response, and one to a path with `gone` gets the status 410.
"""

import http.server
import json
import sys
import threading

LOG = open(sys.argv[1], "a", encoding="utf-8")
failed = set()


class Handler(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        fields = {name.lower(): value for name, value in self.headers.items()}
        print(json.dumps({"path": self.path, "fields": fields, "body": body}), file=LOG, flush=True)
        status = 200
        if "slow" in self.path:
            threading.Event().wait(30)
        if "gone" in self.path:
            status = 410
        if "fail" in self.path and self.path not in failed:
            failed.add(self.path)
            status = 503
        self.send_response(status)
        self.send_header("Content-Length", "13")
        self.end_headers()
        self.wfile.write(b'{"errcode":0}')

    def log_message(self, *_):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(server.server_port, flush=True)
# The end of standard input ends the process.
threading.Thread(target=lambda: (sys.stdin.read(), server.shutdown()), daemon=True).start()
server.serve_forever()
