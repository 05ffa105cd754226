package import ErosFiles
import SystemPackage

/// Asks on the terminal for input that it does not show.
package enum SecretPrompt {
  /// Asks for one line and returns its bytes, except the line break.
  ///
  /// The caller overwrites them.
  ///
  /// First disables core dumps until the process ends. An interruption turns the terminal's echo on
  /// again. Ctrl-Z is ignored, because some shells show the input after it.
  ///
  /// - Parameters:
  ///   - question: The prompt.
  ///   - limit: The maximum number of bytes. For a longer line, `limit + 1` bytes are returned.
  /// - Returns: `nil` if standard input is not a terminal. No bytes at the end of input.
  /// - Throws: ``FileError`` if the terminal fails.
  package static func ask(_ question: String, limit: Int) throws(FileError) -> [UInt8]? {
    guard isatty(STDIN_FILENO) == 1 else { return nil }
    // An earlier prompt's input can be in memory.
    try forbidCoreDumps()
    let terminal = try openTerminal()
    defer { try? terminal.close() }
    let previousAction = signal(SIGTSTP, SIG_IGN)
    defer { signal(SIGTSTP, previousAction) }
    var settings = termios()
    try attempt(.read, name) { () throws(Errno) in
      _ = try system { unsafe tcgetattr(terminal.rawValue, &settings) }
    }
    let originalSettings = settings
    settings.c_lflag &= ~tcflag_t(ECHO)
    try Interruption.delayed { () throws(FileError) in
      // Standard input, because this process closes the other descriptor.
      Interruption.register(registration) { restore(originalSettings, STDIN_FILENO) }
      try attempt(.read, name) { () throws(Errno) in
        _ = try system { unsafe tcsetattr(terminal.rawValue, TCSAFLUSH, &settings) }
      }
    }
    defer {
      restore(originalSettings, terminal.rawValue)
      Interruption.unregister(registration)
      try? write("\n", to: terminal)
    }
    try write(question, to: terminal)
    return try readLine(from: terminal, limit: limit)
  }

  private static let name = "terminal"
  private static let registration = "the settings of the terminal"

  /// Opens the process's terminal, so that the question is visible if standard error is not.
  private static func openTerminal() throws(FileError) -> FileDescriptor {
    let path = FilePath("/dev/tty")
    if let terminal = try? FileDescriptor.open(path, .readWrite, options: .closeOnExec) {
      return terminal
    }
    // A process in another session has no terminal of its own.
    do {
      return try FileDescriptor.standardInput.duplicate()
    } catch {
      throw FileError(.read, name, error as? Errno ?? .ioError)
    }
  }

  private static func write(_ text: String, to terminal: FileDescriptor) throws(FileError) {
    // No output follows an interruption's message.
    Interruption.delayed {}
    do {
      try terminal.writeAll(Array(text.utf8))
    } catch {
      throw FileError(.write, name, error as? Errno ?? .ioError)
    }
  }

  private static func restore(_ settings: termios, _ terminal: Int32) {
    var settings = settings
    unsafe tcsetattr(terminal, TCSAFLUSH, &settings)
  }

  private static func readLine(
    from terminal: FileDescriptor, limit: Int
  ) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    // A reallocation would leave a copy of the secret in memory.
    bytes.reserveCapacity(limit + 1)
    do throws(FileError) {
      try readLine(from: terminal, limit: limit, into: &bytes)
      return bytes
    } catch {
      overwrite(&bytes)
      throw error
    }
  }

  /// Reads a line, until its end or one byte more than `limit`.
  private static func readLine(
    from terminal: FileDescriptor, limit: Int, into bytes: inout [UInt8]
  ) throws(FileError) {
    while bytes.count <= limit {
      var byte: UInt8 = 0
      let count = try attempt(.read, name) { () throws(Errno) in
        try system { Int32(unsafe read(terminal.rawValue, &byte, 1)) }
      }
      guard count > 0, byte != UInt8(ascii: "\n") else { return }
      bytes.append(byte)
    }
  }

  private static func overwrite(_ bytes: inout [UInt8]) {
    // Unlike assignments, the optimizer does not remove this call.
    unsafe bytes.withUnsafeMutableBytes { buffer in
      guard let start = buffer.baseAddress else { return }
      #if canImport(Darwin)
      _ = unsafe memset_s(start, buffer.count, 0, buffer.count)
      #else
      unsafe explicit_bzero(start, buffer.count)
      #endif
    }
  }
}
