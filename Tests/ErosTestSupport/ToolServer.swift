import Foundation
import Testing

/// A server program that runs during a test.
public struct ToolServer: Sendable {
  /// The server's first line of output, such as its port.
  public let firstLine: String
  /// For signals.
  public let processIdentifier: Int32

  /// Starts a server, waits for its first line of output, and kills it after `body`.
  ///
  /// Standard input of the server ends with this process, so a server that watches it does not
  /// outlive a crashed test.
  public static func run<Result>(
    _ executable: String, _ arguments: [String] = [], in folder: String? = nil,
    _ body: (ToolServer) async throws -> Result
  ) async throws -> Result {
    let process = Process()
    process.executableURL = URL(
      filePath: try #require(Tool.find(executable), "'\(executable)' is not installed"))
    process.arguments = arguments
    if let folder { process.currentDirectoryURL = URL(filePath: folder) }
    let input = Pipe()
    let output = Pipe()
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.start()
    let identifier = process.processIdentifier
    defer {
      kill(identifier, SIGKILL)
      // `Process` waits for every process that has inherited its socket. The one that watches
      // standard input ends here.
      try? input.fileHandleForWriting.close()
      process.waitUntilExit()
      try? output.fileHandleForReading.close()
    }
    let line = try #require(
      await process.firstLine(of: output), "the server ended before its first line of output")
    return try await body(ToolServer(firstLine: line, processIdentifier: identifier))
  }
}
