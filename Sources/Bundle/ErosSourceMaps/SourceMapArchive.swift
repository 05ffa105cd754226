package import ErosCore
import ErosFiles

/// A private folder that keeps source maps of releases.
///
/// ```
/// maps/
///   8a3c…/                           tree hash of a release
///     maps.json                      its scripts, and which have a source map
///     pages/home/index.js            a script with a source map, as in the bundle
///     pages/home/index.js.map        its source map
/// ```
///
/// Only the owner can read these files. Each appears complete or not at all, and `maps.json` comes
/// last.
package struct SourceMapArchive: Sendable {
  private static let listName = "maps.json"

  /// Path of the folder, as you named it.
  package let path: String

  package init(_ path: String) { self.path = path }

  /// Source maps of a release.
  package struct Release: Sendable {
    /// All scripts in the release.
    package internal(set) var scripts: Set<BundlePath> = []
    /// Number of lines that packing added at the start, for each script with a source map.
    fileprivate(set) var addedLines: [BundlePath: Int] = [:]
    fileprivate let folder: String

    /// Number of scripts with a source map.
    package var mapCount: Int { addedLines.count }

    /// Sorted scripts that have no source map.
    package var scriptsWithoutMap: [BundlePath] { scripts.subtracting(addedLines.keys).sorted() }

    /// Reads a script's source map, or returns `nil` if it has none.
    ///
    /// - Throws: `FileError` if a file cannot be read.
    package func read(_ script: BundlePath) throws -> SourceMapFolder.Reading? {
      guard let addedLines = addedLines[script] else { return nil }
      return try SourceMapFolder.reading(of: script) {
        let json = try readWholeFile(mapFile(script), limit: SourceMap.maximumSize)
        return try .map(
          ScriptMap(
            map: SourceMap(json, file: mapFile(script)),
            script: readWholeFile(file(script), limit: SourceMap.maximumSize),
            skippedLines: addedLines))
      }
    }

    fileprivate func file(_ script: BundlePath) -> String { joinedPath(folder, script.string) }

    fileprivate func mapFile(_ script: BundlePath) -> String { file(script) + ".map" }
  }

  // MARK: - Reading

  /// Returns a release's source maps, or `nil` if the archive has none for it.
  ///
  /// - Throws: ``SourceMapError/damagedList(file:reason:)`` or `FileError`.
  package func release(_ tree: TreeHash) throws -> Release? {
    let folder = joinedPath(path, tree.description)
    let file = joinedPath(folder, Self.listName)
    guard try FileStatus.ifExists(file) != nil else { return nil }
    let bytes = try readWholeFile(file)
    var release = Release(folder: folder)
    do {
      try release.read(bytes, file: file)
      return release
    } catch {
      throw SourceMapError.damagedList(file: file, reason: JSONFieldFailure.reason(for: error))
    }
  }

  /// Completes a tree hash.
  ///
  /// `digits` are all of its digits, or at least the first six.
  ///
  /// - Throws: ``SourceMapError/noSuchTree(_:archive:)`` or `FileError`.
  package func tree(_ digits: String) throws -> TreeHash {
    if let tree = TreeHash(digits) { return tree }
    let trees = try Folder(path).names().compactMap { TreeHash($0) }
    guard let tree = trees.only(startingWith: digits) else {
      throw SourceMapError.noSuchTree(digits, archive: path)
    }
    return tree
  }

  // MARK: - Writing

  /// Returns all paths that ``keep(mapsOf:in:tree:isDryRun:)`` can write for a release with
  /// `scripts`.
  package func files(of scripts: [BundlePath], _ tree: TreeHash) -> [String] {
    let release = Release(folder: joinedPath(path, tree.description))
    return scripts.flatMap { [release.file($0), release.mapFile($0)] }
      + [joinedPath(release.folder, Self.listName)]
  }

  /// Keeps a release's source maps.
  ///
  /// If the folder has no source map for a script, one from an earlier call stays.
  ///
  /// - Parameters:
  ///   - scripts: Scripts in the bundle.
  ///   - folder: Build folder that was packed.
  ///   - tree: Tree hash of the bundle.
  ///   - isDryRun: `true` to write nothing.
  /// - Returns: Source maps of the release, and findings about those that were not kept.
  /// - Throws: ``SourceMapError/noMaps(folder:script:reason:)`` if no script has a usable source
  ///   map, or `FileError`.
  package func keep(
    mapsOf scripts: BundleScripts, in folder: SourceMapFolder, tree: TreeHash,
    isDryRun: Bool = false
  ) throws -> (release: Release, findings: [Finding]) {
    var release = Release(folder: joinedPath(path, tree.description))
    release.scripts = Set(scripts.paths)
    var earlier = release
    earlier.addedLines = try addedLines(of: tree)
    var findings: [Finding] = []
    for script in scripts.paths {
      guard let text = try scripts.text(of: script) else { continue }
      guard let (reading, map) = try folder.readWithText(text, script) else { continue }
      switch reading.checked(in: text, script) {
      case .unusable(let finding): findings.append(finding)
      case .map(let scriptMap):
        release.addedLines[script] = scriptMap.skippedLines
        guard !isDryRun else { continue }
        if let lines = earlier.addedLines[script], lines != scriptMap.skippedLines {
          // The list must never have line counts that belong to a different map.
          earlier.addedLines[script] = nil
          try write(earlier)
        }
        try Self.write(text, to: release.file(script))
        try Self.write(map, to: release.mapFile(script))
      }
    }
    guard release.mapCount > 0 else {
      throw SourceMapError.noMaps(
        folder: folder.path, script: scripts.paths.first?.string, reason: findings.first?.line)
    }
    release.addedLines.merge(earlier.addedLines) { new, _ in new }
    if !isDryRun { try write(release) }
    return (release, findings)
  }

  /// Returns the added lines from a release's list, or none if it is missing or damaged.
  private func addedLines(of tree: TreeHash) throws -> [BundlePath: Int] {
    do {
      return try release(tree)?.addedLines ?? [:]
    } catch SourceMapError.damagedList {
      return [:]
    }
  }

  private func write(_ release: Release) throws(FileError) {
    let list = JSONWriter.write(release.list, layout: .pretty) + [UInt8(ascii: "\n")]
    try Self.write(list, to: joinedPath(release.folder, Self.listName))
  }

  /// Writes a file durably and creates its folders, all readable only by their owner.
  private static func write(_ bytes: [UInt8], to file: String) throws(FileError) {
    let name = file.utf8.lastIndex(of: UInt8(ascii: "/")) ?? file.startIndex
    try createFoldersDurably(String(file[..<name]), creating: .ownerOnly)
    let staged = try StagedFile(file, creating: .ownerOnly)
    try staged.write(bytes, at: 0)
    try StagedFile.commit([staged])
  }
}

