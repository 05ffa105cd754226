import ErosCore
import ErosFiles

/// Writes a device's decisions to the file `decisions` in its folder.
///
/// No error here changes a call's outcome. If decisions cannot be written, for example to a full
/// disk, they stay in memory and are written with the next decision.
final class DecisionRecorder: Sendable {
  /// Decides if a write waits for the disk.
  enum Durability: Sendable {
    /// The system writes the decision later, because a launch must not wait for the disk.
    case lazy
    /// The decision is on disk when the call returns.
    case durable
  }

  static let name = "decisions"

  private let path: String
  /// Decisions that could not be written yet.
  private let unwritten = Lock<[Decision]>([])

  init(_ path: String) { self.path = path }

  /// Adds decisions, oldest first.
  func record(_ decisions: [Decision], _ durability: Durability) {
    unwritten.withLock { unwritten in
      let pending = (unwritten + decisions).suffix(DecisionLog.maximumCount)
      do {
        try write(Array(pending), durability)
        unwritten = []
      } catch {
        unwritten = Array(pending)
      }
    }
  }

  private func write(_ decisions: [Decision], _ durability: Durability) throws {
    guard !decisions.isEmpty else { return }
    let folder = try Folder(path, creating: .ownerOnly)
    let file = try folder.partialFile(Self.name)
    let lines = decisions.flatMap(DecisionLog.line)
    switch durability {
    // Only a sync makes it safe to write the file again. The next fetch does so.
    case .lazy where file.initialSize >= UInt64(DecisionLog.maximumLength): return
    case .lazy: try file.append(lines)
    case .durable where file.initialSize >= UInt64(DecisionLog.compactedLength):
      // If the file cannot be read, it keeps its decisions.
      var log = try Self.log(in: folder)
      for decision in decisions { log.add(decision) }
      try folder.replaceSharedFile(Self.name, with: log.bytes)
    case .durable:
      try file.append(lines)
      try file.sync()
    }
  }

  /// Returns the last decisions, including those that could not be written.
  ///
  /// If the file cannot be read, calls `onFailure` and returns only the unwritten decisions.
  func log(onFailure: (any Error) -> Void = { _ in }) -> DecisionLog {
    unwritten.withLock { unwritten in
      var log = DecisionLog()
      do {
        if try FileStatus.ifExists(path) != nil { log = try Self.log(in: Folder(path)) }
      } catch {
        onFailure(error)
      }
      for decision in unwritten { log.add(decision) }
      return log
    }
  }

  /// Returns the last decisions.
  ///
  /// - Throws: `FileError` if the file cannot be read now. A damaged file counts as empty.
  func logUnlessUnreadable() throws -> DecisionLog {
    var failure: FileError?
    let log = log { failure = $0 as? FileError }
    if let failure, !failure.indicatesDamage { throw failure }
    return log
  }

  /// Reads the file, or only its end if it is too long.
  ///
  /// A missing file counts as empty.
  private static func log(in folder: Folder) throws -> DecisionLog {
    guard try folder.status(of: name) != nil else { return DecisionLog() }
    let file = try folder.openFile(name)
    let count = min(file.status.size, UInt64(2 * DecisionLog.maximumLength))
    return DecisionLog(try file.read(at: file.status.size - count, count: Int(count)))
  }
}
