import SystemPackage

/// A question on the terminal whose answer is not shown.
package enum SecretPrompt {
  private static let lengthLimit = 1024

  /// Asks for one line and returns its bytes without the line break; the caller overwrites them.
  ///
  /// Before that, the process forbids core dumps of its memory for the rest of its life.
  /// An interruption shows the user's input again.
  ///
  /// - Returns: `nil` if standard input or standard error is not a terminal, or at the end of input.
  /// - Throws: ``FileError`` if the terminal fails, or if the line is longer than 1,024 bytes.
  package static func ask(_ question: String) throws(FileError) -> [UInt8]? {
    guard StandardStream.isInteractive else { return nil }
    // The answer to an earlier question can be in memory.
    try forbidCoreDumps()
    var settings = termios()
    try attempt(.read, "terminal") { () throws(Errno) in
      _ = try system { unsafe tcgetattr(STDIN_FILENO, &settings) }
    }
    let shown = settings
    settings.c_lflag &= ~tcflag_t(ECHO)
    let registration = "the settings of the terminal"
    try Interruption.delayed { () throws(FileError) in
      Interruption.register(registration) { restore(shown) }
      try attempt(.read, "terminal") { () throws(Errno) in
        _ = try system { unsafe tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings) }
      }
    }
    defer {
      restore(shown)
      Interruption.unregister(registration)
      try? StandardStream.error.write(Array("\n".utf8))
    }
    try StandardStream.error.write(Array(question.utf8))
    return try readLine()
  }

  private static func restore(_ settings: termios) {
    var settings = settings
    unsafe tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings)
  }

  private static func readLine() throws(FileError) -> [UInt8]? {
    var bytes: [UInt8] = []
    // A reallocation would leave a copy of the secret in memory.
    bytes.reserveCapacity(lengthLimit)
    do throws(FileError) {
      return try readLine(into: &bytes) ? bytes : nil
    } catch {
      overwrite(&bytes)
      throw error
    }
  }

  /// Reads the bytes of a line; returns `false` at the end of input.
  private static func readLine(into bytes: inout [UInt8]) throws(FileError) -> Bool {
    while true {
      var byte: UInt8 = 0
      let count = try attempt(.read, "terminal") { () throws(Errno) in
        try system { Int32(unsafe read(STDIN_FILENO, &byte, 1)) }
      }
      if count == 0 { return !bytes.isEmpty }
      if byte == UInt8(ascii: "\n") { return true }
      guard bytes.count < lengthLimit else { throw FileError(.read, "terminal", .fileTooLarge) }
      bytes.append(byte)
    }
  }

  private static func overwrite(_ bytes: inout [UInt8]) {
    // Unlike assignments, the call is not removed by the optimizer.
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
