import ErosCore
import ErosFiles
import SystemPackage

/// The pipes between this process and a child.
struct ChildPipes {
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
  /// Does all of it at the same time, because a child blocks while a pipe is full.
  ///
  /// - Throws: `EFBIG` if standard output is longer than `limit`.
  func exchange(
    limit: Int, until deadline: inout ChildDeadline?, onOutput: ([UInt8]) -> Void
  ) throws(Errno) -> (output: [UInt8], errors: [UInt8]) {
    let brokenPipe = BrokenPipeSignal()
    defer { brokenPipe.restore() }
    var written = 0
    var isInputOpen = input != nil
    // A write that would block must return instead.
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
        deadline?.extend()
        if stream == 0 { onOutput(chunk) }
        stillOpen.append((stream, descriptor))
        results[stream] += chunk.prefix(limit + 1 - results[stream].count)
      }
      guard results[0].count <= limit else { throw .fileTooLarge }
      open = stillOpen
    }
    // The child may read its input until the end, although it has closed its outputs.
    input?.closeWriting()
    return (results[0], Array(results[1].prefix(limit)))
  }

  /// Writes input from `start` on, and returns how many bytes are done.
  ///
  /// If the child does not read them, all bytes are done.
  private func write(to descriptor: FileDescriptor, from start: Int) -> Int {
    do {
      return try unsafe inputBytes.withUnsafeBytes { buffer in
        try unsafe descriptor.write(UnsafeRawBufferPointer(rebasing: buffer[start...]))
      }
    } catch {
      return error as? Errno == .wouldBlock ? 0 : inputBytes.count - start
    }
  }

  /// Waits until a pipe is ready.
  ///
  /// Returns `false` if none is at the deadline.
  private static func wait(
    for waiting: inout [pollfd], until deadline: inout ChildDeadline?
  ) throws(Errno) -> Bool {
    while true {
      var milliseconds: Int32 = -1
      if deadline != nil {
        guard let wait = deadline?.nextWait() else { return false }
        milliseconds = Int32(clamping: wait.milliseconds + 1)
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

/// Blocks this thread's signal for a write to a closed pipe, so that the write fails instead.
struct BrokenPipeSignal {
  private let previous: sigset_t
  private let wasPending: Bool

  init() {
    var signals = Self.signals
    var previous = sigset_t()
    wasPending = Self.isPending
    unsafe pthread_sigmask(SIG_BLOCK, &signals, &previous)
    self.previous = previous
  }

  /// Discards such a signal, and restores the thread's signals.
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

/// A pipe between this process and a child.
///
/// No other child inherits its ends.
final class Pipe: Sendable {
  let reading: FileDescriptor
  let writing: FileDescriptor
  private let isReadingOpen = Lock(true)
  private let isWritingOpen = Lock(true)

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
