import ErosTestSupport
import Foundation
import Testing

@Suite("eros serve", .temporaryFolder, .needs("curl", "python3"), .timeLimit(.minutes(2)))
struct ServeCommandTests {
  /// Starts the server on a free port, and returns it with its address.
  private func serve(_ options: String...) async throws -> (LastingCommand, String) {
    let server = try LastingCommand(["serve", "--port", "0"] + options)
    let output = try await server.output { $0.contains("pages ") }
    let url = try #require(output.split(separator: " ").first { $0.hasPrefix("http://127.0.0.1:") })
    return (server, url.split(separator: "\n").first.map(String.init) ?? "")
  }

  /// Returns the status and the body of a page.
  private func get(_ url: String) async throws -> (status: String, body: String) {
    let result = try await runTool(
      "curl", ["-s", "--noproxy", "*", "--max-time", "10", "-w", "\n%{http_code}", url])
    let lines = result.standardOutput.split(separator: "\n", omittingEmptySubsequences: false)
    return (String(lines.last ?? ""), lines.dropLast().joined(separator: "\n"))
  }

  /// Downloads the bundle and returns a page in it.
  private func page(_ name: String, inBundleOf url: String) async throws -> String {
    let folder = try TemporaryFolder.ofTest()
    let download = try await runTool(
      "curl",
      [
        "-sf", "--noproxy", "*", "--max-time", "10", "-o", folder.path("got.zip"),
        url + "bundle.zip",
      ])
    try #require(download.status == 0, "\(download)")
    let read = "import sys, zipfile; print(zipfile.ZipFile('got.zip').read(sys.argv[1]).decode())"
    let page = try await runTool("python3", ["-c", read, name], in: folder.path("."))
    try #require(page.status == 0, "\(page)")
    return page.standardOutput
  }

  @Test("serves pages and their bundle, tells open pages of a change, and ends with a signal")
  func complete() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.writeApp()
    try folder.write("<p>hello</p>", to: "dist/index.html")
    let (server, url) = try await serve()
    let home = try await get(url)
    #expect(home.status == "200" && home.body.contains("pages/home/index.js"), "\(home)")
    let script = try await get(url + "dist/js/pages/home/index.js")
    #expect(script.body == "// page pages/home/index.js\n", "\(script)")
    #expect(try await get(url + "index.html").body.contains("EventSource"))
    #expect(try await get(url + "none.js").status == "404")
    #expect(
      try await page("pages/home/index.js", inBundleOf: url).hasSuffix(
        "// page pages/home/index.js\n\n"))

    let events = try LastingCommand(
      ["-sN", "--noproxy", "*", url + "events"], program: try #require(Tool.find("curl")))
    _ = try await events.output { $0.contains("retry:") }
    try folder.write("// changed\n", to: "dist/pages/home/index.js")
    _ = try await events.output { $0.contains("event: change\ndata: 1\n") }
    _ = try await events.end(SIGKILL)
    #expect(
      try await server.errors { $0.contains("packed") }
        == "note: packed again: 'dist/pages/home/index.js' changed\n")
    #expect(try await get(url + "pages/home/index.js").body == "// changed\n")
    #expect(try await page("pages/home/index.js", inBundleOf: url).hasSuffix("// changed\n\n"))

    let before = try folder.names(in: ".")
    #expect(try await server.end(SIGTERM) == 128 + SIGTERM)
    #expect(try await server.errors { _ in true }.hasSuffix("changed\ninterrupted\n"))
    #expect(try folder.names(in: ".") == before)
  }

  @Test("only --lan serves the network, with a QR code on the page", arguments: [false, true])
  func network(isOpen: Bool) async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.writeApp()
    let server = try LastingCommand(["serve", "--port", "0"] + (isOpen ? ["--lan"] : []))
    let output = try await server.output { $0.contains("pages ") }
    let urls = output.split(whereSeparator: \.isWhitespace).filter { $0.hasPrefix("http://") }
    let port = try #require(urls.last?.dropLast().split(separator: ":").last)
    // Another address of the loopback interface.
    let other = try await get("http://127.0.0.2:\(port)/")
    #expect((other.status == "200") == isOpen, "\(other)")
    // A machine without a network has no other address.
    #expect(isOpen || urls.count == 1)
    let home = try await get("http://127.0.0.1:\(port)/")
    #expect(home.body.contains("<svg") == (urls.count > 1), "\(home)")
    _ = try await server.end(SIGTERM)
  }

  @Test("a page that cannot be packed keeps the last bundle")
  func unpackable() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.writeApp()
    let (server, url) = try await serve()
    try folder.write("// changed\n", to: "dist/pages/home/index.js")
    _ = try await server.errors { $0.contains("packed again") }
    try folder.write("x", to: "dist/NUL.js")
    let errors = try await server.errors { $0.contains("still served") }
    #expect(errors.contains("error: cannot pack 'dist': 'NUL.js'"), "\(errors)")
    #expect(try await page("pages/home/index.js", inBundleOf: url).hasSuffix("// changed\n\n"))
    try FileManager.default.removeItem(atPath: folder.path("dist/NUL.js"))
    _ = try await server.errors { $0.hasSuffix("note: packed again: 'dist/NUL.js' changed\n") }
    #expect(try await server.end(SIGINT) == 128 + SIGINT)
  }

  @Test("a port in use, a missing folder and a missing page are errors")
  func refused() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.writeApp()
    let (server, url) = try await serve()
    let port = try #require(url.dropLast().split(separator: ":").last.map(String.init))
    let second = try await eros("serve", "--port", port, in: folder)
    #expect(second.status == 73)
    #expect(
      second.standardError == """
        error: another program uses port \(port)
        hint: pass another port with `--port`; `--port 0` takes any free port

        """)
    _ = try await server.end(SIGTERM)
    let missing = try await eros("serve", "none", "--json", in: folder)
    #expect(missing.status == 66)
    let error = try #require(try missing.json()["error"] as? [String: Any])
    #expect(error["code"] as? String == "command.pagesNotBuilt")
    try folder.write("{", to: "eros.native.json")
    let malformed = try await eros("serve", "--port", "0", in: folder)
    #expect(malformed.status == 65, "\(malformed)")
  }
}

