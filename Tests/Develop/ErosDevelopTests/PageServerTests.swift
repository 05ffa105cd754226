import ErosFiles
import ErosTestSupport
import Foundation
import Testing

@testable import ErosDevelop

@Suite("The development server", .temporaryFolder, .timeLimit(.minutes(1)))
struct PageServerTests {
  // MARK: - Requests

  private func request(_ target: String, host: String = "127.0.0.1:80", method: String = "GET")
    -> Result<PageRequest, PageRequest.Refusal>
  {
    let head = "\(method) \(target) HTTP/1.1\r\nHost: \(host)\r\n\r\n"
    do throws(PageRequest.Refusal) {
      return .success(try PageRequest(Array(head.utf8), hosts: ["localhost", "mac.local"]))
    } catch {
      return .failure(error)
    }
  }

  @Test(
    "a path is decoded, and has no query",
    arguments: [
      ("/", "", true), ("/a/b.js?x=1", "a/b.js", false), ("/a%20b/", "a b", true),
      ("//a//b", "a/b", false), ("/%C3%A9", "é", false),
    ])
  func path(target: String, path: String, isFolder: Bool) throws {
    let request = try request(target).get()
    #expect(request.path == path && request.isFolder == isFolder && !request.isHead)
  }

  @Test(
    "a path outside the folder, a hidden file and a malformed path are refused",
    arguments: [
      "/../a", "/a/../../b", "/%2e%2e/a", "/.git/config", "/a/.env", "/a%00", "/%", "/%zz", "/%+1",
      "/a\\..\\b", "a", "", "/%ff", "http://x/",
      // Marks and letters that Swift joins to the dot, the slash or the backslash.
      "/.\u{301}git", "/.%CC%81git", "/a\u{D4E}/.git", "/a%E0%B5%8E/.git", "/a%E0%B5%8E%2F.git",
      "/.\u{200D}env", "/a/%E2%80%8D/.env", "/a\\\u{301}b", "/a%00\u{301}",
    ])
  func refusedPath(target: String) {
    #expect(request(target) == .failure(.malformed))
  }

  @Test("other methods, and the name of another site, are refused")
  func refused() throws {
    #expect(request("/", method: "POST") == .failure(.unsupportedMethod))
    #expect(try request("/", method: "HEAD").get().isHead)
    for host in [
      "evil.example", "evil.example:8889", "1.2.3", "1.2.3.4.evil.example", "",
      "[::1].evil.example", "[::1]evil.example:80", "[::1", "[evil.example]",
      "[::1]:80.evil.example",
      "127.0.0.1:80.evil.example", "127.0.0.1:x", "127.0.0.1:80@evil.example", "[]", "[::1]:",
    ] {
      #expect(request("/", host: host) == .failure(.foreignHost), "\(host)")
    }
    for host in [
      "localhost:8889", "LOCALHOST", "192.168.1.2:8889", "[::1]:80", "[::1]", "[fe80::1]:8889",
      "mac.local",
    ] {
      #expect(throws: Never.self) { try request("/", host: host).get() }
    }
    let two = Array("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: x\r\n\r\n".utf8)
    #expect(throws: PageRequest.Refusal.malformed) { try PageRequest(two, hosts: []) }
  }

  @Test(
    "a page of another site can neither read nor embed anything, and its links work",
    arguments: [
      ([], true), (["Sec-Fetch-Site: same-origin"], true), (["sec-fetch-site:none"], true),
      (["Sec-Fetch-Site: cross-site"], false), (["Sec-Fetch-Site: same-site"], false),
      (["Sec-Fetch-Site: "], false), (["Sec-Fetch-Site: same-origin, none"], false),
      (["Sec-Fetch-Site: none", "Sec-Fetch-Site: cross-site"], false),
      (
        ["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: document"], true
      ),
      (
        ["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: iframe"], false
      ),
      (["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: no-cors", "Sec-Fetch-Dest: script"], false),
    ] as [([String], Bool)])
  func sites(fields: [String], isAllowed: Bool) throws {
    try withServer { server in
      for path in ["/", "/events", "/bundle.zip", "/pages/a.js", "/index/"] {
        let head = ["GET \(path) HTTP/1.1", "Host: 127.0.0.1"] + fields
        let response = try exchange(
          (head + ["", ""]).joined(separator: "\r\n"), server.port, until: "\r\n\r\n")
        #expect(response.hasPrefix("HTTP/1.1 200 ") == isAllowed, "\(path): \(response)")
        #expect(response.contains("\r\nCross-Origin-Resource-Policy: same-origin\r\n"), "\(path)")
      }
    }
  }

  // MARK: - Responses

  /// Sends bytes to a port of this machine, and returns the complete response.
  private func exchange(_ text: String, _ port: UInt16, until end: String? = nil) throws -> String {
    let client = try Client(port)
    client.write(text)
    return client.receive(until: end)
  }

