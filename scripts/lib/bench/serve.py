"""The measurement of `eros-server` under load, for scripts/bench.

The server runs on the first core, and its clients on the last one: wrk, and a program that sends requests at
random times. nginx, which delivers a file of the same size, and a server in Node.js with the same answer run in
the same way; all take turns. Rounds in which other programs use the processor are repeated, up to a limit; the
table has the quietest ones.
"""

import hashlib
import http.client
import json
import math
import os
import pathlib
import random
import re
import resource
import select
import signal
import socket
import statistics
import subprocess
import sys
import time
import zipfile

from messages import say
from tools import aim, markdown, section

RELEASES = 10_000
APP_VERSIONS = 25  # of which each has a newest release
CONNECTIONS = 32
REQUESTS = 300_000
SECONDS = 3
ROUNDS = 5
MAXIMUM_ROUNDS = int(os.environ.get("EROS_BENCH_ROUNDS", "20"))
PAUSE = float(os.environ.get("EROS_BENCH_PAUSE", "0"))  # before each load, for other programs on the machine
RATE = 5_000  # requests per second of independent clients
QUIET = 0.1  # the share of a core that other programs may use
CHANNEL = "bench/production"
TICKS = os.sysconf("SC_CLK_TCK")

NGINX = """
daemon off;
master_process off;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
worker_processes 1;
events {{ worker_connections 4096; }}
http {{
  access_log off;
  keepalive_requests 100000000;
  open_file_cache max=10;
  types {{ application/json json; }}
  client_body_temp_path {folder}/b; proxy_temp_path {folder}/p; fastcgi_temp_path {folder}/f;
  uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
  server {{ listen 127.0.0.1:{port}; root {folder}; }}
}}
"""

NODE = """
const body = require('fs').readFileSync(process.argv[2]);
require('http').createServer((request, response) => {
  const query = new URL(request.url, 'http://x').searchParams;
  if (!query.get('appName')) { response.statusCode = 400; response.end(); return; }
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Content-Length', body.length);
  response.end(body);
}).listen(+process.argv[3], '127.0.0.1');
"""

# The checks take turns: of clients with an old bundle, an unknown one and the newest one.
WRK = """
local paths = { PATHS }
local index = 0
request = function()
  index = index % #paths + 1
  return wrk.format("GET", paths[index])
end
"""


# --- Input ---------------------------------------------------------------------------------------


