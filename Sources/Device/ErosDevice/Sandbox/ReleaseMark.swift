import ErosCore
import ErosFiles
import SystemPackage

/// A file in a release's folder that restricts the release if the state is lost.
///
/// The state is authoritative. Marks repeat what is needed to rebuild it. A release that has no
/// mark is confirmed or embedded. A restricting mark becomes durable before the state that requires
/// it, and is removed after the state that permits more.
enum ReleaseMark: Hashable, Comparable {
  /// A rollback withdrew the confirmed release.
  case withdrawn
  /// The release was never confirmed.
  case unconfirmed
  /// The release is blocked.
  case blocked(SandboxState.Blocked.Reason, count: Int)

  static let fileName = "mark.json"
  private static let maximumFileSize: UInt64 = 1 << 10

  static func < (mark: ReleaseMark, other: ReleaseMark) -> Bool { mark.rank < other.rank }

  private var rank: Int {
    switch self {
    case .withdrawn: 1
    case .unconfirmed: 2
    case .blocked: 3
    }
  }

  private var name: String {
    switch self {
    case .withdrawn: "withdrawn"
    case .unconfirmed: "unconfirmed"
    case .blocked: "blocked"
    }
  }

  fileprivate var isBlocked: Bool {
    if case .blocked = self { true } else { false }
  }

  var text: [UInt8] {
    var object = JSONObject()
    object["mark"] = .string(name)
    if case .blocked(let reason, let count) = self {
      object["reason"] = .string(reason.rawValue)
      object["count"] = .number(String(count))
    }
    return JSONWriter.write(.object(object)) + [UInt8(ascii: "\n")]
  }

  /// Reads the mark in a release's folder.
  ///
  /// An invalid mark counts as ``unconfirmed``.
  ///
  /// - Throws: `FileError` if permissions, descriptors or memory are missing to read it.
  init?(in folder: Folder) throws(FileError) {
    do {
      let file = try folder.openFile(Self.fileName)
      let count = Int(min(file.status.size, Self.maximumFileSize))
      self = Self(text: try file.read(at: 0, count: count)) ?? .unconfirmed
    } catch {
      if error.reason == .noSuchFileOrDirectory { return nil }
      guard error.indicatesDamage else { throw error }
      self = .unconfirmed
    }
  }

  private init?(text: [UInt8]) {
    let object = try? JSONReader.read(text, file: Self.fileName).value.object
    switch object?["mark"]?.string {
    case Self.withdrawn.name: self = .withdrawn
    case "blocked":
      guard let reason = object?["reason"]?.string.flatMap(SandboxState.Blocked.Reason.init),
        let count = object?["count"]?.integer, (0...Int64(Int32.max)).contains(count)
      else { return nil }
      self = .blocked(reason, count: Int(count))
    default: return nil
    }
  }
}

extension SandboxState {
  /// Returns the mark that a release needs in this state, or `nil` if it is known to work.
  func mark(of tree: TreeHash) -> ReleaseMark? {
    if isKnownGood(tree) { return withdrawn.contains(tree) ? .withdrawn : nil }
    let entry = blocked.first { $0.release == tree }
    return entry.map { .blocked($0.reason, count: $0.count) } ?? .unconfirmed
  }

  /// Releases whose marks this state determines.
  ///
  /// A blocked release can remain in `releases/` because its pages may still be on the screen, or
  /// as a base for deltas.
  fileprivate var markedReleases: Set<TreeHash> {
    Set(
      confirmed.map(\.tree) + blocked.map(\.release)
        + [pending?.tree, trial?.release.tree, embedded?.release.tree].compactMap(\.self))
  }
}

extension ReleaseStore {
  /// Returns `nil` if the mark or the release does not exist.
  func mark(of tree: TreeHash) throws -> ReleaseMark? {
    do throws(FileError) {
      let releases = try root.openFolder(Self.releases)
      return try ReleaseMark(in: releases.openFolder(tree.description))
    } catch {
      guard error.indicatesDamage else { throw error }
      return nil
    }
  }

  /// Writes durable marks for releases that `state` restricts more than their current marks.
  func restrict(for state: SandboxState) throws {
    for tree in try markable(in: state) {
      guard let mark = state.mark(of: tree) else { continue }
      if let present = try self.mark(of: tree), present >= mark { continue }
      try write(mark, to: tree)
    }
  }

  /// Makes all marks match `state`, as far as possible.
  ///
  /// The next command repeats a failed change. For the same reason, removals are not synced.
  func updateMarks(for state: SandboxState) {
    let marked = state.markedReleases
    for tree in (try? present()) ?? [] {
      // An unblocked release's pages may still be on the screen.
      guard let present = try? self.mark(of: tree), marked.contains(tree) || present.isBlocked
      else {
        continue
      }
      if let mark = state.mark(of: tree) {
        if mark != present { try? write(mark, to: tree) }
      } else {
        try? root.openFolder(Self.releases).openFolder(tree.description)
          .removeTree(ReleaseMark.fileName)
      }
    }
  }

  private func markable(in state: SandboxState) throws -> [TreeHash] {
    let marked = state.markedReleases
    return try present().filter(marked.contains)
  }

  private func write(_ mark: ReleaseMark, to tree: TreeHash) throws {
    let folder: Folder
    do throws(FileError) {
      folder = try root.openFolder(Self.releases).openFolder(tree.description)
    } catch {
      // A release that is not a folder is damaged and cannot run.
      guard error.indicatesDamage else { throw error }
      return
    }
    try root.replaceFile(ReleaseMark.fileName, with: mark.text, in: folder) {
      // `rename` cannot replace a folder with a file.
      if (try? folder.openFolder(ReleaseMark.fileName)) != nil {
        try folder.removeTree(ReleaseMark.fileName)
      }
    }
  }
}
