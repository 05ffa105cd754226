"""An HTTP server for tests, which gets reports of devices.

    report-server.py FOLDER

A POST to /STATUS,STATUS,… gets the next of these statuses, the last one again and again, and its body is added to
FOLDER/reports.jsonl. Instead of a status, `silent` sends nothing, `stall` stops in the head, and `portal` redirects.
Prints its port and serves until standard input ends.
"""
import http.server
import os
import sys
import threading
import time

counts = {}
lock = threading.Lock()


class Handler(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        assert self.headers["Content-Type"] == "application/json"
        with lock:
            with open(os.path.join(sys.argv[1], "reports.jsonl"), "ab") as file:
                file.write(body + b"\n")
            count = counts[self.path] = counts.get(self.path, -1) + 1
        answers = self.path.strip("/").split(",")
        answer = answers[min(count, len(answers) - 1)]
        if answer == "silent":
            time.sleep(30)
        elif answer == "stall":
            self.wfile.write(b"HTTP/1.1 204 No Con")
            time.sleep(30)
        elif answer == "portal":
            self.send_response(302)
            self.send_header("Location", "/login")
            self.end_headers()
        else:
            # The body does not arrive.
            self.send_response(int(answer))
            if answer != "204":
                self.send_header("Content-Length", "100")
            self.end_headers()
            self.wfile.flush()
            if answer != "204":
                time.sleep(30)

    def log_message(self, *arguments):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
print(server.server_address[1], flush=True)
sys.stdin.read()
os._exit(0)
