import Synchronization
import SystemPackage

/// What another program left when it had ended.
package struct ChildProcess: Sendable {
  /// How a program was ended by a signal, as shells count it.
  private static let signalStatus: Int32 = 128

  package let status: Int32
  package let standardOutput: [UInt8]
  package let standardError: [UInt8]

  /// Runs a program that the `PATH` has, with nothing on its standard input, and waits for its end.
  ///
  /// The child gets no open file of this process but the pipes, and `environment` as its whole
  /// environment.
  ///
  /// - Throws: ``FileError`` when there is no such program, or it says more than `limit` bytes on
  ///   standard output; it is ended then.
  package static func run(
    _ program: String, _ arguments: [String], environment: [String: String], limit: Int = 64 << 20
  ) throws(FileError) -> ChildProcess {
    let output = try Pipe()
    let errors = try Pipe()
    let child = try spawn(program, arguments, environment, output, errors)
    output.closeWriting()
    errors.closeWriting()
    // Both at once: a program that fills one pipe waits for it to be read.
    let said = Mutex<[UInt8]>([])
    let reader = WorkerThread {
      if let bytes = try? errors.read(limit: limit) {
        said.withLock { $0 = bytes }
      } else {
        // A pipe that nobody empties would stop the child for ever.
        errors.closeReading()
      }
    }
    let result = Result { () throws(Errno) in try output.read(limit: limit) }
    if case .failure = result {
      kill(child, SIGKILL)
      // What it started itself ends at its next word; until then it keeps the other pipe open.
      output.closeReading()
    }
    reader?.join()
    let status = wait(for: child)
    do throws(Errno) {
      return ChildProcess(
        status: status, standardOutput: try result.get(), standardError: said.withLock { $0 })
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
    var words = unsafe ([program] + arguments).map { unsafe strdup($0) } + [nil]
    var variables = unsafe environment.map { unsafe strdup("\($0.key)=\($0.value)") } + [nil]
    defer {
      unsafe words.forEach { unsafe free($0) }
      unsafe variables.forEach { unsafe free($0) }
    }
    var child = pid_t()
    let reason = unsafe posix_spawnp(&child, program, &actions, nil, &words, &variables)
    guard reason == 0 else { throw FileError(.run, program, Errno(rawValue: reason)) }
    return child
  }

  private static func wait(for child: pid_t) -> Int32 {
    var status: Int32 = 0
    while unsafe waitpid(child, &status, 0) == -1, errno == EINTR {}
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : signalStatus + signal
  }
}

/// A pipe from a program to this process, whose ends no other program inherits.
private final class Pipe: Sendable {
  private static let pieceSize = 1 << 16

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
    var piece = [UInt8](repeating: 0, count: Self.pieceSize)
    while true {
      let count: Int
      do {
        count = try unsafe piece.withUnsafeMutableBytes { try unsafe reading.read(into: $0) }
      } catch {
        throw error as? Errno ?? .ioError
      }
      guard count > 0 else { return bytes }
      bytes.append(contentsOf: piece[..<count])
      guard bytes.count <= limit else { throw .fileTooLarge }
    }
  }
}
