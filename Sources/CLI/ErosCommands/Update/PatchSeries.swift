import ErosBundle
import ErosCore
import ErosFiles
import ErosPack
import SystemPackage

/// Patches from earlier bundles to a new bundle, named as clients request them.
struct PatchSeries {
  private let olds: [String]
  private let names: [String]
  /// The new bundle, read once for all patches.
  private let target: UpdateSide
  private let maker: UpdateMaker

  /// Returns the paths of the bundles in `folder` except `target`, including symlinks.
  ///
  /// `skip` gets the path of everything else, with the reason.
  ///
  /// - Throws: `FileError` if a symlink is broken.
  static func bundles(
    in folder: String, besides target: ReadableFile, skip: (String, _ reason: Message) -> Void
  ) throws -> [String] {
    let walk = try FolderWalk(folder, depthLimit: 1) { path, _ in JunkFile(path) != nil }
    for path in walk.skipped.sorted() {
      skip(folder + "/" + path, JunkFile(path)?.reason ?? "")
    }
    let links = walk.obstacles.filter { if case .symlink = $0.reason { true } else { false } }
    let bundles = try (walk.entries.map(\.relativePath) + links.map(\.relativePath))
      .map { folder + "/" + $0 }
      .filter { path in
        let isZip = path.lowercased().hasSuffix(".zip")
        let status = isZip ? try FileStatus(of: path) : nil
        let isTarget = status?.isSameFile(as: target.status) ?? false
        if status?.kind == .file, !isTarget { return true }
        skip(path, isTarget ? "the new bundle" : "not a file with the suffix '.zip'")
        return false
      }
    guard !bundles.isEmpty else { throw CommandError.noBundles(folder: folder) }
    return bundles.sorted()
  }

  /// Verifies all bundles to determine the names of the patches.
  ///
  /// `progress` gets the number of verified bundles.
  ///
  /// - Throws: ``CommandError/samePatch(_:_:name:)`` if two patches have the same name.
  init(
    from olds: [String], to target: ReadableFile, _ maker: UpdateMaker, threads: Int,
    progress: @Sendable (Int) -> Void
  ) throws {
    let new = try maker.read(target)
    names = try Self.all(olds, threads: threads, progress) { _, old in
      try maker.format.publishedName(from: maker.release(of: ReadableFile(old)), to: new.release)
    }
    var taken: [String: String] = [:]
    for (old, name) in zip(olds, names) {
      if let other = taken.updateValue(old, forKey: name) {
        throw CommandError.samePatch(other, old, name: name)
      }
    }
    self.olds = olds
    self.target = new
    self.maker = maker
  }

  /// Writes all patches to the folder `output`, and creates it if necessary.
  ///
  /// The patches get their final names only when all are durable. If an error happens before, no
  /// patch is left.
  func write(
    into output: String, threads: Int, progress: @Sendable (Int) -> Void
  ) throws -> [DiffReport] {
    let made = try createFolders(output)
    do {
      try checkOutputPaths(in: output)
      try OutputPath.check(
        names.map { output + "/" + $0 }, areNot: olds + [target.source.path])
      return try Folder.withScratchFolder(beside: output + "/patches") { scratch in
        let finished = try scratch.newFolder("finished", creating: .masked)
        let reports = try Self.all(olds, threads: threads, progress) { index, old in
          let start = ClockTime.now
          let work = try scratch.newFolder(String(index))
          let update = try maker.make(
            from: maker.read(ReadableFile(old)), to: target, scratch: work)
          try scratch.removeTree(String(index))
          guard try update.publishedName() == names[index] else { throw DeltaError.changed(old) }
          var file = try finished.newFile(names[index])
          try file.write(update.bytes)
          try file.close()
          return try DiffReport(update, of: old, patch: output + "/" + names[index], since: start)
        }
        try finished.syncTree()
        let folder = try Folder(output)
        try Interruption.delayed {
          for name in names { try finished.rename(name, to: name, in: folder) }
        }
        try folder.sync()
        return reports
      }
    } catch {
      removeEmptyFolders(made)
      throw error
    }
  }

  /// Checks, before patches are made, that existing items with their names are files.
  private func checkOutputPaths(in output: String) throws(FileError) {
    for path in names.map({ output + "/" + $0 }) {
      guard let present = try? FileStatus(of: path), present.kind != .file else { continue }
      throw FileError(.create, path, present.kind == .folder ? .isDirectory : .notSupported)
    }
  }

  /// Runs `body` for each of `olds` on several threads.
  ///
  /// `progress` gets the number of finished calls.
  private static func all<Result: Sendable>(
    _ olds: [String], threads: Int, _ progress: @Sendable (Int) -> Void,
    _ body: @Sendable (Int, String) throws -> Result
  ) throws -> [Result] {
    let results = Lock([Result?](repeating: nil, count: olds.count))
    try Parallel.forEach(olds.count, threads: threads, makeState: {}) { index, _ in
      let result = try body(index, olds[index])
      let done = results.withLock { results in
        results[index] = result
        return results.count { $0 != nil }
      }
      progress(done)
    }
    return results.withLock { $0.compactMap(\.self) }
  }
}
