package import ErosFiles
import Synchronization
import SystemPackage

/// The exit status and the output of a program that has ended.
package struct ChildProcess: Sendable {
  /// The exit status; 128 plus the number of the signal if a signal ended the program.
  package let status: Int32
  package let standardOutput: [UInt8]
  package let standardError: [UInt8]
  /// Whether the program was killed after the time-out; the output is incomplete then.
  package let hasTimedOut: Bool

  /// Runs a program from the `PATH` and waits until it ends.
  ///
  /// The child inherits no open file except the pipes, no environment variable except those in
  /// `environment`, and no blocked signal. It may end without reading its input.
  ///
  /// - Parameters:
  ///   - program: The name or the path of the program.
  ///   - arguments: The arguments, without the name of the program.
  ///   - environment: The environment of the program.
  ///   - input: The bytes on standard input; empty by default.
  ///   - timeout: The time limit; then the child and the other processes of its group are killed. A
  ///     child with a time-out has a session of its own, so it cannot use the terminal, and this
  ///     call does not wait for background processes that keep its outputs open after its end.
  ///   - limit: The maximum number of bytes on standard output. Bytes of standard error beyond the
  ///     limit are discarded.
  /// - Returns: The exit status and the output.
  /// - Throws: ``FileError`` if the program is not found. A program that writes too much is killed,
  ///   and the error is `EFBIG`.
  package static func run(
    _ program: String, _ arguments: [String], environment: [String: String],
    input: [UInt8]? = nil, timeout: Duration? = nil, limit: Int = 64 << 20
  ) throws(FileError) -> ChildProcess {
    let pipes = try Pipes(input: input)
    let hasOwnSession = timeout != nil
    let child = try Interruption.delayed { () throws(FileError) in
      let child = try spawn(
        program, arguments, environment, pipes, inOwnSession: hasOwnSession)
      // A signal of the terminal does not reach processes of another session.
      if hasOwnSession { Interruption.register(name(of: child)) { kill(-child, SIGKILL) } }
      return child
    }
    defer { if hasOwnSession { Interruption.unregister(name(of: child)) } }
    pipes.closeEndsOfChild()
    let deadline = timeout.map { Deadline(of: child, in: $0) }
    do throws(Errno) {
      let (output, errors) = try pipes.exchange(limit: limit, until: deadline)
      if let status = try wait(for: child, until: deadline) {
        return ChildProcess(
          status: status, standardOutput: output, standardError: errors, hasTimedOut: false)
      }
      return ChildProcess(
        status: try end(child, hasOwnSession), standardOutput: output, standardError: errors,
        hasTimedOut: true)
    } catch {
      _ = try? end(child, hasOwnSession)
      throw FileError(.read, program, error)
    }
  }

  /// Kills a child, with the processes of its session's group, and returns its status.
  private static func end(_ child: pid_t, _ hasOwnSession: Bool) throws(Errno) -> Int32 {
    kill(hasOwnSession ? -child : child, SIGKILL)
    return try wait(for: child, until: nil) ?? SIGKILL
  }

  /// Returns the name of a child's registration with `Interruption`.
  private static func name(of child: pid_t) -> String { "process \(child)" }

  private static func spawn(
    _ program: String, _ arguments: [String], _ environment: [String: String], _ pipes: Pipes,
    inOwnSession hasOwnSession: Bool
  ) throws(FileError) -> pid_t {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    if let input = pipes.input {
      unsafe posix_spawn_file_actions_adddup2(&actions, input.reading.rawValue, STDIN_FILENO)
    } else {
      unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    }
    unsafe posix_spawn_file_actions_adddup2(
      &actions, pipes.output.writing.rawValue, STDOUT_FILENO)
    unsafe posix_spawn_file_actions_adddup2(
      &actions, pipes.errors.writing.rawValue, STDERR_FILENO)
    var arguments = unsafe ([program] + arguments).map { unsafe strdup($0) } + [nil]
    var variables = unsafe environment.map { unsafe strdup("\($0.key)=\($0.value)") } + [nil]
    defer {
      unsafe arguments.forEach { unsafe free($0) }
      unsafe variables.forEach { unsafe free($0) }
    }
    var attributes = attributes(inOwnSession: hasOwnSession)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var child = pid_t()
    let reason = unsafe posix_spawnp(&child, program, &actions, &attributes, &arguments, &variables)
    guard reason == 0 else { throw FileError(.run, program, Errno(rawValue: reason)) }
    return child
  }

  /// Returns attributes that undo the effects of `StandardStream.ignoreWriteSignals()` and
  /// `Interruption.handleSignals(_:)`.
  private static func attributes(inOwnSession hasOwnSession: Bool) -> posix_spawnattr_t {
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    for signal in [SIGPIPE, SIGXFSZ] { unsafe sigaddset(&signals, signal) }
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    let session = hasOwnSession ? newSession : 0
    unsafe posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF) | session)
    return attributes
  }

  /// `POSIX_SPAWN_SETSID`; glibc declares it only with `_GNU_SOURCE`.
  #if canImport(Darwin)
  private static let newSession = Int16(POSIX_SPAWN_SETSID)
  #else
  private static let newSession: Int16 = 0x80
  #endif

  /// Waits until the child ends and returns its status, or `nil` at the deadline.
  private static func wait(
    for child: pid_t, until deadline: Deadline?
  ) throws(Errno) -> Int32? {
    let pause: UInt32 = 2_000
    var status: Int32 = 0
    while true {
      let ended = unsafe waitpid(child, &status, deadline == nil ? 0 : WNOHANG)
      if ended == child { break }
      guard ended == 0 || errno == EINTR else { throw Errno(rawValue: errno) }
      guard let deadline, ended == 0 else { continue }
      guard ContinuousClock.now < deadline.time else { return nil }
      usleep(pause)
    }
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : Interruption.statusOffset + signal
  }
}

