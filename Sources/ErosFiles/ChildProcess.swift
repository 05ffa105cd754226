import Synchronization
import SystemPackage

/// The exit status and the output of a program that has ended.
package struct ChildProcess: Sendable {
  /// The exit status; 128 plus the number of the signal if a signal ended the program.
  package let status: Int32
  package let standardOutput: [UInt8]
  package let standardError: [UInt8]

  /// Runs a program from the `PATH` with empty standard input and waits until it ends.
  ///
  /// The child inherits no open file except the pipes, no environment variable except those in
  /// `environment`, and no blocked signal.
  ///
  /// - Throws: ``FileError`` if the program is not found, or if it writes more than `limit` bytes
  ///   to standard output, in which case it is killed.
  package static func run(
    _ program: String, _ arguments: [String], environment: [String: String], limit: Int = 64 << 20
  ) throws(FileError) -> ChildProcess {
    let output = try Pipe()
    let errors = try Pipe()
    let child = try spawn(program, arguments, environment, output, errors)
    output.closeWriting()
    errors.closeWriting()
    // Both pipes are read in parallel, because a program blocks while one of them is full.
    let errorOutput = Mutex<[UInt8]>([])
    let reader = WorkerThread {
      if let bytes = try? errors.read(limit: limit) {
        errorOutput.withLock { $0 = bytes }
      } else {
        // Without a reader, a full pipe would block the child forever.
        errors.closeReading()
      }
    }
    let result = Result { () throws(Errno) in try output.read(limit: limit) }
    if case .failure = result {
      kill(child, SIGKILL)
      // A grandchild that survives keeps the other pipe open until its next write fails.
      output.closeReading()
    }
    reader?.join()
    let status = wait(for: child)
    do throws(Errno) {
      return ChildProcess(
        status: status, standardOutput: try result.get(), standardError: errorOutput.withLock { $0 }
      )
    } catch {
      throw FileError(.read, program, error)
    }
  }

  private static func spawn(
    _ program: String, _ arguments: [String], _ environment: [String: String], _ output: Pipe,
    _ errors: Pipe
  ) throws(FileError) -> pid_t {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, output.writing.rawValue, STDOUT_FILENO)
    unsafe posix_spawn_file_actions_adddup2(&actions, errors.writing.rawValue, STDERR_FILENO)
    var arguments = unsafe ([program] + arguments).map { unsafe strdup($0) } + [nil]
    var variables = unsafe environment.map { unsafe strdup("\($0.key)=\($0.value)") } + [nil]
    defer {
      unsafe arguments.forEach { unsafe free($0) }
      unsafe variables.forEach { unsafe free($0) }
    }
    var attributes = signalAttributes()
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var child = pid_t()
    let reason = unsafe posix_spawnp(&child, program, &actions, &attributes, &arguments, &variables)
    guard reason == 0 else { throw FileError(.run, program, Errno(rawValue: reason)) }
    return child
  }

  /// Returns attributes that undo the effects of `StandardStream.ignoreWriteSignals()` and
  /// `Interruption.handleSignals(_:)`.
  private static func signalAttributes() -> posix_spawnattr_t {
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    for signal in [SIGPIPE, SIGXFSZ] { unsafe sigaddset(&signals, signal) }
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    unsafe posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))
    return attributes
  }

  private static func wait(for child: pid_t) -> Int32 {
    var status: Int32 = 0
    while unsafe waitpid(child, &status, 0) == -1, errno == EINTR {}
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : Interruption.statusOffset + signal
  }
}

/// A pipe from a child process to this process; other child processes do not inherit its ends.
private final class Pipe: Sendable {
  private static let chunkSize = 1 << 16

  let reading: FileDescriptor
  let writing: FileDescriptor
  private let isReadingOpen = Mutex(true)
  private let isWritingOpen = Mutex(true)

  init() throws(FileError) {
    do {
      (reading, writing) = try FileDescriptor.pipe()
    } catch {
      throw FileError(.create, "pipe", error as? Errno ?? .ioError)
    }
    for end in [reading, writing] { _ = fcntl(end.rawValue, F_SETFD, FD_CLOEXEC) }
  }

  deinit {
    closeWriting()
    closeReading()
  }

  func closeReading() {
    isReadingOpen.withLock { isOpen in
      if isOpen { try? reading.close() }
      isOpen = false
    }
  }

  func closeWriting() {
    isWritingOpen.withLock { isOpen in
      if isOpen { try? writing.close() }
      isOpen = false
    }
  }

  func read(limit: Int) throws(Errno) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: Self.chunkSize)
    while true {
      let count: Int
      do {
        count = try unsafe chunk.withUnsafeMutableBytes { try unsafe reading.read(into: $0) }
      } catch {
        throw error as? Errno ?? .ioError
      }
      guard count > 0 else { return bytes }
      bytes.append(contentsOf: chunk[..<count])
      guard bytes.count <= limit else { throw .fileTooLarge }
    }
  }
}
