import ErosCore
import SystemPackage

/// The process's standard output streams.
package enum StandardStream: Sendable {
  case output, error

  package var isTerminal: Bool { isatty(descriptor.rawValue) == 1 }

  /// `true` for a terminal that can erase a line.
  package var isErasable: Bool {
    guard isTerminal, let type = EnvironmentVariable.text("TERM") else { return false }
    return !["", "dumb"].contains(type)
  }

  /// In characters.
  ///
  /// 80 if it is unknown.
  package var columns: Int { windowSize.map { Int($0.ws_col) }.flatMap { $0 > 0 ? $0 : nil } ?? 80 }

  /// In lines.
  ///
  /// 24 if it is unknown.
  package var rows: Int { windowSize.map { Int($0.ws_row) }.flatMap { $0 > 0 ? $0 : nil } ?? 24 }

  private var windowSize: winsize? {
    // TIOCGWINSZ is a macro that Swift cannot import on macOS.
    #if os(Linux)
    let request: UInt = 0x5413
    #else
    let request: UInt = 0x4008_7468
    #endif
    var size = winsize()
    guard unsafe ioctl(descriptor.rawValue, request, &size) == 0 else { return nil }
    return size
  }

  package static var isInputTerminal: Bool { isatty(STDIN_FILENO) == 1 }

  /// `true` if the user can be prompted: standard input and standard error are terminals.
  package static var isInteractive: Bool { isInputTerminal && error.isTerminal }

  /// Writes `bytes` directly, because the buffer of `print` hides errors.
  ///
  /// A closed pipe, for example to `head`, is not an error if ``ignoreWriteSignals()`` was called.
  ///
  /// - Throws: ``FileError``, for example on a full disk.
  package func write(_ bytes: [UInt8]) throws(FileError) {
    // No output follows an interruption's message.
    if self == .output { Interruption.registerOutput() } else { Interruption.delayed {} }
    do {
      try descriptor.writeAll(bytes)
    } catch {
      let reason = error as? Errno ?? .ioError
      guard reason != .brokenPipe else { return }
      throw FileError(.write, "standard \(self)", reason)
    }
  }

  /// Writes whole lines in which GitHub finds no command.
  ///
  /// Use ``write(_:)`` for a file's contents, which must not change. If `hasAnnotations` is `true`,
  /// the lines are annotations, which are GitHub workflow commands.
  ///
  /// - Throws: ``FileError``, for example on a full disk.
  package func write(text: String, hasAnnotations: Bool = false) throws(FileError) {
    let text = hasAnnotations ? text : text.withoutWorkflowCommands
    try write(Array(text.withoutLogCommands().utf8))
  }

  /// Makes a write to a closed pipe or beyond the file size limit fail, instead of killing the
  /// process.
  package static func ignoreWriteSignals() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
  }

  private var descriptor: FileDescriptor {
    switch self {
    case .output: .standardOutput
    case .error: .standardError
    }
  }
}