/// The time when a child is killed.
private struct Deadline {
  /// The interval between two checks whether a child has ended.
  private static let interval = Duration.milliseconds(50)
  /// The maximum time for the last output of an ended child to arrive.
  private static let grace = Duration.milliseconds(200)

  let time: ContinuousClock.Instant
  private let child: pid_t
  private var end: ContinuousClock.Instant?

  init(of child: pid_t, in timeout: Duration) {
    time = .now + timeout
    self.child = child
  }

  /// The maximum time to wait for output, or `nil` to stop reading.
  ///
  /// A background process can keep the outputs of an ended child open.
  mutating func nextWait() -> Duration? {
    let now = ContinuousClock.now
    if end == nil, Self.hasEnded(child) { end = now + Self.grace }
    let rest = min(time, end ?? time) - now
    return rest > .zero ? min(rest, Self.interval) : nil
  }

  /// Returns whether the child has ended; its status can still be read.
  private static func hasEnded(_ child: pid_t) -> Bool {
    var information = unsafe siginfo_t()
    let flags = WEXITED | WNOHANG | WNOWAIT
    return unsafe waitid(P_PID, id_t(child), &information, flags) == 0
      && information.si_signo == SIGCHLD
  }
}

/// The pipes between this process and a child.
private struct Pipes {
  private static let chunkSize = 1 << 16

  let input: Pipe?
  let output: Pipe
  let errors: Pipe
  private let inputBytes: [UInt8]

  init(input bytes: [UInt8]?) throws(FileError) {
    input = try bytes == nil ? nil : Pipe()
    output = try Pipe()
    errors = try Pipe()
    inputBytes = bytes ?? []
  }

  func closeEndsOfChild() {
    input?.closeReading()
    output.closeWriting()
    errors.closeWriting()
  }