def make_bundles(folder, count):
    """Writes bundles with one page each, and returns their records as eros-publish keeps them."""
    records = []
    for number in range(count):
        page = b"// page %d\n" % number * 20
        md5 = hashlib.md5(page).hexdigest()
        version = hashlib.md5(md5.encode()).hexdigest()
        native = f"1.{number * APP_VERSIONS // count}.0"
        manifest = {
            "filesMd5": [{"page": "/pages/home.js", "md5": md5}], "android": native, "iOS": native,
            "appName": "bench", "jsVersion": version, "timestamp": 1_600_000_000_000 + number * 1000,
            "jsPath": "http://old.example.org/"}
        with zipfile.ZipFile(folder / f"{version}.zip", "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("pages/home.js", page)
            archive.writestr("md5.json", json.dumps(manifest))
        del manifest["filesMd5"]
        records.append(manifest)
    return records


class Store:
    """A store with 10,000 imported releases, and the configuration of a server."""

    def __init__(self, work, eros):
        self.work = work
        (work / "bundles").mkdir()
        self.records = make_bundles(work / "bundles", RELEASES)
        (work / "export.json").write_text(json.dumps(self.records))
        run = lambda *command: subprocess.run([eros, *command], cwd=work, check=True, capture_output=True)
        run("store", "init", "--store", "store", "--new-keys", "keys", "--channel", CHANNEL)
        started = time.monotonic()
        run("store", "import", "--store", "store", "--eros-publish", "export.json", "--bundles", "bundles",
            "--channel", CHANNEL, "--keys", "keys")
        self.import_seconds = time.monotonic() - started
        (work / "server.json").write_text(json.dumps({
            "root": "keys/root.json", "downloads": "https://cdn.example.org/releases/",
            "apps": {"bench": {"channel": CHANNEL}}}))

    def paths(self):
        """Returns the checks of clients on several versions of the app."""
        paths = []
        size = RELEASES // APP_VERSIONS
        for part in (0, 3, 8, 15, APP_VERSIONS - 1):
            own = self.records[part * size:(part + 1) * size]
            for version in (own[-2]["jsVersion"], own[0]["jsVersion"], "0" * 32, own[-1]["jsVersion"]):
                for platform in ("iOS", "android"):
                    paths.append(
                        f"/app/check?appName=bench&{platform}={own[0]['iOS']}&isDiff=1&jsVersion={version}")
        return paths


# --- Servers -------------------------------------------------------------------------------------


def free_port():
    """Returns a port that no program uses."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


def on_core(core, command):
    return ["taskset", "-c", str(core), *command]


class Server:
    """A server on the first core."""

    def __init__(self, name, command, folder, port=None, environment=None):
        self.name = name
        self.folder = folder
        started = time.monotonic()
        self.process = subprocess.Popen(
            on_core(0, command), cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            env=dict(os.environ, **(environment or {})))
        if port is None:
            port = int(self.process.stdout.readline().rsplit(":", 1)[1])
        self.port = port
        path = "/readyz" if name == "eros-server" else "/answer.json?appName=bench"
        while self.get(path) != 200:
            time.sleep(0.0005)
        self.ready = time.monotonic() - started
        self.ready_cpu = self.exact_cpu

    def get(self, path):
        try:
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
            connection.request("GET", path)
            answer = connection.getresponse()
            self.body = answer.read()
            connection.close()
            return answer.status
        except OSError:
            return None

    @property
    def cpu(self):
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    @property
    def exact_cpu(self):
        """The processor time of the threads that run now, in seconds."""
        tasks = pathlib.Path(f"/proc/{self.process.pid}/task").glob("*/schedstat")
        return sum(int(task.read_text().split()[0]) for task in tasks) / 1e9

    def memory(self, field="VmRSS"):
        text = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(rf"{field}:\s+(\d+)", text).group(1)) * 1024

    def stop(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()


def busy():
    """Returns the processor time of all programs in seconds."""
    fields = [int(field) for field in pathlib.Path("/proc/stat").read_text().split("\n")[0].split()[1:9]]
    return (sum(fields) - fields[3] - fields[4]) / TICKS


def children():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


class Measured:
    """The processor time that a server and other programs use while `run` runs."""

    def __init__(self, server, run):
        time.sleep(PAUSE)
        before, others, started = server.cpu, busy() - children(), time.monotonic()
        self.output = run()
        self.used = server.cpu - before
        # The share of a core that other programs have used.
        self.others = max(0, busy() - children() - others - self.used) / (time.monotonic() - started)


class Load:
    """The result of one run of wrk, whose connections send the next request after each answer."""

    def __init__(self, server, paths, seconds, core):
        script = server.folder / "requests.lua"
        script.write_text(WRK.replace("PATHS", ", ".join(f'"{path}"' for path in paths)))
        measured = Measured(server, lambda: subprocess.run(
            on_core(core, [
                "wrk", "-t1", f"-c{CONNECTIONS}", f"-d{seconds}s", "--latency", "-s", str(script),
                f"http://127.0.0.1:{server.port}"]),
            capture_output=True, text=True, check=True).stdout)
        result, self.others = measured.output, measured.others
        self.requests = int(re.search(r"(\d+) requests in", result).group(1))
        self.rate = float(re.search(r"Requests/sec:\s+([\d.]+)", result).group(1))
        self.p99 = self.time(re.search(r"(?m)^\s+99%\s+(\S+)", result).group(1))
        self.p50 = self.time(re.search(r"(?m)^\s+50%\s+(\S+)", result).group(1))
        self.cpu = measured.used / self.requests
        self.errors = sum(
            int(number) for line in re.findall(r"(?:Socket errors|Non-2xx).*", result)
            for number in re.findall(r"\d+(?=,|$)", line.removeprefix("Non-2xx or 3xx responses:")))

    @staticmethod
    def time(text):
        number, unit = re.fullmatch(r"([\d.]+)(us|ms|s)", text).groups()
        return float(number) * {"us": 1e-6, "ms": 1e-3, "s": 1}[unit]


class IndependentLoad:
    """The result of requests at random times, as independent devices send them.

    wrk can delay requests only by ticks of its clock, so its connections send at the same time.
    """

    def __init__(self, server, paths, seconds, core):
        measured = Measured(server, lambda: subprocess.run(
            on_core(core, [sys.executable, __file__, str(server.port), str(seconds)]),
            input="\n".join(paths), stdout=subprocess.PIPE, text=True, check=True,
            env=dict(os.environ, PYTHONPATH=os.pathsep.join(sys.path))).stdout)
        self.others = measured.others
        times, self.errors = json.loads(measured.output)
        self.requests = len(times)
        self.cpu = measured.used / self.requests
        self.p50, self.p99 = (times[int(self.requests * part)] for part in (0.5, 0.99))


def send_independently(port, seconds, paths):
    """Sends requests at random times, and returns the sorted response times and the number of errors.

    A response time starts when its request is due, even if all connections are busy then.
    """
    requests = [f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode() for path in paths]
    poll, connections, idle = select.epoll(), {}, []
    for _ in range(2 * CONNECTIONS):
        connection = connect(port)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        poll.register(connection, select.EPOLLIN)
        connections[connection.fileno()] = connection
        idle.append(connection)
    time.sleep(0.1)  # until the server has accepted all connections
    gaps, choices = random.Random(1), random.Random(2)
    due, received, times, sent, errors = {}, {}, [], 0, 0
    upcoming = time.monotonic()
    end = upcoming + seconds
    while upcoming < end or due:
        if time.monotonic() > end + 10:
            sys.exit(f"{len(due)} requests were not answered within 10 s after the load")
        while idle and upcoming < end and upcoming <= time.monotonic():
            connection = idle.pop(choices.randrange(len(idle)))
            connection.sendall(requests[sent % len(requests)])
            sent += 1
            due[connection.fileno()] = upcoming
            upcoming += gaps.expovariate(RATE)
        for number, _ in poll.poll(0):
            part, now = connections[number].recv(1 << 16), time.monotonic()
            if not part or number not in due:
                sys.exit(f"a connection was closed, or had an unexpected answer, after {len(times)} answers")
            received[number] = received.get(number, b"") + part
            if is_complete(received[number]):
                times.append(now - due.pop(number))
                errors += not received.pop(number).startswith(b"HTTP/1.1 200")
                idle.append(connections[number])
    return sorted(times), errors


def is_complete(answer):
    """Returns whether the header and the body of an answer have arrived."""
    header, _, body = answer.partition(b"\r\n\r\n")
    length = re.search(rb"(?i)\r\ncontent-length: *(\d+)", header)
    return bool(length) and len(body) >= int(length.group(1))


# --- Connections ---------------------------------------------------------------------------------


def connect(port):
    return socket.create_connection(("127.0.0.1", port))


def idle_memory(server, count=1000):
    """Returns the memory that connections take after one request each."""
    before = server.memory()
    connections = []
    for _ in range(count):
        connection = connect(server.port)
        connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
        connections.append(connection)
    for connection in connections:
        assert connection.recv(4096).startswith(b"HTTP/1.1 200")
    more = server.memory() - before
    for connection in connections:
        connection.close()
    return more


def slow_connections(server, path, count=200):
    """Returns the longest time until a slow or half-open connection is closed, and the slowest answer meanwhile."""
    kinds = [b"", b"GET ", b"GET /app/check HTTP/1.1\r\nHost: x\r\nX: ",
             b"POST /app/check HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nappName"]
    started = time.monotonic()
    waiting = {}
    for number in range(count):
        connection = connect(server.port)
        kind = kinds[number % len(kinds)]
        connection.sendall(kind)
        waiting[connection] = kind
    longest = slowest = 0
    tick = started
    while waiting and time.monotonic() - started < 30:
        closed, _, _ = select.select(list(waiting), [], [], 0.2)
        now = time.monotonic()
        for connection in closed:
            try:
                ended = not connection.recv(4096)
            except OSError:
                ended = True
            if ended:
                longest = max(longest, now - started)
                connection.close()
                del waiting[connection]
        if now - tick >= 1:
            tick = now
            for connection, kind in list(waiting.items()):
                # One more byte each second, which must not prolong the time.
                try:
                    if kind:
                        connection.sendall(b"x")
                except OSError:
                    pass
        sent = time.monotonic()
        assert server.get(path) == 200
        slowest = max(slowest, time.monotonic() - sent)
    for connection in waiting:
        connection.close()
    return (math.inf if waiting else longest), slowest


# --- The tables ----------------------------------------------------------------------------------


def measure(work, eros, eros_server):
    """Returns the tables, as Markdown."""
    say("serve: preparing 10,000 releases")
    store = Store(work, eros)
    paths, starts = store.paths(), []
    command = [eros_server, "--store", "store", "--config", "server.json", "--listen", "127.0.0.1:0"]
    for _ in range(7):
        starts.append(Server("eros-server", command, work))
        starts[-1].stop()
    server = Server("eros-server", command, work)
    assert server.get(paths[0]) == 200
    size = len(server.body)
    servers = [(server, paths)]
    servers += [(other, ["/answer.json?appName=bench"]) for other in other_servers(work, server.body)]
    try:
        rounds = measure_rounds(servers)
        memory = server.memory()
        say("serve: idle and slow connections")
        idle = idle_memory(server)
        closed, slowest = slow_connections(server, paths[0])
    finally:
        for target, _ in servers:
            target.stop()
    return page(rounds, size, starts, memory, idle, closed, slowest, store)


def other_servers(work, answer):
    """Starts nginx with a file of the same size, and a server in Node.js with the same answer."""
    (work / "files").mkdir()
    (work / "files" / "answer.json").write_bytes(answer)
    (work / "server.js").write_text(NODE)
    port = free_port()
    (work / "files" / "nginx.conf").write_text(NGINX.format(folder=work / "files", port=port))
    nginx = Server("nginx", [
        "nginx", "-e", str(work / "files/error.log"), "-c", str(work / "files/nginx.conf")], work, port)
    port = free_port()
    node = Server("Node.js", ["node", "server.js", "files/answer.json", str(port)], work, port,
                  {"NODE_ENV": "production"})
    return [nginx, node]


def measure_rounds(servers):
    """Returns the loads of each round by the names of the servers."""
    core = (os.cpu_count() or 1) - 1
    say("serve: warming up")
    for target, paths in servers:
        Load(target, paths, 2, core)
    rounds = []
    while True:
        rounds.append({})
        for target, paths in servers:
            load = rounds[-1][target.name] = Load(target, paths, SECONDS, core)
            load.independent = IndependentLoad(target, paths, SECONDS, core)
        shares = sorted(share(turn) for turn in rounds)
        count = sum(turn["eros-server"].requests for turn in rounds)
        say(f"serve: round {len(rounds)}: other programs used {share(rounds[-1]):.0%} of a core")
        if count >= REQUESTS and len(rounds) >= ROUNDS:
            if shares[ROUNDS - 1] <= QUIET or len(rounds) >= MAXIMUM_ROUNDS:
                return rounds


def middle(runs, key):
    return statistics.median(getattr(run, key) for run in runs)


def slowest_percent(runs):
    """Returns the time of 99 % of the requests in the best round, because other programs only add to it."""
    return min(run.p99 for run in runs)


def share(turn):
    """Returns the largest share of a core that other programs have used during the loads of a round."""
    return max(max(load.others, load.independent.others) for load in turn.values())


def table(loads):
    """Returns the table of loads."""
    def times(runs):
        return [
            f"{middle(runs, 'cpu') * 1e6:.1f}", f"{middle(runs, 'p50') * 1e3:.2f}", f"{slowest_percent(runs) * 1e3:.2f}"]

    head = ["requests/s", "CPU µs", "median ms", "99 % ms", f"{RATE:,}/s at random times: CPU µs", "median ms", "99 % ms"]
    rows = []
    for name, runs in loads.items():
        independent, mark = [run.independent for run in runs], "**" if name == "eros-server" else ""
        errors = sum(run.errors + run.independent.errors for run in runs)
        rows.append([
            f"{mark}{name}{mark}", f"{middle(runs, 'rate'):,.0f}", *times(runs), *times(independent), str(errors)])
    return markdown(["", *head, "errors"], rows)


def page(rounds, size, starts, memory, idle, closed, slowest, store):
    quiet = sorted(rounds, key=share)[:ROUNDS]
    loads = {name: [turn[name] for turn in quiet] for name in rounds[0]}
    ours, files = loads["eros-server"], loads["nginx"]
    ratio = slowest_percent([run.independent for run in ours]) / slowest_percent([run.independent for run in files])
    full_ratio = slowest_percent(ours) / slowest_percent(files)
    every = [load for turn in rounds for load in (turn["eros-server"], turn["eros-server"].independent)]
    requests, errors = sum(run.requests for run in every), sum(run.errors for run in every)
    return section(
        f"### `/app/check`: an answer of {size} bytes, {CONNECTIONS} connections, {RELEASES:,} releases for "
        f"{APP_VERSIONS} versions of the app",
        table(loads),
        f"Medians of {'the %d quietest of ' % len(quiet) if len(quiet) < len(rounds) else ''}{len(rounds)} rounds of "
        f"{SECONDS} s, and 99 % of the requests in the best of them.\n"
        f"Other programs used up to {share(quiet[-1]) * 100:.0f} % of a core meanwhile.",
        aim("CPU per request", middle(ours, "cpu") * 1e6, " µs", most=20),
        aim("requests per second on one core", middle(ours, "rate"), "", least=10_000),
        aim(f"99 % of the requests at random times, {RATE:,}/s, against nginx", ratio, most=3),
        aim("99 % of the requests at full load, against nginx", full_ratio, most=4),
        aim(f"errors in {requests:,} requests", errors, "", most=0),
        aim("memory after the load", memory / 1e6, " MB", most=64),
        aim("time until `/readyz` answers 200", statistics.median(start.ready for start in starts) * 1e3, " ms", most=50),
        aim("CPU until then", statistics.median(start.ready_cpu for start in starts) * 1e3, " ms", most=50),
        aim("more memory for 1,000 idle connections", idle / 1e6, " MB", most=40),
        aim("time until slow and half-open connections are closed", closed, " s", most=11),
        aim("slowest answer to others meanwhile", slowest * 1e3, " ms", most=100),
        f"- `eros store import` of the {RELEASES:,} releases: {store.import_seconds:.1f} s",
    )


if __name__ == "__main__":
    print(json.dumps(send_independently(int(sys.argv[1]), float(sys.argv[2]), sys.stdin.read().split())))
