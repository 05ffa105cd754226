import ErosTestSupport
import Foundation
import Testing

/// A signal that ends a command while it works.
@Suite("Interruption", .temporaryFolder, .serialized, .timeLimit(.minutes(2)))
struct InterruptionTests {
  /// The end of an interrupted process.
  private struct Interrupted {
    let signal: Int32?
    let standardOutput: String
    let standardError: String
  }

  private static let signals = [SIGINT, SIGTERM, SIGHUP]

  /// Writes an app whose pages take a while to pack.
  private func writeLargeApp(to folder: TemporaryFolder, seed: UInt64 = 1) throws {
    try folder.writeApp()
    var random = SeededGenerator(seed: seed)
    let words = (0..<1 << 17).map { _ in random.next() as UInt64 }
    var bytes = words.withUnsafeBytes { Array($0) }
    for page in 0..<48 {
      bytes[0] = UInt8(page)
      try folder.write(bytes, to: "dist/assets/\(page).png")
    }
  }

  /// Starts `eros` and stops it as soon as `isReady` returns `true`.
  ///
  /// The process runs in slices, because a loaded machine may not run this test in time.
  private func start(
    _ arguments: [String], in folder: TemporaryFolder, errors: Pipe? = nil,
    ignoresHangup: Bool = false, until isReady: () throws -> Bool
  ) async throws -> Process {
    for _ in 1...20 {
      let process = Process()
      process.executableURL = URL(filePath: Tool.built("eros"))
      process.arguments = arguments
      process.currentDirectoryURL = URL(filePath: folder.path("."))
      process.standardInput = FileHandle.nullDevice
      (process.standardOutput, process.standardError) = (Pipe(), errors ?? Pipe())
      if ignoresHangup {
        let previous = signal(SIGHUP, SIG_IGN)
        try process.run()
        signal(SIGHUP, previous)
      } else {
        try process.start()
      }
      while process.isRunning {
        kill(process.processIdentifier, SIGSTOP)
        if try isReady() { return process }
        kill(process.processIdentifier, SIGCONT)
        usleep(2000)
      }
    }
    throw Missed()
  }

  private struct Missed: Error, CustomStringConvertible {
    let description = "the command always ended before it could be interrupted"
  }

  /// Starts `eros`, sends `signal` as soon as `isReady` returns `true`, and waits for the end.
  private func interrupt(
    _ arguments: [String], in folder: TemporaryFolder, with signal: Int32,
    when isReady: () throws -> Bool
  ) async throws -> Interrupted {
    let process = try await start(arguments, in: folder, until: isReady)
    kill(process.processIdentifier, signal)
    kill(process.processIdentifier, SIGCONT)
    try await wait { !process.isRunning }
    let text = { (pipe: Any?) in
      let bytes = (pipe as? Pipe)?.fileHandleForReading.readDataToEndOfFile()
      return String(decoding: bytes ?? Data(), as: UTF8.self)
    }
    return Interrupted(
      signal: process.terminationReason == .uncaughtSignal ? process.terminationStatus : nil,
      standardOutput: text(process.standardOutput), standardError: text(process.standardError))
  }

  private func wait(until isTrue: () throws -> Bool) async throws {
    let end = ContinuousClock.now + .seconds(60)
    while try !isTrue() {
      try #require(ContinuousClock.now < end, "timed out")
      try await Task.sleep(for: .milliseconds(1))
    }
  }

  /// Returns whether a path in `folder` contains `part`.
  private func contains(_ part: String, in folder: TemporaryFolder) -> Bool {
    let files = FileManager.default.enumerator(atPath: folder.path("."))
    return files?.contains { ($0 as? String)?.contains(part) == true } ?? false
  }

  @Test("'pack' removes its staged files and created folders", arguments: signals)
  func pack(signal: Int32) async throws {
    let folder = try TemporaryFolder.ofTest()
    try writeLargeApp(to: folder)
    let before = try folder.names(in: ".")
    let result = try await interrupt(["pack", "--output", "out/new"], in: folder, with: signal) {
      contains(".bundle.zip.eros-staged", in: folder)
    }
    #expect(result.signal == signal)
    #expect(result.standardError == "interrupted\n")
    #expect(result.standardOutput == "")
    #expect(try folder.names(in: ".") == before)
  }