extension SourceMapArchive.Release {
  /// Contents of `maps.json`, such as `{"scripts": {"pages/a.js": {"addedLines": 1}, "b.js": {}},
  /// "version": 1}`.
  fileprivate var list: JSONValue {
    let items = scripts.map { script in
      let lines = addedLines[script].map { ["addedLines": JSONValue.integer($0)] }
      return (script.string, JSONValue.sorted(lines ?? [:]))
    }
    let scripts = JSONValue.sorted(Dictionary(items) { first, _ in first })
    return .sorted(["version": .integer(1), "scripts": scripts])
  }

  /// Reads what `maps.json` contains.
  fileprivate mutating func read(_ bytes: [UInt8], file: String) throws {
    var fields = try JSONFields(JSONReader.read(bytes, file: file), "the list")
    _ = try fields.integer("version", from: 1, to: 1)
    for member in try fields.object("scripts") {
      let path = try BundlePath(member.key)
      var script = try JSONFields(member.node, "a script")
      let lines = try script.optionalInteger("addedLines", from: 0, to: Int64(Int32.max))
      scripts.insert(path)
      addedLines[path] = lines.map { Int($0) }
    }
  }
}

extension SourceMapFolder.Reading {
  /// First bytes in a script that Hermes has compiled.
  private static let bytecodeMark: [UInt8] = [0xC6, 0x1F, 0xBC, 0x03, 0xC1, 0x03, 0x19, 0x1F]

  /// Returns this reading, or a finding if the map has a position outside the script.
  ///
  /// Positions in bytecode are unknown, so they are not checked.
  fileprivate func checked(in script: [UInt8], _ path: BundlePath) -> Self {
    guard case .map(let scriptMap) = self, !script.starts(with: Self.bytecodeMark) else {
      return self
    }
    do throws(SourceMap.Problem) {
      _ = try scriptMap.map.sizes(in: script, skippingLines: scriptMap.skippedLines)
      return self
    } catch {
      return .unusable(SourceMapFolder.invalid(path, "\(error)"))
    }
  }
}
