public import Foundation
import Testing

/// What a tool left when it had ended.
public struct ToolResult: Sendable, CustomStringConvertible {
  public let status: Int32
  public let standardOutput: String
  public let standardError: String

  public var description: String {
    "ended with \(status)\n\(standardOutput)\n\(standardError)"
  }
}

/// Programs beside ours.
public enum Tool {
  /// The path of a program that the shell would find, or `nil` when it is not installed.
  public static func find(_ name: String) -> String? {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    return folders.map { "\($0)/\(name)" }.first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
  }

  /// Whether a test that calls a program can run.
  ///
  /// With `EROS_ALL_TOOLS=1`, as `scripts/test` sets it after installing them all, it always can: for want
  /// of its program a test then fails instead of being left out.
  public static func isInstalled(_ name: String) -> Bool {
    ProcessInfo.processInfo.environment["EROS_ALL_TOOLS"] == "1" || find(name) != nil
  }

  /// The root of our own package, where the tests were compiled.
  public static var packageRoot: URL {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
  }

  /// A program of our own that was built beside the tests.
  public static func built(_ name: String) -> String {
    URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: name)
      .path(percentEncoded: false)
  }
}

/// Runs a program to its end and returns what it said.
///
/// `executable` is a path, or a name that the shell would find. The variables of `environment` are
/// added to those of the tests. After `seconds` the program is ended.
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
  process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
  if let folder { process.currentDirectoryURL = URL(filePath: folder) }
  process.standardInput = FileHandle.nullDevice
  // Files instead of pipes: a full pipe would stop the tool.
  let output = try OutputFile()
  let errors = try OutputFile()
  process.standardOutput = output.handle
  process.standardError = errors.handle
  try await withCheckedThrowingContinuation { (ended: CheckedContinuation<Void, any Error>) in
    process.terminationHandler = { _ in ended.resume() }
    do { try process.run() } catch {
      process.terminationHandler = nil
      ended.resume(throwing: error)
    }
    let identifier = process.processIdentifier
    DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { [weak process] in
      if let process, process.isRunning { kill(identifier, SIGKILL) }
    }
  }
  return ToolResult(
    status: process.terminationStatus, standardOutput: try output.text(),
    standardError: try errors.text())
}

/// A nameless file that takes what a tool says.
private struct OutputFile {
  let handle: FileHandle

  init() throws {
    let path = FileManager.default.temporaryDirectory
      .appending(path: "eros-tool-" + UUID().uuidString).path(percentEncoded: false)
    try #require(FileManager.default.createFile(atPath: path, contents: nil))
    handle = try #require(FileHandle(forUpdatingAtPath: path))
    try FileManager.default.removeItem(atPath: path)
  }

  func text() throws -> String {
    try handle.seek(toOffset: 0)
    return String(decoding: try handle.readToEnd() ?? Data(), as: UTF8.self)
  }
}
