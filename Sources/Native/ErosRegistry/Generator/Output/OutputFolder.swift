import ErosCore
import ErosFiles
import SystemPackage

/// Compares and updates a folder of generated files.
public struct OutputFolder: Sendable {
  private static let sizeLimit = 64 << 20

  private let root: String

  /// Creates a value for the folder at `root`, even if it does not exist yet.
  public init(_ root: String) {
    self.root = root
  }

  /// Returns the digests in the manifest by path.
  ///
  /// If there is no manifest, there are none.
  ///
  /// - Throws: `FileError` if the manifest cannot be read.
  public func listed(in manifest: String) throws -> [String: String] {
    OldManifest(try content(of: manifest) ?? []).digests
  }

  /// Compares `files` with what is in the folder.
  ///
  /// `manifest` is a path in `files`.
  ///
  /// A file that is no longer generated is reported only if `isConcerned` returns `true` for its
  /// path.
  ///
  /// - Throws: `FileError` if a file cannot be read. ``GeneratorError`` if a path is a folder or
  ///   leads outside the folder.
  public func compare(
    _ files: [GeneratedFile], manifest: String, where isConcerned: (String) -> Bool = { _ in true }
  ) throws -> OutputComparison {
    let old = OldManifest(try content(of: manifest) ?? [])
    var comparison = try compare(files, with: old, manifest: manifest)
    comparison.orphans = try orphans(of: old, besides: Set(files.map(\.path)))
      .filter(isConcerned)
    return comparison
  }

  /// Compares `files` with what is in the folder, without a manifest.
  ///
  /// Generated files with a name in `names` but not in `files` count as no longer generated.
  ///
  /// - Throws: `FileError` if a file cannot be read. ``GeneratorError`` if a path is a folder or
  ///   leads outside the folder.
  public func compare(_ files: [GeneratedFile], among names: [String]) throws -> OutputComparison {
    var comparison = try compare(files, with: OldManifest([]), manifest: nil)
    let generated = Set(files.map(\.path))
    comparison.orphans = try names.filter { !generated.contains($0) }.filter { name in
      guard (try? check([name])) != nil, let present = try content(of: name) else { return false }
      return FileHeader.isIn(present)
    }
    return comparison
  }

  /// Compares the files, but does not look for orphans.
  private func compare(
    _ files: [GeneratedFile], with old: OldManifest, manifest: String?
  ) throws -> OutputComparison {
    try check(files.map(\.path))
    var comparison = OutputComparison()
    for file in files {
      let content = try content(of: file.path)
      let file = try file.merged(into: content, at: path(file.path))
      guard let present = content else {
        comparison.missing.append(file)
        continue
      }
      if present == file.bytes {
        comparison.unchanged.append(file.path)
      } else if Self.withoutReturns(present) == file.bytes {
        comparison.unchanged.append(file.path)
        comparison.withReturns.append(file.path)
      } else {
        let isGenerated =
          try file.table != nil || old.owns(file.path, present)
          || file.path == manifest && old.isManifest && (files.count > 1 || belongsHere(old))
        comparison.different.append(
          .init(file: file, present: present, isGenerated: isGenerated))
      }
    }
    return comparison
  }

  /// Returns `true` if a manifest lists a file that is in this folder, or no file.
  ///
  /// A manifest whose files are all missing here belongs to another folder. Generating nothing must
  /// not replace it. If something is generated, all paths may have changed, so the caller replaces
  /// the manifest and does not ask.
  private func belongsHere(_ old: OldManifest) throws -> Bool {
    try old.digests.isEmpty
      || old.digests.keys.contains { try FileStatus.ifExists(path($0)) != nil }
  }

  /// Writes missing and different files, and removes files that are no longer generated.
  ///
  /// The manifest is written last, so after a failure you just run the command again. Unchanged
  /// files are not touched.
  ///
  /// - Throws: `FileError` if a file cannot be written or removed. Earlier changes stay. Each file
  ///   is complete, and the manifest is unchanged.
  public func apply(_ comparison: OutputComparison, manifest: String? = nil) throws {
    let files = comparison.missing + comparison.different.map(\.file)
    for path in comparison.orphans {
      try Folder(folder(of: self.path(path))).remove(path.lastPathComponent)
    }
    try write(files.filter { $0.path != manifest })
    try write(files.filter { $0.path == manifest })
  }