  /// Writes the input and reads both outputs, until they end, the child ends, or the deadline.
  ///
  /// Writing and reading overlap, because a child blocks while a pipe is full.
  ///
  /// - Throws: `EFBIG`.
  func exchange(
    limit: Int, until deadline: Deadline?
  ) throws(Errno) -> (output: [UInt8], errors: [UInt8]) {
    var deadline = deadline
    let brokenPipe = BrokenPipeSignal()
    defer { brokenPipe.restore() }
    var written = 0
    var isInputOpen = input != nil
    // A write must return instead of blocking.
    if let input { _ = fcntl(input.writing.rawValue, F_SETFL, O_NONBLOCK) }
    var results: [[UInt8]] = [[], []]
    var open = [output, errors].enumerated().map { ($0.offset, $0.element.reading) }
    while !open.isEmpty {
      var waiting = open.map {
        pollfd(fd: $0.1.rawValue, events: Int16(POLLIN), revents: 0)
      }
      if let input, isInputOpen {
        waiting.append(pollfd(fd: input.writing.rawValue, events: Int16(POLLOUT), revents: 0))
      }
      guard try Self.wait(for: &waiting, until: &deadline) else { break }
      if let input, isInputOpen, waiting[waiting.count - 1].revents != 0 {
        written += write(to: input.writing, from: written)
        if written >= inputBytes.count {
          input.closeWriting()
          isInputOpen = false
        }
      }
      var stillOpen: [(Int, FileDescriptor)] = []
      for (index, (stream, descriptor)) in open.enumerated() {
        guard waiting[index].revents != 0 else {
          stillOpen.append((stream, descriptor))
          continue
        }
        let chunk = try Self.read(descriptor)
        guard !chunk.isEmpty else { continue }
        stillOpen.append((stream, descriptor))
        results[stream] += chunk.prefix(limit + 1 - results[stream].count)
      }
      guard results[0].count <= limit else { throw .fileTooLarge }
      open = stillOpen
    }
    // The child may still read its input after it has closed its outputs.
    input?.closeWriting()
    return (results[0], Array(results[1].prefix(limit)))
  }

  /// Writes input from `start` on and returns the number of bytes that are done: the written bytes,
  /// or all remaining bytes if the child does not read them.
  private func write(to descriptor: FileDescriptor, from start: Int) -> Int {
    do {
      return try unsafe inputBytes.withUnsafeBytes { buffer in
        try unsafe descriptor.write(UnsafeRawBufferPointer(rebasing: buffer[start...]))
      }
    } catch {
      return error as? Errno == .wouldBlock ? 0 : inputBytes.count - start
    }
  }

  /// Waits until one of the pipes is ready; returns `false` at the deadline.
  private static func wait(
    for waiting: inout [pollfd], until deadline: inout Deadline?
  ) throws(Errno) -> Bool {
    while true {
      var milliseconds: Int32 = -1
      if deadline != nil {
        guard let rest = deadline?.nextWait() else { return false }
        milliseconds = Int32(rest.components.attoseconds / 1_000_000_000_000_000) + 1
      }
      let count = unsafe poll(&waiting, nfds_t(waiting.count), milliseconds)
      if count > 0 { return true }
      guard count == 0 || errno == EINTR else { throw Errno(rawValue: errno) }
    }
  }

  private static func read(_ descriptor: FileDescriptor) throws(Errno) -> [UInt8] {
    do {
      return try unsafe [UInt8](unsafeUninitializedCapacity: chunkSize) { buffer, count in
        count = try unsafe descriptor.read(into: UnsafeMutableRawBufferPointer(buffer))
      }
    } catch {
      throw error as? Errno ?? .ioError
    }
  }
}

/// Blocks `SIGPIPE` for this thread, so that a write to a closed pipe fails with an error instead.
private struct BrokenPipeSignal {
  private let previous: sigset_t
  private let wasPending: Bool

  init() {
    var signals = Self.signals
    var previous = sigset_t()
    wasPending = Self.isPending
    unsafe pthread_sigmask(SIG_BLOCK, &signals, &previous)
    self.previous = previous
  }

  /// Discards a signal of a write to a closed pipe and restores the thread's signals.
  func restore() {
    var signals = Self.signals
    var signal: Int32 = 0
    if !wasPending, Self.isPending { unsafe sigwait(&signals, &signal) }
    var previous = previous
    unsafe pthread_sigmask(SIG_SETMASK, &previous, nil)
  }

  private static var signals: sigset_t {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGPIPE)
    return signals
  }

  private static var isPending: Bool {
    var pending = sigset_t()
    unsafe sigpending(&pending)
    return unsafe sigismember(&pending, SIGPIPE) == 1
  }
}

/// A pipe between this process and a child; other child processes do not inherit its ends.
private final class Pipe: Sendable {
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
}
