import ErosCore
import ErosFiles
import ErosRegistry
import ErosSyntax
import SystemPackage

/// The files of a project's native side that can hold versions, each read at most once.
final class ProjectFiles {
  /// Far above any real file of these kinds.
  static let sizeLimit = 16 << 20

  /// What is built or fetched, and what holds only resources.
  private static let skippedFolders: Set<String> = [
    "Pods", "Carthage", "build", "DerivedData", "node_modules", ".git", ".gradle", ".idea", ".cxx",
    "assets", "res",
  ]
  private static let skippedEndings = [
    ".framework", ".xcframework", ".bundle", ".xcassets", ".lproj", ".app",
  ]

  /// The folder of the native projects.
  let root: String

  /// Paths below ``root``, sorted.
  let paths: [String]

  private var contents: [String: [UInt8]] = [:]

  /// Looks for files below `root`; there are none when there is no such folder.
  ///
  /// - Throws: ``ErosCore/ErosError`` when something below cannot be looked at, so that nothing which
  ///   is there counts as absent.
  init(_ root: String) throws {
    self.root = root
    guard let status = try FileStatus.ifExists(root) else {
      paths = []
      return
    }
    guard status.kind == .folder else { throw FileError(.list, root, .notDirectory) }
    var walk = NativeWalk(root, skips: Self.isSkipped)
    try walk.run()
    paths = walk.paths.sorted()
  }

  @Sendable
  private static func isSkipped(_ path: String, _ kind: FileStatus.Kind) -> Bool {
    let name = path.lastPathComponent
    guard kind == .folder else { return !isWanted(name, path) }
    return skippedFolders.contains(name) || skippedEndings.contains { name.hasSuffix($0) }
  }

  private static func isWanted(_ name: String, _ path: String) -> Bool {
    let endings = [
      ".plist", ".pbxproj", ".xcconfig", ".gradle", ".gradle.kts", "gradle.properties",
      ".versions.toml",
    ]
    if endings.contains(where: { name.hasSuffix($0) }) { return true }
    return path.contains("buildSrc/")
      && [".kt", ".java", ".groovy"].contains { name.hasSuffix($0) }
  }

  /// The whole path of one of ``paths``.
  func place(_ path: String) -> String { root + "/" + path }

  func read(_ path: String) throws(FileError) -> [UInt8] {
    if let known = contents[path] { return known }
    let bytes = try readWholeFile(place(path), limit: Self.sizeLimit)
    contents[path] = bytes
    return bytes
  }

  /// What a file below ``root`` holds, also one that is not in ``paths``; `nil` when it is not there.
  func readIfThere(_ path: String) throws(FileError) -> [UInt8]? {
    try FileStatus.ifExists(place(path)) == nil ? nil : read(path)
  }

  /// What `path` means in a folder below ``root``, without dots, or `nil` when it leads out of it.
  func joined(_ folder: String, _ path: String) -> String? {
    guard !path.hasPrefix("/"), !path.hasPrefix("<") else { return nil }
    var parts: [Substring] = []
    for part in (folder + "/" + path).split(separator: "/") where part != "." {
      if part != ".." {
        parts.append(part)
      } else if parts.popLast() == nil {
        return nil
      }
    }
    return parts.joined(separator: "/")
  }

  /// What was read of the files at `places`, whose paths are whole.
  func contents(at places: [VersionLocation]) throws -> [String: [UInt8]] {
    try Set(places.map(\.file)).reduce(into: [:]) { found, file in
      found[file] = try read(String(file.utf8.dropFirst(root.utf8.count + 1)) ?? "")
    }
  }

  /// The places with their lines and columns, in one walk over each file.
  func located(_ places: [VersionLocation]) throws -> [VersionLocation] {
    var places = places
    let known = places.indices.filter { places[$0].offset != nil }
    for (file, indices) in Dictionary(grouping: known, by: { places[$0].file }) {
      let bytes = try contents(at: [places[indices[0]]])[file] ?? []
      let offsets = indices.map { places[$0].offset ?? 0 }
      let positions = TextPosition.positions(ofBytes: offsets, in: bytes)
      for (index, position) in zip(indices, positions) { places[index].position = position }
    }
    return places
  }

  // MARK: The app that the bundle goes to

  /// Those of `candidates` whose folder `wanted` lies in, else those that lie in `wanted`.
  ///
  /// An app's own project is around the folder that its bundle goes to; others are demos and tests.
  static func around(
    _ wanted: String?, _ candidates: [String], folder: (String) -> String
  ) -> [String] {
    guard let wanted else { return candidates }
    let holding = candidates.filter {
      let folder = folder($0)
      return folder.isEmpty || (wanted + "/").hasPrefix(folder + "/")
    }
    return holding.isEmpty
      ? candidates.filter { (folder($0) + "/").hasPrefix(wanted + "/") } : holding
  }

  /// A place that says that none of the apps, of which `other` is one, is around `wanted`.
  func nowhere(
    near wanted: String, _ platform: Platform, _ kind: VersionLocation.Kind, _ other: String,
    key: String
  ) -> VersionLocation {
    VersionLocation(
      platform, kind, file: place(other), key: key,
      .computed(
        "the bundle goes to '\(place(wanted).escapedForDisplay)' ('zipFolder'), and no app's project "
          + "is there; this one is another's"))
  }
}
