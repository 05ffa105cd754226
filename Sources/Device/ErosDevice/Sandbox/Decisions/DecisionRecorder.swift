import ErosCore
import ErosFiles

/// Records the decisions of a device in the file `decisions` of its folder.
///
/// An error never changes the outcome of a call. Decisions that could not be written, for example
/// on a full disk, are kept in memory and written with the next decision.
final class DecisionRecorder: Sendable {
  /// The durability of a write.
  enum Durability: Sendable {
    /// The system writes the decision later; a launch must not wait for the disk.
    case lazy
    /// The decision is on disk when the call returns.
    case durable
  }

  /// The name of the file.
  static let name = "decisions"

  private let path: String
  /// The decisions that could not be written.
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
    // Writing the file again needs a sync. A device that fetches does so with the next fetch.
    case .lazy where file.initialSize >= UInt64(DecisionLog.maximumLength): return
    case .lazy: try file.append(lines)
    case .durable where file.initialSize >= UInt64(DecisionLog.compactedLength):
      // A file that cannot be read keeps its decisions.
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
  /// - Parameter onFailure: Called with the reason why the file could not be read.
  /// - Returns: The decisions that are known, also after a failure.
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
  /// - Throws: `FileError`, if the file cannot be read now. A damaged file is empty.
  func logUnlessUnreadable() throws -> DecisionLog {
    var failure: FileError?
    let log = log { failure = $0 as? FileError }
    if let failure, !failure.indicatesDamage { throw failure }
    return log
  }

  /// Reads the file: a missing file is empty, and only the end of a too long file is read.
  private static func log(in folder: Folder) throws -> DecisionLog {
    guard try folder.status(of: name) != nil else { return DecisionLog() }
    let file = try folder.openFile(name)
    let count = min(file.status.size, UInt64(2 * DecisionLog.maximumLength))
    return DecisionLog(try file.read(at: file.status.size - count, count: Int(count)))
  }
}
