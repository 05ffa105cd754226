public import Foundation
import Synchronization

extension Process {
  /// The signals that end a program, and that `nohup` or the background of a script makes it ignore.
  private static let endingSignals = Mutex([SIGINT, SIGTERM, SIGHUP, SIGQUIT])

  /// Starts the program with the default actions of the signals that end it, and with none of them blocked.
  ///
  /// A program inherits ignored and blocked signals. Without this, a test that ends a program with a signal would
  /// fail if the tests themselves run under `nohup`, and wait for ever if Dispatch, whose threads block signals,
  /// runs it.
  public func start() throws {
    try Self.endingSignals.withLock { signals in
      let ignored = signals.filter { isIgnored($0) }
      for number in ignored { signal(number, SIG_DFL) }
      defer { for number in ignored { signal(number, SIG_IGN) } }
      var ending = sigset_t()
      var previous = sigset_t()
      sigemptyset(&ending)
      for number in signals { sigaddset(&ending, number) }
      pthread_sigmask(SIG_UNBLOCK, &ending, &previous)
      defer { pthread_sigmask(SIG_SETMASK, &previous, nil) }
      try run()
    }
  }

  /// Returns the first line that the running program writes to `output`, or `nil` if it ends before, or is killed
  /// because it has written none within a minute.
  ///
  /// A thread of its own reads the line, because the threads of tests must not wait.
  func firstLine(of output: Pipe) async -> String? {
    let identifier = processIdentifier
    let isDone = Mutex(false)
    DispatchQueue.global().asyncAfter(deadline: .now() + 60) {
      isDone.withLock { if !$0 { kill(identifier, SIGKILL) } }
    }
    return await withCheckedContinuation { read in
      Thread.detachNewThread {
        var line = Data()
        while line.last != UInt8(ascii: "\n") {
          let part = output.fileHandleForReading.availableData
          if part.isEmpty { break }
          line.append(part)
        }
        isDone.withLock { $0 = true }
        let isWhole = line.last == UInt8(ascii: "\n")
        let text = String(decoding: line, as: UTF8.self)
        read.resume(returning: isWhole ? text.split(separator: "\n").first.map(String.init) : nil)
      }
    }
  }

  private func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    sigaction(number, nil, &action)
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
      == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
