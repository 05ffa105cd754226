import ErosConfig
public import ErosCore
import ErosFiles
import ErosRegistry
import ErosSyntax
import SystemPackage

/// New versions for every place of a project, worked out but not yet written.
public struct VersionBump: Sendable {
  /// What becomes of one place.
  public struct Change: Sendable {
    /// Where the version stands.
    public let place: VersionLocation
    /// The text that is there now.
    public let from: String
    /// The text that will be there.
    public let to: String

    /// Whether the place needs to be written.
    public var isChange: Bool { from != to }
  }

  /// In the order of the project's places.
  public let changes: [Change]

  /// The version that each app gets.
  public let versions: [Platform: String]

  /// The apps whose new version is below one that a place has.
  public let lowered: [Platform]

  /// The versions, ascending, of each platform whose apps' files have several and get one.
  public let differing: [Platform: [String]]

  /// The files that change, with their old and their new bytes.
  private let files: [(path: String, old: [UInt8], new: [UInt8])]
  private let root: String
  private let step: VersionStep
  /// An earlier bump that this one finishes.
  private let unfinished: UnfinishedBump?

  /// The paths of the files that change.
  public var paths: [String] { files.map(\.path) }

  /// Works out what changes; a step goes from the highest version that a place of the app has.
  ///
  /// After a kill, the same step goes to where it went then.
  ///
  /// - Throws: ``VersionBumpError`` when a place of the platforms has no version to start from, or one
  ///   that cannot be written, or another bump was killed; nothing is half done then.
  public init(_ found: ProjectVersions, to step: VersionStep, on platforms: [Platform]) throws {
    var versions: [Platform: String] = [:]
    var lowered: [Platform] = []
    var differing: [Platform: [String]] = [:]
    unfinished = try UnfinishedBump.read(below: found.project.folder)
    for platform in platforms {
      let places = found.places(on: platform)
      if let place = places.first(where: { $0.edit == nil }) {
        throw VersionBumpError.notWritable(place)
      }
      let highest = places.compactMap { place in
        place.version.map { (version: $0, text: place.text ?? "") }
      }.max { $0.version < $1.version }
      guard
        let version = try unfinished?.version(on: platform, step, platforms)
          ?? Self.version(step, after: highest?.text)
      else {
        throw VersionBumpError.nothingToStartFrom(
          platform, place: found.configPlace(on: platform))
      }
      if let highest, let new = NativeVersion(version), new < highest.version {
        lowered.append(platform)
      }
      let native = places.filter { $0.kind != .config }
      let found = Set(native.compactMap(\.version)).sorted()
      if unfinished == nil, found.count > 1 { differing[platform] = found.map(\.description) }
      versions[platform] = version
    }
    root = found.project.folder
    self.step = step
    self.versions = versions
    self.lowered = lowered
    self.differing = differing
    changes = found.places.compactMap { place in
      versions[place.platform].map { Change(place: place, from: place.text ?? "", to: $0) }
    }
    files = try Self.files(changes.filter(\.isChange), found.contents)
  }

  private static func version(_ step: VersionStep, after text: String?) -> String? {
    if case .exactly(let version) = step { return version }
    return text.flatMap { step.next(after: $0) }
  }

  /// Writes all files, or none.
  ///
  /// A kill in the middle may leave some files with the new and some with the old version, and a record
  /// of what was meant; the same bump finishes it then.
  ///
  /// - Throws: `FileError`, also when a file is not what its places were found in any more;
  /// every file is then as it was.
  public func write() throws {
    guard !files.isEmpty || unfinished != nil else { return }
    // Nobody else comes in between, and none of two takes the other one's record away.
    let lock = try UnfinishedBump.lock(below: root)
    defer { withExtendedLifetime(lock) {} }
    guard try UnfinishedBump.read(below: root) == unfinished else {
      throw FileError(.lock, root, .wouldBlock)
    }
    let record = UnfinishedBump(
      step: step.text, versions: versions,
      files: Set(paths + (unfinished?.files ?? [])).sorted())
    try record.write(below: root)
    do {
      var set = FileSet()
      for file in files { try set.replace(file.path, file.old, with: file.new) }
      try set.commit()
    } catch {
      // No file is new, unless changing back failed as well.
      let isUndone = files.allSatisfy { file in
        (try? readWholeFile(file.path)).map { $0 != file.new } ?? false
      }
      if unfinished == nil, isUndone { try? record.finish(below: root) }
      throw error
    }
    try record.finish(below: root)
  }

