public import ErosCore
public import SystemPackage

/// A failed file operation.
///
/// ```swift
/// do {
///   try StagedFile.commit([zip])
/// } catch where error.reason == .noSpace {
///   print("free disk space")
/// }
/// ```
public struct FileError: ErosError, Equatable {
  /// Operation that failed.
  public enum Operation: String, Sendable {
    /// Opening or reading a file, or reading its status.
    case read
    /// Opening or listing a folder.
    case list
    /// Creating a file or a folder.
    case create
    /// Writing bytes to a file.
    case write
    /// Flushing written data to the disk.
    case sync
    /// Renaming or exchanging files or folders.
    case rename
    /// Deleting a file or a folder.
    case remove
    /// Locking a file or folder against other processes.
    case lock
    /// Starting a program.
    case run
    /// Protecting secrets in memory.
    case protect
  }

  /// Operation that failed.
  public let operation: Operation

  /// The path as the caller gave it.
  public let path: String

  /// The system's error number.
  public let reason: Errno

  /// Also `true` if the user's disk quota is exceeded.
  package var isDiskFull: Bool { reason == .noSpace || reason == .diskQuotaExceeded }

  /// `true` if the file exceeds a read's size limit.
  package var isTooLarge: Bool { operation == .read && reason == .fileTooLarge }

  /// Creates an error.
  ///
  /// `reason` is the system's error number.
  public init(_ operation: Operation, _ path: String, _ reason: Errno) {
    self.operation = operation
    self.path = path
    self.reason = reason
  }

  public var problem: Message {
    let path = path.escapedForDisplay
    return switch operation {
    case .read: "cannot read '\(path)': \(reason)"
    case .list: "cannot list '\(path)': \(reason)"
    case .create: "cannot create '\(path)': \(reason)"
    case .write: "cannot write '\(path)': \(reason)"
    case .sync: "cannot sync '\(path)': \(reason)"
    case .rename: "cannot rename '\(path)': \(reason)"
    case .remove: "cannot remove '\(path)': \(reason)"
    case .lock: "cannot lock '\(path)': \(reason)"
    case .run: "cannot run '\(path)': \(reason)"
    case .protect: "cannot protect '\(path)': \(reason)"
    }
  }

  public var remedy: Message? {
    switch (operation, reason) {
    case (.read, .noSuchFileOrDirectory), (.list, .noSuchFileOrDirectory), (.read, .notDirectory):
      path.hasPrefix("/")
        ? "check the path" : "check the path, which is relative to the current folder"
    case (_, .permissionDenied), (.protect, .notPermitted):
      isReading ? "check the read permission" : "check the write permission"
    case (_, .notPermitted):
      isReading
        ? "check the read permission; on a locked phone, try again after it is unlocked"
        : "check the write permission; on a locked phone, try again after it is unlocked"
    case (_, .tooManySymbolicLinkLevels): "the path contains a symlink to itself; correct it"
    case (_, .noSpace), (_, .diskQuotaExceeded): "free disk space and try again"
    case (_, .ioError): "check the system log for disk errors"
    case (_, .readOnlyFileSystem): "choose a writable folder"
    case (.create, .noSuchFileOrDirectory): "create the parent folder first"
    case (.create, .fileExists):
      "the path exists, perhaps as a broken symlink; remove it or choose another name"
    case (_, .fileNameTooLong):
      "use a shorter name; a file has a longer one while it is written"
    case (.create, .directoryNotEmpty): "choose a folder that does not exist or is empty"
    case (.read, .notSupported), (.create, .notSupported):
      "use a regular file, not a pipe or a device"
    case (.read, .fileTooLarge): "check the path: the file exceeds the size limit for its kind"
    case (_, .tooManyOpenFiles), (_, .tooManyOpenFilesInSystem):
      "raise the limit of open files (`ulimit -n`) or close other programs"
    case (.run, .noSuchFileOrDirectory): "install the program or add its folder to PATH"
    case (.read, .isDirectory), (.create, .isDirectory): "use a file, not a folder"
    case (.list, .notDirectory), (.create, .notDirectory): "use a folder, not a file"
    case (.lock, .wouldBlock): "another process is using it; try again when it has finished"
    default: nil
    }
  }

  public var exitStatus: ExitStatus {
    switch (operation, reason) {
    case (.lock, .wouldBlock): .busy
    case (_, .ioError), (_, .noSpace), (_, .diskQuotaExceeded): .ioError
    case (_, .tooManyOpenFiles), (_, .tooManyOpenFilesInSystem): .ioError
    case (.read, .fileTooLarge): .badData
    case (.read, _), (.list, _), (.run, _): .inputNotFound
    case (.create, _), (.lock, _), (.rename, _): .cannotCreate
    default: .ioError
    }
  }

  /// `true` if a known file is missing, replaced or unreadable.
  ///
  /// Other errors may be temporary, such as missing permissions or too many open files. For
  /// example, a locked phone denies access to files that are intact. See ``unlessDamaged(_:)``.
  package var indicatesDamage: Bool { Self.damage.contains(reason) }

  private static let damage: Set<Errno> = {
    var reasons: Set<Errno> = [
      .noSuchFileOrDirectory, .notDirectory, .isDirectory, .tooManySymbolicLinkLevels, .ioError,
      .notSupported, .noSuchAddressOrDevice, .fileTooLarge, .badMessage,
    ]
    #if os(Linux)
    // ext4 and XFS report this for corrupt file system structures.
    reasons.insert(Errno(rawValue: EUCLEAN))
    #endif
    return reasons
  }()

  /// `true` if a file or folder was read, not changed.
  package var isReading: Bool { operation == .read || operation == .list }
}

/// Runs `body`, and turns an error number that it throws into a ``FileError``.
package func attempt<Result: ~Copyable>(
  _ operation: FileError.Operation, _ path: @autoclosure () -> String,
  _ body: () throws(Errno) -> Result
) throws(FileError) -> Result {
  do {
    return try body()
  } catch {
    throw FileError(operation, path(), error)
  }
}

/// Runs `body`, and returns `nil` if its error says that an item is missing or damaged.
///
/// Use this instead of `try?` before a decision that changes files. On a locked phone, `try?` would
/// take an intact file for a missing one.
///
/// - Throws: ``FileError`` if the error may be temporary.
package func unlessDamaged<Result: ~Copyable>(
  _ body: () throws(FileError) -> Result
) throws(FileError) -> Result? {
  do {
    return try body()
  } catch {
    guard error.indicatesDamage else { throw error }
    return nil
  }
}

extension Sequence {
  /// Returns `true` if an element satisfies `predicate`, even if it throws for some elements.
  ///
  /// - Throws: The first error from `predicate` if no element satisfies it.
  package func containsDespiteErrors(
    where predicate: (Element) throws -> Bool
  ) throws -> Bool {
    var failure: (any Error)?
    for element in self {
      do {
        if try predicate(element) { return true }
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
    return false
  }
}

/// Repeats a C call while signals interrupt it.
///
/// Throws `errno` if it fails.
@discardableResult
package func system(_ call: () -> Int32) throws(Errno) -> Int32 {
  while true {
    let result = call()
    guard result == -1 else { return result }
    let reason = Errno(rawValue: errno)
    guard reason == .interrupted else { throw reason }
  }
}