  @Test("'pack' keeps the previous output, and its JSON document describes the interruption")
  func previousOutput() async throws {
    let folder = try TemporaryFolder.ofTest()
    try writeLargeApp(to: folder)
    try folder.write("old", to: "out/bundle.zip")
    let result = try await interrupt(
      ["pack", "--json", "--output", "out"], in: folder, with: SIGTERM
    ) { contains(".bundle.zip.eros-staged", in: folder) }
    #expect(result.signal == SIGTERM)
    #expect(try folder.names(in: "out") == ["bundle.zip"])
    #expect(try folder.read("out/bundle.zip") == Array("old".utf8))
    let document = try JSONSerialization.jsonObject(with: Data(result.standardOutput.utf8))
    let error = try #require((document as? [String: [String: Any]])?["error"])
    #expect(error["problem"] as? String == "interrupted")
    #expect(error["exitStatus"] as? Int == 143)
  }

  @Test("'install' keeps the sandbox usable and removes what it staged", arguments: signals)
  func install(signal: Int32) async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.writeApp()
    let first = try await eros("pack", "--output", "old", in: folder)
    try #require(first.status == 0, "\(first)")
    let install = try await eros(
      "install", "--sandbox", "box", "--bundle", "old/bundle.zip", in: folder)
    try #require(install.status == 0, "\(install)")
    try writeLargeApp(to: folder)
    let second = try await eros(
      "pack", "--output", "new", in: folder, environment: ["SOURCE_DATE_EPOCH": "1700000001"])
    try #require(second.status == 0, "\(second)")
    let before = try folder.readTree("box")

    let result = try await interrupt(
      ["install", "--sandbox", "box", "--bundle", "new/bundle.zip"], in: folder, with: signal
    ) { contains("box/staging/1/bundle/", in: folder) }
    #expect(result.signal == signal)
    #expect(result.standardError == "interrupted\n")
    #expect(result.standardOutput == "")
    #expect(try folder.readTree("box").files.keys.sorted() == before.files.keys.sorted())
    #expect(try folder.readTree("box").files == before.files)

