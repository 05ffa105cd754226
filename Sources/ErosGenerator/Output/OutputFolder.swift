import ErosCore
import ErosFiles
import ErosRegistry
import SystemPackage

/// The folder that generated files go to: tells what differs there, and brings it up to date.
public struct OutputFolder: Sendable {
  private static let sizeLimit = 64 << 20

  private let root: String

  /// Names the folder; it is made when something is written.
  public init(_ root: String) {
    self.root = root
  }

  /// The digests that the manifest there has, by path; none when there is no manifest.
  ///
  /// - Throws: `FileError` when it is there and cannot be read.
  public func listed(in manifest: String) throws -> [String: String] {
    OldManifest(try content(of: manifest) ?? []).digests
  }

  /// Compares `files` with what is there; `manifest` is the path of the manifest among them.
  ///
  /// Of what is there and no longer generated, only that counts which `isConcerned`.
  ///
  /// - Throws: `FileError` when something cannot be read; ``GeneratorError`` when a file would go
  ///   elsewhere, or where a folder stands.
  public func compare(
    _ files: [GeneratedFile], manifest: String, where isConcerned: (String) -> Bool = { _ in true }
  ) throws -> OutputComparison {
    try check(files.map(\.path))
    let old = OldManifest(try content(of: manifest) ?? [])
    var comparison = OutputComparison()
    for file in files {
      guard let present = try content(of: file.path) else {
        comparison.missing.append(file)
        continue
      }
      if present == file.bytes {
        comparison.unchanged.append(file.path)
      } else if Self.withoutReturns(present) == file.bytes {
        comparison.unchanged.append(file.path)
        comparison.withReturns.append(file.path)
      } else {
        let isOurs = old.owns(file.path, present) || file.path == manifest && old.isManifest
        comparison.different.append(.init(file: file, present: present, isForeign: !isOurs))
      }
    }
    comparison.orphans = try orphans(of: old, besides: Set(files.map(\.path)))
      .filter(isConcerned)
    return comparison
  }

  /// Writes what is missing or different and removes what is no longer generated.
  ///
  /// The manifest goes last, so that a run that fails is found by the next one. Nothing is touched
  /// that `comparison` calls unchanged.
  ///
  /// - Throws: `FileError`; files that went or came before stay so, each of them whole, and the
  ///   manifest is the old one.
  public func apply(_ comparison: OutputComparison, manifest: String) throws {
    let files = comparison.missing + comparison.different.map(\.file)
    for path in comparison.orphans {
      try Folder(folder(of: place(path))).remove(path.lastPathComponent)
    }
    try write(files.filter { $0.path != manifest })
    try write(files.filter { $0.path == manifest })
  }

  /// Writes `files` where nothing is yet.
  ///
  /// - Throws: ``GeneratorError/wouldReplace(_:)`` when one of them, or one of `others`, is there;
  ///   nothing is written then.
  public func create(_ files: [GeneratedFile], besides others: [String] = []) throws {
    let paths = files.map(\.path) + others
    try check(paths)
    let present = try paths.filter { try FileStatus.ifExists(place($0)) != nil }
    guard present.isEmpty else { throw GeneratorError.wouldReplace(present) }
    try write(files)
  }

  /// Writes those of a new project's `files` that are not there yet, as they are not after a run that
  /// was killed.
  ///
  /// - Throws: ``GeneratorError/projectExists(folder:files:)`` when one of them is there and is
  ///   another; nothing is written then.
  /// - Returns: the paths of what was written.
  public func createProject(_ files: [GeneratedFile]) throws -> [String] {
    try check(files.map(\.path))
    var missing: [GeneratedFile] = []
    var foreign: [String] = []
    for file in files {
      let path = place(file.path)
      let status = try FileStatus.ifExists(path, followingSymlinks: false)
      guard let status else {
        missing.append(file)
        continue
      }
      // A link leads to what is somebody else's, or to nothing that could be kept.
      let isSame = try status.kind == .file && content(of: file.path) == file.bytes
      if !isSame { foreign.append(file.path) }
    }
    guard foreign.isEmpty else {
      throw GeneratorError.projectExists(folder: root, files: foreign)
    }
    try write(missing)
    return missing.map(\.path)
  }

  /// Makes sure that `paths` stay below the folder, wherever symlinks on the way lead, and are not
  /// those of folders.
  ///
  /// - Throws: ``GeneratorError/leadsOutside(_:)`` or ``GeneratorError/isFolder(_:)``.
  public func check(_ paths: [String]) throws {
    let root = try resolvedPath(allowingMissing: root.isEmpty ? "." : root)
    for path in paths {
      guard try resolvedPath(allowingMissing: place(path)).starts(with: root) else {
        throw GeneratorError.leadsOutside(path)
      }
      if try FileStatus.ifExists(place(path))?.kind == .folder {
        throw GeneratorError.isFolder(path)
      }
    }
  }

  private func write(_ files: [GeneratedFile]) throws {
    let staged = try files.map { file in
      _ = try createFolders(folder(of: place(file.path)))
      let staged = try StagedFile(place(file.path))
      try staged.write(file.bytes, at: 0)
      return staged
    }
    if !staged.isEmpty { try StagedFile.commit(staged) }
  }

  /// What was generated before, is not any more, and is still as it was.
  private func orphans(of old: OldManifest, besides paths: Set<String>) throws -> [String] {
    try old.digests.keys.filter { !paths.contains($0) }.sorted(by: inByteOrder).filter { path in
      guard (try? check([path])) != nil, let present = try content(of: path) else { return false }
      return old.mayRemove(path, present)
    }
  }

  private func content(of path: String) throws(FileError) -> [UInt8]? {
    guard try FileStatus.ifExists(place(path)) != nil else { return nil }
    return try readWholeFile(place(path), limit: Self.sizeLimit)
  }

  private func place(_ path: String) -> String { root.isEmpty ? path : root + "/" + path }

  private func folder(of path: String) -> String {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) } ?? "."
  }

  private static func withoutReturns(_ bytes: [UInt8]) -> [UInt8] {
    bytes.indices.compactMap { index in
      let isReturn =
        bytes[index] == UInt8(ascii: "\r") && index + 1 < bytes.count
        && bytes[index + 1] == UInt8(ascii: "\n")
      return isReturn ? nil : bytes[index]
    }
  }
}

/// What the last run wrote, as its manifest says.
private struct OldManifest {
  /// Digests by path; paths that leave the folder are dropped.
  let digests: [String: String]
  let isManifest: Bool

  init(_ bytes: [UInt8]) {
    let root = try? JSONReader.read(bytes, file: "").value.object
    let files = root?["files"]?.array
    isManifest = root?["surface"] != nil && files != nil
    digests = (files ?? []).compactMap(\.value.object).reduce(into: [:]) { digests, file in
      guard let path = file["path"]?.string, path.isPathInside else { return }
      digests[path] = file["sha256"]?.string
    }
  }

  /// Whether a file is ours: it says so in its first lines, or it is as the last run wrote it.
  func owns(_ path: String, _ content: [UInt8]) -> Bool {
    if FileHeader.isIn(content) { return true }
    let file = GeneratedFile(path: path, bytes: content)
    return digests[path] != nil && digests[path] == (try? file.digest())
  }

  /// Whether a file that is no longer generated may be removed.
  ///
  /// A manifest may name any file, and its word alone is enough only for those of our files that
  /// cannot carry a mark.
  func mayRemove(_ path: String, _ content: [UInt8]) -> Bool {
    FileHeader.isIn(content)
      || GeneratedFile.namesWithoutHeader.contains(path.lastPathComponent) && owns(path, content)
  }
}