  /// Writes `files` if none of them exists.
  ///
  /// - Throws: ``GeneratorError/wouldReplace(_:)`` if a file in `files` or `others` exists. Nothing
  ///   is written then.
  public func create(_ files: [GeneratedFile], besides others: [String] = []) throws {
    let paths = files.map(\.path) + others
    try check(paths)
    let present = try paths.filter { try FileStatus.ifExists(self.path($0)) != nil }
    guard present.isEmpty else { throw GeneratorError.wouldReplace(present) }
    try write(files)
  }

  /// Writes those `files` of a new project that are missing.
  ///
  /// An interrupted run can be repeated.
  ///
  /// - Throws: ``GeneratorError/projectExists(folder:files:)`` if a file exists with different
  ///   contents. Nothing is written then.
  /// - Returns: The paths of the written files.
  public func createProject(_ files: [GeneratedFile]) throws -> [String] {
    try check(files.map(\.path))
    var missing: [GeneratedFile] = []
    var differing: [String] = []
    for file in files {
      let path = self.path(file.path)
      let status = try FileStatus.ifExists(path, followingSymlinks: false)
      guard let status else {
        missing.append(file)
        continue
      }
      // A symlink points outside the project or to a missing file, so it counts as different.
      let isSame = try status.kind == .file && content(of: file.path) == file.bytes
      if !isSame { differing.append(file.path) }
    }
    guard differing.isEmpty else {
      throw GeneratorError.projectExists(folder: root, files: differing)
    }
    try write(missing)
    return missing.map(\.path)
  }

  /// Checks that `paths`, with symlinks resolved, are inside the folder and are not folders.
  ///
  /// - Throws: ``GeneratorError/outsideProject(_:)`` or ``GeneratorError/isFolder(_:)``.
  public func check(_ paths: [String]) throws {
    let root = try resolvedPath(allowingMissing: root.isEmpty ? "." : root)
    for path in paths {
      guard try resolvedPath(allowingMissing: self.path(path)).starts(with: root) else {
        throw GeneratorError.outsideProject(path)
      }
      if try FileStatus.ifExists(self.path(path))?.kind == .folder {
        throw GeneratorError.isFolder(path)
      }
    }
  }

  private func write(_ files: [GeneratedFile]) throws {
    for file in files { try createFolders(folder(of: self.path(file.path))) }
    try writeWholeFiles(
      files.map { (path: self.path($0.path), contents: $0.bytes) }, keepingPermissions: true)
  }

  /// Returns the unedited files that are no longer generated.
  private func orphans(of old: OldManifest, besides paths: Set<String>) throws -> [String] {
    try old.digests.keys.filter { !paths.contains($0) }.sorted(by: inByteOrder).filter { path in
      guard (try? check([path])) != nil, let present = try content(of: path) else { return false }
      return old.mayRemove(path, present)
    }
  }

  private func content(of path: String) throws(FileError) -> [UInt8]? {
    guard try FileStatus.ifExists(self.path(path)) != nil else { return nil }
    return try readWholeFile(self.path(path), limit: Self.sizeLimit)
  }

  package func path(_ name: String) -> String { root.isEmpty ? name : joinedPath(root, name) }

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

/// The files that the last run generated, from its manifest.
private struct OldManifest {
  /// The digests by path.
  ///
  /// Paths outside the folder are dropped.
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

  /// Returns `true` if the file has a header, or its digest is in the last manifest.
  func owns(_ path: String, _ content: [UInt8]) -> Bool {
    if FileHeader.isIn(content) { return true }
    let file = GeneratedFile(path: path, bytes: content)
    return digests[path] != nil && digests[path] == (try? file.digest())
  }

  /// Returns `true` if a file that is no longer generated may be removed.
  ///
  /// A manifest can list any file, so it is trusted only for the generated file without a header. Old
  /// manifests list `routes.json`, which belongs to `eros routes build`.
  func mayRemove(_ path: String, _ content: [UInt8]) -> Bool {
    FileHeader.isIn(content)
      || path.lastPathComponent == GeneratedFile.weexConfig && owns(path, content)
  }
}
