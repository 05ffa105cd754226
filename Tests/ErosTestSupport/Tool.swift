public import Foundation
import Testing

/// The exit status and the output of a program.
public struct ToolResult: Sendable, CustomStringConvertible {
  public let status: Int32
  public let standardOutput: String
  public let standardError: String

  public var description: String {
    "exit status \(status)\n\(standardOutput)\n\(standardError)"
  }
}

/// Finds external programs.
public enum Tool {
  /// Variables in uppercase that change what `eros` does.
  fileprivate static let userVariables = [
    "EROS_STORE", "EROS_KEYS", "ALL_PROXY", "HTTPS_PROXY", "NO_PROXY", "AWS_ENDPOINT_URL",
    "AWS_ENDPOINT_URL_S3", "AWS_REGION", "AWS_DEFAULT_REGION", "LC_ALL", "LC_MESSAGES", "LANG",
  ]

  /// Returns the path of a program, given by path or by name in `PATH`, or `nil` if it is not
  /// installed.
  public static func find(_ name: String) -> String? {
    if name.contains("/") { return FileManager.default.isExecutableFile(atPath: name) ? name : nil }
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    return folders.map { "\($0)/\(name)" }.first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
  }

  /// Returns `true` for an installed program, which enables its tests.
  ///
  /// `scripts/test` sets `EROS_ALL_TOOLS=1` after installing all programs. Every test is then
  /// enabled, so a missing program fails a test instead of skipping it.
  public static func isInstalled(_ name: String) -> Bool {
    ProcessInfo.processInfo.environment["EROS_ALL_TOOLS"] == "1" || find(name) != nil
  }

  /// The root of this package.
  public static var packageRoot: URL {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
  }

  /// Include folder of Foundation's stubs, for code in Objective-C.
  public static var foundationStubs: String {
    packageRoot.appending(path: "Tests/ErosTestSupport/Stubs").path(percentEncoded: false)
  }

  /// The Python interpreter with the packages of `scripts/lib/test-packages.txt`.
  public static var testPython: String {
    packageRoot.appending(path: ".build-python/bin/python").path(percentEncoded: false)
  }

  /// Options for Java programs that run for seconds.
  ///
  /// They halve the processor time.
  public static let shortLivedJava = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"]

  /// Returns the path of a program of this package.
  ///
  /// `scripts/test` sets `EROS_PROGRAMS` to a folder with optimized programs, which need a fraction
  /// of the processor time. Programs not in that folder are those that were built with the tests.
  public static func built(_ name: String) -> String {
    if let folder = ProcessInfo.processInfo.environment["EROS_PROGRAMS"],
      FileManager.default.isExecutableFile(atPath: folder + "/" + name)
    {
      return folder + "/" + name
    }
    return builtWithTests(name)
  }

  /// Folder of the modules that the compiler has built for the tests, for other compiler calls.
  ///
  /// The compiler accepts a module only below the same path, so symbolic links are resolved.
  public static let moduleCache = URL(filePath: builtWithTests("ModuleCache"))
    .resolvingSymlinksInPath().path(percentEncoded: false)

  /// Returns the path of a file next to the test program, such as a program built with the tests.
  public static func builtWithTests(_ name: String) -> String {
    URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: name)
      .path(percentEncoded: false)
  }
}

/// Runs a program and returns its output.
///
/// `executable` is a path or a name in `PATH`. Variables in `environment` are added to those of the
/// test process, except the user's own stores, proxies and language.
///
/// The program is killed after `seconds`. A program that it started may run on, and `Process` would
/// wait for that one too, perhaps for ever, so this function throws an error instead.
public func runTool(
  _ executable: String, _ arguments: [String] = [], in folder: String? = nil,
  environment: [String: String] = [:], seconds: Double = 60
) async throws -> ToolResult {
  let path =
    executable.contains("/")
    ? executable : try #require(Tool.find(executable), "'\(executable)' is not installed")
  let process = Process()
  process.executableURL = URL(filePath: path)
  process.arguments = arguments
  process.environment = ProcessInfo.processInfo.environment
    .filter { !Tool.userVariables.contains($0.key.uppercased()) }.merging(environment) { $1 }
  if let folder { process.currentDirectoryURL = URL(filePath: folder) }
  process.standardInput = FileHandle.nullDevice
  // Files instead of pipes, because a full pipe would block the program.
  let output = try OutputFile()
  let errors = try OutputFile()
  process.standardOutput = output.handle
  process.standardError = errors.handle
  try await withCheckedThrowingContinuation { (ended: CheckedContinuation<Void, any Error>) in
    let first = Once()
    process.terminationHandler = { _ in if first.isFirst() { ended.resume() } }
    do { try process.start() } catch {
      process.terminationHandler = nil
      if first.isFirst() { ended.resume(throwing: error) }
    }
    let identifier = process.processIdentifier
    DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { [weak process] in
      guard let process, process.isRunning else { return }
      kill(identifier, SIGKILL)
      DispatchQueue.global().asyncAfter(deadline: .now() + 5) {
        guard first.isFirst() else { return }
        ended.resume(throwing: ToolTimeout(path: path, arguments: arguments))
      }
    }
  }
  return ToolResult(
    status: process.terminationStatus, standardOutput: try output.text(),
    standardError: try errors.text())
}

/// A program was killed, but one that it started still holds what `Process` waits for.
private struct ToolTimeout: Error {
  let path: String
  let arguments: [String]
}

/// An unnamed file for the output of a program.
private struct OutputFile {
  let handle: FileHandle

  init() throws {
    let path = FileManager.default.temporaryDirectory
      .appending(path: "eros-tool-" + UUID().uuidString).path(percentEncoded: false)
    try #require(FileManager.default.createFile(atPath: path, contents: nil))
    handle = try #require(FileHandle(forUpdatingAtPath: path))
    try FileManager.default.removeItem(atPath: path)
  }

  /// Returns the output and closes the file.
  ///
  /// Call this once.
  ///
  /// `Process` keeps its handle after the program ends, and with about 1,350 open files Foundation
  /// reads out of bounds when it starts another program.
  func text() throws -> String {
    defer { try? handle.close() }
    try handle.seek(toOffset: 0)
    return String(decoding: try handle.readToEnd() ?? Data(), as: UTF8.self)
  }
}