    let next = try await eros(
      "install", "--sandbox", "box", "--bundle", "new/bundle.zip", in: folder)
    #expect(next.status == 0, "\(next)")
  }

  @Test("'diff' removes its scratch folder", arguments: ["old.erosdelta", "patch"])
  func diff(output: String) async throws {
    let folder = try TemporaryFolder.ofTest()
    for (seed, name) in [(1, "old"), (2, "new")] as [(UInt64, String)] {
      try writeLargeApp(to: folder, seed: seed)
      let packed = try await eros(
        "pack", "--output", name, in: folder,
        environment: ["SOURCE_DATE_EPOCH": "170000000\(seed)"])
      try #require(packed.status == 0, "\(packed)")
    }
    try folder.write("previous", to: output)
    let before = try folder.names(in: ".")
    let result = try await interrupt(
      ["diff", "old/bundle.zip", "new/bundle.zip", "--output", output], in: folder, with: SIGINT
    ) { contains(".eros-scratch/", in: folder) || contains(".eros-staged", in: folder) }
    #expect(result.signal == SIGINT)
    #expect(result.standardError.hasSuffix("interrupted\n"))
    #expect(try folder.names(in: ".") == before)
    #expect(try folder.read(output) == Array("previous".utf8))
  }

  @Test(
    "'patch' with very many steps ends at once and leaves nothing", .needs("python3"),
    arguments: signals)
  func patch(signal: Int32) async throws {
    let folder = try TemporaryFolder.ofTest()
    try await HeavyPatch.write(to: folder)
    let before = try folder.names(in: ".")
    let result = try await interrupt(HeavyPatch.arguments, in: folder, with: signal) {
      contains(".eros-staged", in: folder)
    }
    #expect(result.signal == signal)
    #expect(result.standardError == "interrupted\n")
    #expect(result.standardOutput == "")
    #expect(try folder.names(in: ".") == before)
  }

  @Test(
    "other commands remove what they staged",
    arguments: [
      ["report", "old/bundle.zip", "--output", "report.html"], ["generate"], ["bump", "minor"],
    ], [SIGINT, SIGTERM])
  func otherCommands(arguments: [String], signal: Int32) async throws {
    let folder = try TemporaryFolder.ofTest()
    if arguments[0] == "report" {
      try folder.writeApp()
      let packed = try await eros("pack", "--output", "old", in: folder)
      try #require(packed.status == 0, "\(packed)")
    } else {
      let made = try await eros("init", "app", in: folder)
      try #require(made.status == 0, "\(made)")
    }
    let config = arguments[0] == "report" ? [] : ["--config", "app/eros.native.json"]
    // A command that has begun to replace its files completes that, and prints its result.
    var attempts = 0
    var isComplete = false
    var result: Interrupted
    repeat {
      attempts += 1
      result = try await interrupt(arguments + config, in: folder, with: signal) {
        if contains(".eros-staged", in: folder) { return true }
        try Self.removeGenerated(in: folder)
        return false
      }
      isComplete = result.signal == nil || !result.standardOutput.isEmpty
      if isComplete { try Self.removeGenerated(in: folder) }
    } while isComplete && attempts < 20
    #expect(result.signal == signal)
    #expect(result.standardError == "interrupted\n")
    #expect(result.standardOutput == "")
    #expect(!contains(".eros-staged", in: folder))
  }

  /// Removes the generated files, so that the next attempt writes them again.
  private static func removeGenerated(in folder: TemporaryFolder) throws {
    for file in try folder.readTree(".").files.keys where file.contains("ErosRegistrant") {
      try FileManager.default.removeItem(atPath: folder.path(file))
    }
  }

  @Test("a shell reports 128 plus the number of the signal", arguments: [SIGINT, SIGTERM])
  func shell(signal: Int32) async throws {
    let folder = try TemporaryFolder.ofTest()
    try writeLargeApp(to: folder)
    let command = #"/bin/sh -c 'echo $$ >pid; exec "$0" "$@"' "$0" "$@"; echo status $?"#
    let shell = Process()
    shell.executableURL = URL(filePath: "/bin/sh")
    shell.arguments = ["-c", command, Tool.built("eros"), "pack", "--quiet", "--output", "out"]
    shell.currentDirectoryURL = URL(filePath: folder.path("."))
    let (output, errors) = (Pipe(), Pipe())
    (shell.standardOutput, shell.standardError) = (output, errors)
    try shell.start()
    try await wait { contains(".bundle.zip.eros-staged", in: folder) || !shell.isRunning }
    let text = String(decoding: try folder.read("pid"), as: UTF8.self)
    let process = try #require(pid_t(text.trimmingCharacters(in: .newlines)))
    #expect(kill(process, signal) == 0)
    try await wait { !shell.isRunning }
    let read = { (pipe: Pipe) in
      String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }
    #expect(read(output) == "status \(128 + signal)\n")
    #expect(read(errors).contains("interrupted\n"))
  }

  @Test("a second signal ends the command although the first one cannot be reported")
  func secondSignal() async throws {
    let folder = try TemporaryFolder.ofTest()
    try writeLargeApp(to: folder)
    let errors = Pipe()
    let descriptor = errors.fileHandleForWriting.fileDescriptor
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    let bytes = [UInt8](repeating: 0x20, count: 1 << 12)
    while write(descriptor, bytes, bytes.count) > 0 {}
    while write(descriptor, bytes, 1) > 0 {}
    _ = fcntl(descriptor, F_SETFL, 0)
    let process = try await start(["pack", "--output", "out"], in: folder, errors: errors) {
      contains(".eros-staged", in: folder)
    }
    kill(process.processIdentifier, SIGTERM)
    kill(process.processIdentifier, SIGCONT)
    try await wait { !contains("out", in: folder) || !process.isRunning }
    #expect(process.isRunning)
    kill(process.processIdentifier, SIGHUP)
    try await wait { !process.isRunning }
    #expect(process.terminationStatus == SIGHUP)
  }

  @Test("an ignored signal stays ignored")
  func ignored() async throws {
    let folder = try TemporaryFolder.ofTest()
    try writeLargeApp(to: folder)
    let process = try await start(
      ["pack", "--quiet", "--output", "out"], in: folder, ignoresHangup: true
    ) { contains(".eros-staged", in: folder) }
    kill(process.processIdentifier, SIGHUP)
    kill(process.processIdentifier, SIGCONT)
    try await wait { !process.isRunning }
    #expect(process.terminationStatus == 0)
    #expect(try folder.names(in: "out").contains("bundle.zip"))
  }

  @Test("a signal ends a program of a test, although the tests ignore and block it")
  func startedByTests() throws {
    let shell = Process()
    shell.executableURL = URL(filePath: "/bin/sh")
    shell.arguments = ["-c", "kill -QUIT $$"]
    var (quit, mask) = (sigset_t(), sigset_t())
    sigaddset(&quit, SIGQUIT)
    pthread_sigmask(SIG_BLOCK, &quit, &mask)
    let previous = signal(SIGQUIT, SIG_IGN)
    try shell.start()
    signal(SIGQUIT, previous)
    pthread_sigmask(SIG_SETMASK, &mask, nil)
    shell.waitUntilExit()
    #expect(shell.terminationReason == .uncaughtSignal && shell.terminationStatus == SIGQUIT)
  }
}
