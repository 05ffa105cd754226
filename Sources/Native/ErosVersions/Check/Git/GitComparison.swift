import ErosCore
import ErosCrypto
import ErosFiles
import ErosPack

/// Compares the built pages with a commit.
///
/// `git diff` runs programs that the repository names: filters, and `git status` in submodules. So
/// git only reads objects, and the files are hashed here.
struct GitComparison {
  /// A file in the base and in the working tree.
  private struct Pair {
    /// Relative to the repository.
    let path: String
    let entry: GitRepository.Entry
    /// The path on disk.
    let location: String
  }

  let base: GitBase
  let content: SourceContent

  /// Compares the pages with `folder` in the base.
  func run(with folder: GitBase.Location) throws -> PageComparison {
    var paths: Set<String> = []
    let result = try compare("", with: folder, paths: &paths)
    let isNew = content.source.files.contains { !paths.contains($0.path.string) }
    return isNew ? .changed : result
  }

  /// Compares the pages below `prefix`, and collects the base's paths in `paths`.
  private func compare(
    _ prefix: String, with folder: GitBase.Location, paths: inout Set<String>
  ) throws -> PageComparison {
    var pairs: [Pair] = []
    var result = PageComparison.same
    for (name, entry) in try folder.repository.entries(below: folder.path, at: folder.commit) {
      let path = prefix + name
      let location = content.source.root + "/" + path
      if entry.isSubmodule {
        // A submodule that is not checked out has no files here.
        guard let inner = try base.location(location), inner.path.isEmpty else { continue }
        let inside = try compare(path + "/", with: inner, paths: &paths)
        if inside == .changed { return .changed }
        if inside != .same { result = inside }
        continue
      }
      paths.insert(path)
      guard content.has(path) else {
        // Counts deleted files, but not files that packing omits.
        if BundleSource.isLeftOut(path) { continue }
        return .changed
      }
      let raw = try GitBlobName.of(ReadableFile(location), like: entry.object)
      if raw == entry.object { continue }
      let top = folder.path.isEmpty ? "" : folder.path + "/"
      pairs.append(Pair(path: top + name, entry: entry, location: location))
    }
    let converted = try compare(pairs, in: folder.repository)
    return converted == .same ? result : converted
  }

  /// Compares files whose bytes differ from the base, by the bytes that git would store.
  private func compare(_ pairs: [Pair], in repository: GitRepository) throws -> PageComparison {
    guard !pairs.isEmpty else { return .same }
    let attributes = try repository.attributes(
      GitConversion.attributes, of: pairs.map(\.path))
    let guesses = try repository.convertsLineEnds()
    let filters = try repository.filters()
    var result = PageComparison.same
    for pair in pairs.sorted(by: { inByteOrder($0.path, $1.path) }) {
      let conversion = GitConversion(attributes[pair.path] ?? [:], guesses: guesses)
      if conversion.filter == LFSPointer.filter {
        guard try isSame(pair, in: repository) else { return .changed }
      } else if let filter = conversion.filter, filters.contains(filter) {
        result = .notComparable(file: pair.location, conversion: "filter=\(filter)")
      } else if let encoding = conversion.encoding {
        result = .notComparable(
          file: pair.location, conversion: "working-tree-encoding=\(encoding)")
      } else {
        let stored = conversion.stored(try readWholeFile(pair.location, limit: .max))
        guard try GitBlobName.of(stored, like: pair.entry.object) == pair.entry.object else {
          return .changed
        }
      }
    }
    return result
  }

  /// Returns `true` if the base holds a pointer of Git LFS to this file.
  private func isSame(_ pair: Pair, in repository: GitRepository) throws -> Bool {
    let file = try ReadableFile(pair.location)
    guard pair.entry.isFile, let pointer = LFSPointer(try repository.contents(of: pair.entry)),
      pointer.size == file.status.size
    else { return false }
    var hasher = try SHA256Hasher()
    try file.forEachChunk { try hasher.update($0.span) }
    return try hasher.finish() == pointer.digest
  }
}

extension GitRepository {
  /// Returns `true` if git converts line ends even in files without attributes.
  fileprivate func convertsLineEnds() throws -> Bool {
    let values = ["true", "yes", "on", "1", "input"]
    return try setting("core.autocrlf").map { values.contains($0.lowercased()) } ?? false
  }

  /// Returns the filters that run a program.
  fileprivate func filters() throws -> Set<String> {
    let prefix = "filter."
    return Set(
      try settings(like: #"^filter\..*\.(clean|process)$"#).compactMap { name in
        let end = name.utf8.lastIndex(of: UInt8(ascii: ".")) ?? name.endIndex
        return String(name[..<end].utf8.dropFirst(prefix.utf8.count))
      })
  }
}