  // MARK: Edits

  private static func files(
    _ changes: [Change], _ contents: [String: [UInt8]]
  ) throws -> [(path: String, old: [UInt8], new: [UInt8])] {
    var paths: [String] = []
    for change in changes where !paths.contains(change.place.file) {
      paths.append(change.place.file)
    }
    return try paths.map { path in
      // What the places were found in; that it is still there is seen when it is replaced.
      let old = contents[path] ?? []
      return (path, old, try edited(old, path, changes.filter { $0.place.file == path }))
    }
  }

  private static func edited(
    _ bytes: [UInt8], _ path: String, _ changes: [Change]
  ) throws -> [UInt8] {
    var bytes = bytes
    var edits: [(range: Range<Int>, text: String)] = []
    for change in changes {
      switch change.place.edit {
      case .bytes(let pieces):
        // Several places may take their version from one text.
        guard let first = pieces.first, !edits.contains(where: { $0.range == first }) else {
          continue
        }
        edits.append((first, change.to))
        edits += pieces.dropFirst().map { ($0, "") }
      case .binaryKey(let key):
        do throws(SyntaxFailure) {
          bytes = try BinaryPropertyList(bytes).replacing(key, with: change.to)
        } catch {
          throw error.error(in: bytes, file: path)
        }
      case nil: throw VersionBumpError.notWritable(change.place)
      }
    }
    // From the end, so that what is before keeps its place.
    for edit in edits.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      bytes.replaceSubrange(edit.range, with: edit.text.utf8)
    }
    return bytes
  }
}

/// Why versions cannot be raised.
@nonexhaustive
public enum VersionBumpError: ErosError {
  /// There is nothing that could be changed at a place.
  case notWritable(VersionLocation)
  /// No place of an app has a version.
  case nothingToStartFrom(Platform, place: VersionLocation?)
  /// A bump to these versions was killed, and is to be finished first.
  case unfinished(step: String, [Platform: String])

  public var problem: String {
    switch self {
    case .notWritable(let place):
      "\(place.location): '\(place.key.escapedForDisplay)' cannot be changed: \(place.reason)"
    case .nothingToStartFrom(let platform, let place):
      "\(place.map { $0.location + ": " } ?? "")no place says which version "
        + "the \(platform.displayName) app has"
    case .unfinished(_, let versions):
      "an earlier bump was interrupted, to "
        + versions.sorted { $0.key < $1.key }.map { "\($0.value) of the \($0.key.displayName) app" }
        .joined(separator: " and ")
    }
  }

  public var remedy: String? {
    switch self {
    case .notWritable(let place): place.remedy
    case .nothingToStartFrom: "name the new version itself, such as `eros bump 1.0.0`"
    case .unfinished(let step, let versions):
      "finish it first with `eros bump \(step.escapedForDisplay)"
        + (versions.count == 1 ? " --platform \(versions.keys.first?.rawValue ?? "")`" : "`")
    }
  }

  public var exitStatus: ExitStatus {
    switch self {
    case .notWritable, .nothingToStartFrom: .badData
    case .unfinished: .busy
    }
  }
}

extension VersionLocation {
  /// The file, with the line where there is one.
  var location: String {
    ([file.escapedForDisplay] + [position.map { "\($0)" }].compactMap(\.self))
      .joined(separator: ":")
  }

  /// Why there is no version, or nothing to change.
  package var reason: String {
    switch content {
    case .text: kind == .config ? "the file is the encrypted copy that apps ship" : "it is not ours"
    case .missing: "it is not there"
    case .computed(let reason): reason
    }
  }

  fileprivate var remedy: String {
    switch content {
    case .text: "name the file that people edit with `--config`"
    case .missing: "write it down there once, such as 1.0.0"
    case .computed:
      "write the version there as one text, or leave the platform out with `--platform`"
    }
  }
}
