import SystemPackage

/// The streams that every process is started with.
public enum StandardStream: Sendable {
  case output, error

  /// Whether a person is likely to look at it.
  public var isTerminal: Bool { isatty(descriptor.rawValue) == 1 }

  /// Writes all of `bytes` at once, past the buffer of `print`.
  ///
  /// - Throws: ``FileError``, for example when the reader has gone.
  public func write(_ bytes: [UInt8]) throws(FileError) {
    do {
      try descriptor.writeAll(bytes)
    } catch {
      throw FileError(.write, "standard \(self)", error as? Errno ?? .ioError)
    }
  }

  private var descriptor: FileDescriptor {
    switch self {
    case .output: .standardOutput
    case .error: .standardError
    }
  }
}
