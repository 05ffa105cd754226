import SystemPackage

/// The streams that every process is started with.
package enum StandardStream: Sendable {
  case output, error

  /// Whether a person is likely to look at it.
  package var isTerminal: Bool { isatty(descriptor.rawValue) == 1 }

  /// Whether a person can be asked: one is likely to look at questions, and to type.
  package static var isInteractive: Bool { isatty(STDIN_FILENO) == 1 && error.isTerminal }

  /// Writes all of `bytes` at once, past the buffer of `print`, which hides errors.
  ///
  /// A reader that has gone, as `head` does, has all that it wants: that is no error, if
  /// ``ignoreWriteSignals()`` was called.
  ///
  /// - Throws: ``FileError``, for example on a full disk.
  package func write(_ bytes: [UInt8]) throws(FileError) {
    do {
      try descriptor.writeAll(bytes)
    } catch {
      let reason = error as? Errno ?? .ioError
      guard reason != .brokenPipe else { return }
      throw FileError(.write, "standard \(self)", reason)
    }
  }

  /// Keeps the system from killing this process when the reader of a stream has gone, or a file grows
  /// beyond the limit for this process: the write fails instead, and says so.
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
