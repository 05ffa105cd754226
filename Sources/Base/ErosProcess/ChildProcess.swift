package import ErosCore
package import ErosFiles
import SystemPackage

/// Runs programs.
package enum ChildProcess {
  /// Runs a program from the `PATH` and waits until it ends.
  ///
  /// The child inherits no open file except the pipes, no environment variable except those in
  /// `environment`, and no blocked signal. It need not read its input. Relative folders in the
  /// `PATH` are not searched.
  ///
  /// - Parameters:
  ///   - program: A name or a path.
  ///   - arguments: The arguments that follow the program's name.
  ///   - environment: The program's environment.
  ///   - input: Bytes for standard input, which is empty by default.
  ///   - timeout: After this time, the child and all processes in its group are killed. A child
  ///     with a time-out has a session of its own, so it cannot use the terminal, and this call
  ///     does not wait for background processes that keep its outputs open after its end.
  ///   - silence: A child that writes nothing for this time is killed as well. Needs a time-out.
  ///   - limit: The longest standard output in bytes. Bytes of standard error beyond it are
  ///     discarded.
  ///   - onOutput: Called with each part of standard output as it arrives.
  /// - Returns: The exit status and the output.
  /// - Throws: ``FileError`` if the program is not found. If it writes too much, it is killed, and
  ///   the error is `EFBIG`.
  package static func run(
    _ program: String, _ arguments: [String], environment: ChildEnvironment,
    input: [UInt8]? = nil, timeout: TimeLength? = nil, silence: TimeLength? = nil,
    limit: Int = 64 << 20, onOutput: ([UInt8]) -> Void = { _ in }
  ) throws(FileError) -> ChildProcessResult {
    let pipes = try ChildPipes(input: input)
    let hasOwnSession = timeout != nil
    let child = try Interruption.delayed { () throws(FileError) in
      let child = try spawn(
        program, arguments, environment, pipes, inOwnSession: hasOwnSession)
      // The terminal's signals do not reach processes in another session.
      if hasOwnSession { Interruption.register(name(of: child)) { kill(-child, SIGKILL) } }
      return child
    }
    defer { if hasOwnSession { Interruption.unregister(name(of: child)) } }
    pipes.closeEndsOfChild()
    var deadline = timeout.map { ChildDeadline(of: child, in: $0, silence: silence) }
    do throws(Errno) {
      let (output, errors) = try pipes.exchange(
        limit: limit, until: &deadline, onOutput: onOutput)
      if let status = try wait(for: child, until: deadline) {
        return ChildProcessResult(
          status: status, standardOutput: output, standardError: errors, hasTimedOut: false)
      }
      return ChildProcessResult(
        status: try end(child, hasOwnSession), standardOutput: output, standardError: errors,
        hasTimedOut: true)
    } catch {
      _ = try? end(child, hasOwnSession)
      throw FileError(.read, program, error)
    }
  }

  /// Kills a child, with all processes in its session's group, and returns its status.
  private static func end(_ child: pid_t, _ hasOwnSession: Bool) throws(Errno) -> Int32 {
    kill(hasOwnSession ? -child : child, SIGKILL)
    return try wait(for: child, until: nil) ?? SIGKILL
  }

  /// Names a child's registration with `Interruption`.
  private static func name(of child: pid_t) -> String { "process \(child)" }

  private static func spawn(
    _ program: String, _ arguments: [String], _ environment: ChildEnvironment, _ pipes: ChildPipes,
    inOwnSession hasOwnSession: Bool
  ) throws(FileError) -> pid_t {
    var actions = unsafe emptySpawnActions()
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
    return try unsafe spawn(
      program, arguments, environment, &actions, inOwnSession: hasOwnSession)
  }

  /// Starts a program from the `PATH`, with the files in `actions`.
  static func spawn(
    _ program: String, _ arguments: [String], _ environment: ChildEnvironment,
    _ actions: inout SpawnActions, inOwnSession hasOwnSession: Bool = false
  ) throws(FileError) -> pid_t {
    guard let path = find(program) else { throw FileError(.run, program, .noSuchFileOrDirectory) }
    var arguments = unsafe ([program] + arguments).map { unsafe strdup($0) } + [nil]
    var variables =
      unsafe environment.variables.map { unsafe strdup("\($0.key)=\($0.value)") } + [nil]
    defer {
      unsafe arguments.forEach { unsafe free($0) }
      unsafe variables.forEach { unsafe free($0) }
    }
    var attributes = attributes(inOwnSession: hasOwnSession)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var child = pid_t()
    var reason = unsafe posix_spawn(&child, path, &actions, &attributes, &arguments, &variables)
    // A program that another thread starts holds the files that this process writes, until it
    // executes.
    for _ in 0..<50 where reason == ETXTBSY {
      usleep(10_000)
      reason = unsafe posix_spawn(&child, path, &actions, &attributes, &arguments, &variables)
    }
    guard reason == 0 else { throw FileError(.run, program, Errno(rawValue: reason)) }
    return child
  }

  /// Returns a program's path.
  ///
  /// Searches `folders`, and then `searchPath` or else this process's `PATH`, except their relative
  /// folders. A `program` with a slash is already a path.
  ///
  /// - Returns: `nil` if no folder contains the program.
  package static func find(
    _ program: String, in folders: [String] = [], searchPath: String? = nil
  ) -> String? {
    if program.utf8.contains(UInt8(ascii: "/")) { return program }
    let searchPath = searchPath ?? EnvironmentVariable.text("PATH")
    return (folders + ChildEnvironment.absoluteFolders(searchPath ?? "/usr/bin:/bin"))
      .map { joinedPath($0, program) }
      .first { unsafe access($0, X_OK) == 0 && (try? FileStatus(of: $0))?.kind == .file }
  }

  /// Undoes `StandardStream.ignoreWriteSignals()` and `Interruption.handleSignals(_:)` for a child.
  private static func attributes(inOwnSession hasOwnSession: Bool) -> SpawnAttributes {
    var attributes = emptySpawnAttributes()
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

  /// `POSIX_SPAWN_SETSID`, which glibc declares only with `_GNU_SOURCE`.
  #if canImport(Darwin)
  private static let newSession = Int16(POSIX_SPAWN_SETSID)
  #else
  private static let newSession: Int16 = 0x80
  #endif

  /// Waits until the child ends and returns its status, or `nil` at the deadline.
  static func wait(
    for child: pid_t, until deadline: ChildDeadline?
  ) throws(Errno) -> Int32? {
    let pause: UInt32 = 2_000
    var status: Int32 = 0
    while true {
      let ended = unsafe waitpid(child, &status, deadline == nil ? 0 : WNOHANG)
      if ended == child { break }
      guard ended == 0 || errno == EINTR else { throw Errno(rawValue: errno) }
      guard let deadline, ended == 0 else { continue }
      guard ClockTime.now < deadline.time else { return nil }
      usleep(pause)
    }
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : Interruption.statusOffset + signal
  }
}
