public import ErosCore
public import SystemPackage

/// A file operation that the system refused.
public struct FileError: ErosError, Equatable {
  /// What was being done.
  public enum Operation: String, Sendable {
    /// Opening or reading a file, or asking what it is.
    case read
    /// Opening a folder, or listing what is in it.
    case list
    /// Making a file or a folder.
    case create
    /// Writing bytes into a file.
    case write
    /// Making what was written durable.
    case sync
    /// Giving something another name, or exchanging two names.
    case rename
    /// Deleting a file or a folder.
    case remove
    /// Taking the lock that keeps other processes out.
    case lock
    /// Starting a program.
    case run
  }

  /// What was being done.
  public let operation: Operation

  /// The file or folder, as the caller named it.
  public let path: String

  /// What the system answered.
  public let reason: Errno

  /// Says what was done to `path` and what the system answered.
  public init(_ operation: Operation, _ path: String, _ reason: Errno) {
    self.operation = operation
    self.path = path
    self.reason = reason
  }

  public var problem: String {
    "cannot \(operation.rawValue) '\(path.escapedForDisplay)': \(reason)"
  }

  public var remedy: String? {
    switch (operation, reason) {
    case (.read, .noSuchFileOrDirectory), (.list, .noSuchFileOrDirectory), (.read, .notDirectory):
      "check the path; nothing is there"
    case (_, .permissionDenied), (_, .notPermitted):
      "check that you may \(isReading ? "read" : "write") there"
    case (_, .noSpace), (_, .diskQuotaExceeded): "make room on the disk and try again"
    case (_, .ioError): "the disk or its connection fails: see what the system's log says of it"
    case (_, .readOnlyFileSystem): "choose a place that can be written to"
    case (.create, .noSuchFileOrDirectory): "create the folder that holds it first"
    case (.create, .fileExists):
      "something stands there already, perhaps a link that leads to nothing; remove it, or choose another name"
    case (_, .fileNameTooLong):
      "choose a name that is some 20 characters shorter: it gets an ending while it is written"
    case (.create, .directoryNotEmpty): "name a folder that is not there yet, or is empty"
    case (.read, .notSupported), (.create, .notSupported):
      "name a regular file, not a pipe or a device"
    case (.read, .fileTooLarge): "check the path; no real file of this kind is that large"
    case (_, .tooManyOpenFiles), (_, .tooManyOpenFilesInSystem):
      "raise the limit of open files (`ulimit -n`), or end other programs"
    case (.run, .noSuchFileOrDirectory): "install it, or put its folder on the PATH"
    case (.read, .isDirectory), (.create, .isDirectory): "name a file, not a folder"
    case (.list, .notDirectory), (.create, .notDirectory): "name a folder, not a file"
    case (.lock, .wouldBlock): "another process is at work there; try again when it has ended"
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

  /// Whether a file that was there is gone, has become something else, or cannot be read any more.
  ///
  /// Everything else, such as missing permissions or too many open files, says nothing about the file:
  /// the same call may succeed later.
  package var indicatesDamage: Bool {
    Self.damage.contains(reason)
  }

  private static let damage: Set<Errno> = {
    var reasons: Set<Errno> = [
      .noSuchFileOrDirectory, .notDirectory, .isDirectory, .tooManySymbolicLinkLevels, .ioError,
      .notSupported, .noSuchAddressOrDevice, .fileTooLarge, .badMessage,
    ]
    #if os(Linux)
    // What ext4 and XFS answer when their own structures are damaged.
    reasons.insert(Errno(rawValue: EUCLEAN))
    #endif
    return reasons
  }()

  private var isReading: Bool { operation == .read || operation == .list }
}

/// Runs `body` and turns what the system refuses into a ``FileError``.
func attempt<Result: ~Copyable>(
  _ operation: FileError.Operation, _ path: @autoclosure () -> String,
  _ body: () throws(Errno) -> Result
) throws(FileError) -> Result {
  do {
    return try body()
  } catch {
    throw FileError(operation, path(), error)
  }
}

/// Repeats a call of the C library until no signal interrupts it, and throws what it reports.
@discardableResult
func system(_ call: () -> Int32) throws(Errno) -> Int32 {
  while true {
    let result = call()
    guard result == -1 else { return result }
    let reason = Errno(rawValue: errno)
    guard reason == .interrupted else { throw reason }
  }
}