  private func get(_ path: String, _ port: UInt16) throws -> String {
    try exchange("GET \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", port)
  }

  /// Waits up to 30 seconds, and returns `true` if a condition is met.
  private func soon(_ condition: () throws -> Bool) throws -> Bool {
    for _ in 0..<600 {
      if try condition() { return true }
      usleep(50_000)
    }
    return false
  }

  private func withServer(
    _ limits: PageServer.Limits = .init(), _ body: (PageServer) throws -> Void
  ) throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write("var a\n", to: "dist/pages/a.js")
    try folder.write("<p>hello</p>", to: "dist/index/index.html")
    try folder.write("secret", to: "outside.txt")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("dist/link.txt"), withDestinationPath: folder.path("outside.txt"))
    try folder.write([0x50, 0x4B], to: "bundle/bundle.zip")
    let server = try PageServer(
      address: "127.0.0.1", port: 0, pages: folder.path("dist"), bundle: folder.path("bundle"),
      limits: limits
    ) { "<h1>home</h1>" }
    let thread = try #require(WorkerThread { server.run() })
    defer {
      server.stop()
      thread.join()
    }
    try body(server)
  }

  @Test("the home page, pages and the bundle are served without caching")
  func files() throws {
    try withServer { server in
      let home = try get("/", server.port)
      #expect(home.hasPrefix("HTTP/1.1 200 OK\r\n") && home.hasSuffix("<h1>home</h1>"))
      let script = try get("/pages/a.js", server.port)
      #expect(script.contains("Content-Type: text/javascript; charset=utf-8\r\n"))
      #expect(script.contains("Content-Length: 6\r\n") && script.hasSuffix("\r\n\r\nvar a\n"))
      #expect(script.contains("Cache-Control: no-store\r\n"))
      // The path that apps in debug mode request.
      #expect(try get("/dist/js/pages/a.js", server.port).hasSuffix("\r\n\r\nvar a\n"))
      let page = try get("/index/", server.port)
      #expect(page.contains("<p>hello</p>") && page.contains("EventSource"))
      #expect(try get("/bundle.zip", server.port).hasSuffix("\r\n\r\nPK"))
      let head = try exchange("HEAD /pages/a.js HTTP/1.1\r\nHost: localhost\r\n\r\n", server.port)
      #expect(head.contains("Content-Length: 6\r\n") && head.hasSuffix("\r\n\r\n"))
    }
  }

  @Test("nothing outside the folders is served")
  func outside() throws {
    try withServer { server in
      for path in ["/none.js", "/link.txt", "/pages", "/version.json"] {
        #expect(try get(path, server.port).hasPrefix("HTTP/1.1 404 "), "\(path)")
      }
      #expect(try get("/../outside.txt", server.port).hasPrefix("HTTP/1.1 400 "))
      let foreign = try exchange("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n", server.port)
      #expect(foreign.hasPrefix("HTTP/1.1 403 "))
    }
  }

  @Test("one client cannot hold all connections, nor one for long")
  func slowClient() throws {
    var limits = PageServer.Limits()
    limits.headSeconds = 2
    limits.connections = 4
    limits.connectionsOfClient = 2
    try withServer(limits) { server in
      let slow = try (0..<8).map { _ in try Client(server.port) }
      #expect(try soon { try get("/", server.port).isEmpty })
      let other = try Client(server.port, from: "127.0.0.2")
      other.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
      #expect(other.receive(until: nil).hasPrefix("HTTP/1.1 200 "))
      // Sending a part of the head now and then does not give more time.
      let start = ContinuousClock.now
      let isOpen = { start.duration(to: .now) < .seconds(6) }
      while try get("/", server.port).isEmpty, isOpen() {
        for client in slow { client.write("G") }
        usleep(200_000)
      }
      #expect(isOpen())
    }
  }

  @Test(
    "a request of another site to an address of the local network is refused",
    arguments: ["/", "/events", "/pages/a.js"])
  func foreignOrigin(path: String) throws {
    let origins = ["http://evil.example", "null", "https://192.168.1.2:8889", "http://192.168.1.2"]
    for origin in origins + ["http://192.168.1.2:8889"] {
      let head =
        "GET \(path) HTTP/1.1\r\nHost: 192.168.1.2:8889\r\nOrigin: \(origin)\r\n\r\n"
      var refusal: PageRequest.Refusal?
      do throws(PageRequest.Refusal) {
        _ = try PageRequest(Array(head.utf8), hosts: [])
      } catch {
        refusal = error
      }
      #expect(refusal == (origins.contains(origin) ? .foreignSite : nil), "\(origin)")
    }
  }

  @Test("a head that is too long or incomplete, and too many connections, end")
  func limits() throws {
    var limits = PageServer.Limits()
    limits.connections = 2
    try withServer(limits) { server in
      let long = "GET / HTTP/1.1\r\n" + String(repeating: "x: y\r\n", count: 4000)
      #expect(try exchange(long, server.port).isEmpty)
      // The server's threads may start and end late, so one of two connections may be refused
      // instead of the third.
      let isRefused = try soon {
        let idle = try [Client(server.port), Client(server.port)]
        let response = try get("/", server.port)
        return response.isEmpty && idle.allSatisfy { $0.receive(until: nil).isEmpty }
      }
      #expect(isRefused)
      #expect(try soon { try get("/", server.port).hasPrefix("HTTP/1.1 200 ") })
    }
  }

  @Test("a change is an event for waiting pages")
  func events() throws {
    try withServer { server in
      let client = try Client(server.port)
      client.write("GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
      #expect(client.receive(until: "retry: 1000\n\n").contains("text/event-stream"))
      server.announceChange()
      #expect(client.receive(until: "\n\n") == "event: change\ndata: 1\n\n")
    }
  }

  @Test("streams of events are limited for each client, and pages are still served")
  func eventLimit() throws {
    var limits = PageServer.Limits()
    limits.events = 3
    limits.heartbeat = 100
    try withServer(limits) { server in
      func open(_ address: String = "127.0.0.1") throws -> (Client, String) {
        let client = try Client(server.port, from: address)
        client.write("GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        return (client, client.receive(until: "\r\n\r\n"))
      }
      var streams = try (0..<3).map { _ in try open() }
      #expect(streams.allSatisfy { $0.1.hasPrefix("HTTP/1.1 200 ") })
      #expect(try open().1.hasPrefix("HTTP/1.1 429 "))
      #expect(try open("127.0.0.2").1.hasPrefix("HTTP/1.1 200 "))
      #expect(try get("/pages/a.js", server.port).hasPrefix("HTTP/1.1 200 "))
      streams.removeLast()
      #expect(try soon { try open().1.hasPrefix("HTTP/1.1 200 ") })
    }
  }

  @Test("an address in use is an error")
  func busy() throws {
    try withServer { server in
      #expect(throws: FileError.self) {
        try PageServer(
          address: "127.0.0.1", port: server.port, pages: ".", bundle: "."
        ) { "" }
      }
      #expect(throws: FileError.self) {
        try PageServer(address: "nowhere", port: 0, pages: ".", bundle: ".") { "" }
      }
    }
  }

  // MARK: - Changes

  @Test("changes are the added, changed and removed files")
  func changes() throws {
    let folder = try TemporaryFolder.ofTest()
    for name in ["a.js", "b.js", "node_modules/x.js"] { try folder.write("1", to: "dist/" + name) }
    let dist = folder.path("dist")
    let old = FolderState(of: [dist])
    try folder.write("22", to: "dist/a.js")
    try FileManager.default.removeItem(atPath: dist + "/b.js")
    try folder.write("1", to: "dist/pages/c.js")
    try folder.write("22", to: "dist/node_modules/x.js")
    let new = FolderState(of: [dist])
    #expect(
      new.changes(since: old) == ["a.js", "b.js", "pages/c.js"].map { dist + "/" + $0 })
    #expect(new.changes(since: new).isEmpty)
    var watcher = FolderWatcher([dist])
    try folder.write("333", to: "dist/a.js")
    #expect(watcher.next() == [dist + "/a.js"])
    try folder.write("4", to: "dist/version.json")
    let isIgnored = DispatchSemaphore(value: 0)
    let thread = WorkerThread {
      isIgnored.wait()
      try? Data("4".utf8).write(to: URL(filePath: dist + "/a.js"))
    }
    let changes = watcher.next { changes in
      guard changes == [dist + "/version.json"] else { return false }
      isIgnored.signal()
      return true
    }
    #expect(changes == [dist + "/a.js"])
    isIgnored.signal()  // if nothing was ignored
    thread?.join()
  }
}

/// A TCP connection to this machine.
private final class Client {
  private let descriptor: Int32

  init(_ port: UInt16, from source: String = "127.0.0.1") throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    try #require(call(bind, source, 0) == 0)
    try #require(call(connect, "127.0.0.1", port) == 0)
  }

  /// Calls a function of sockets with an address.
  private func call(
    _ function: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32, _ name: String, _ port: UInt16
  ) -> Int32 {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    inet_pton(AF_INET, name, &address.sin_addr)
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        function(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }

  deinit { close(descriptor) }

  func write(_ text: String) {
    let bytes = Array(text.utf8)
    _ = send(descriptor, bytes, bytes.count, 0x4000)
  }

  /// Returns the received text up to `end`, or up to the end of the connection.
  func receive(until end: String?) -> String {
    var result: [UInt8] = []
    var byte: UInt8 = 0
    while recv(descriptor, &byte, 1, 0) == 1 {
      result.append(byte)
      if let end, result.suffix(end.utf8.count).elementsEqual(end.utf8) { break }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