@Suite("eros pack --watch", .temporaryFolder, .timeLimit(.minutes(2)))
struct PackWatchTests {
  /// The number of reports in the output of `eros pack --watch`.
  private func reports(_ output: String) -> Int {
    output.split(separator: "\n").count { $0.hasPrefix("tree hash") }
  }

  @Test("packs again after a change, an error and a removal, and ends with a signal")
  func complete() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.writeApp()
    let command = try LastingCommand(["pack", "--watch", "--full", "--output", "out"])
    _ = try await command.output { reports($0) == 1 }
    let first = try folder.read("out/bundle.zip")
    try folder.write("// changed\n", to: "dist/pages/home/index.js")
    _ = try await command.output { reports($0) == 2 }
    let second = try folder.read("out/bundle.zip")
    #expect(first != second)

    // The page is in the configuration.
    try FileManager.default.removeItem(atPath: folder.path("dist/pages/home/index.js"))
    let errors = try await command.errors { $0.contains("hint:") }
    #expect(errors.contains("'/pages/home/index.js'") || errors.contains("'pages/home/index.js'"))
    #expect(try folder.read("out/bundle.zip") == second)
    try folder.write("// again\n", to: "dist/pages/home/index.js")
    _ = try await command.output { reports($0) == 3 }

    // A file that no page needs.
    try FileManager.default.removeItem(atPath: folder.path("dist/assets/logo.png"))
    let output = try await command.output { reports($0) == 4 }
    let hashes = Set(output.split(separator: "\n").filter { $0.hasPrefix("tree hash") })
    #expect(hashes.count == 4)
    let files = try await eros("inspect", "out/bundle.zip", in: folder)
    #expect(files.standardOutput.contains("pages/home/index.js"), "\(files)")
    #expect(!files.standardOutput.contains("logo.png"))

    try folder.write("{", to: "eros.native.json")
    _ = try await command.errors { $0.contains("error: eros.native.json:1:") }
    try folder.writeApp()
    _ = try await command.output { reports($0) == 5 }
    #expect(try await command.end(SIGINT) == 128 + SIGINT)
    #expect(try await command.errors { _ in true }.hasSuffix("interrupted\n"))
    #expect(
      try folder.names(in: "out") == [
        "bundle.config", "bundle.zip", "eros.native.json", "version.json",
      ])
  }

  @Test("--watch and --json exclude each other")
  func json() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.writeApp()
    #expect(try await eros("pack", "--watch", "--json", in: folder).status == 64)
  }
}

/// A command that runs until it receives a signal.
private final class LastingCommand {
  private let process = Process()
  private let outputs: [(handle: FileHandle, path: String)]

  /// Starts `eros`, or another program, in the folder of the test.
  init(_ arguments: [String], program: String = Tool.built("eros")) throws {
    let folder = try TemporaryFolder.ofTest()
    // Outside the folder of the test, so that its contents are those of the command.
    outputs = try (0..<2).map { _ in
      let path = folder.path(".") + "/../eros-output-" + UUID().uuidString
      try #require(FileManager.default.createFile(atPath: path, contents: nil))
      return (try #require(FileHandle(forWritingAtPath: path)), path)
    }
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.currentDirectoryURL = URL(filePath: folder.path("."))
    process.standardInput = FileHandle.nullDevice
    (process.standardOutput, process.standardError) = (outputs[0].handle, outputs[1].handle)
    try process.start()
  }

  deinit {
    if process.isRunning {
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
    for output in outputs {
      try? output.handle.close()
      try? FileManager.default.removeItem(atPath: output.path)
    }
  }

  /// Waits until the standard output fulfills a condition, and returns it.
  func output(_ condition: (String) -> Bool) async throws -> String {
    try await text(of: 0, condition)
  }

  /// Waits until the standard error fulfills a condition, and returns it.
  func errors(_ condition: (String) -> Bool) async throws -> String {
    try await text(of: 1, condition)
  }

  private func text(of index: Int, _ condition: (String) -> Bool) async throws -> String {
    let end = ContinuousClock.now + .seconds(30)
    while true {
      let text = try String(contentsOfFile: outputs[index].path, encoding: .utf8)
      if condition(text) { return text }
      try #require(
        ContinuousClock.now < end, "timed out, running: \(process.isRunning), output: '\(text)'")
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  /// Sends a signal, and returns the exit status that a shell reports.
  func end(_ signal: Int32) async throws -> Int32 {
    kill(process.processIdentifier, signal)
    let end = ContinuousClock.now + .seconds(30)
    while process.isRunning, ContinuousClock.now < end {
      try await Task.sleep(for: .milliseconds(20))
    }
    try #require(!process.isRunning)
    let offset: Int32 = process.terminationReason == .uncaughtSignal ? 128 : 0
    return offset + process.terminationStatus
  }
}
