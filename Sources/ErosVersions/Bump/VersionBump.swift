public import ErosCore
import ErosFiles
public import ErosRegistry

/// New versions for every place of a project, worked out but not yet written.
public struct VersionBump: Sendable {
  /// What becomes of one place.
  public struct Change: Sendable {
    /// Where the version stands.
    public let place: VersionPlace
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

  /// The files that change, with their old and their new bytes.
  private let files: [(path: String, old: [UInt8], new: [UInt8])]

  /// The paths of the files that change.
  public var paths: [String] { files.map(\.path) }

  /// Works out what changes; a step goes from the highest version that a place of the app has.
  ///
  /// - Throws: ``VersionBumpError`` when a place of the platforms has no version to start from, or one
  ///   that cannot be written; nothing is half done then.
  public init(_ project: VersionedProject, to step: VersionStep, on platforms: [Platform]) throws {
    var versions: [Platform: String] = [:]
    var lowered: [Platform] = []
    for platform in platforms {
      let places = project.places(on: platform)
      if let place = places.first(where: { $0.edit == nil }) {
        throw VersionBumpError.notWritable(place)
      }
      let highest = places.compactMap { place in
        place.version.map { (version: $0, text: place.text ?? "") }
      }.max { $0.version < $1.version }
      guard let version = Self.version(step, after: highest?.text) else {
        throw VersionBumpError.nothingToStartFrom(
          platform, place: project.configPlace(on: platform))
      }
      if let highest, let new = NativeVersion(version), new < highest.version {
        lowered.append(platform)
      }
      versions[platform] = version
    }
    self.versions = versions
    self.lowered = lowered
    changes = project.places.compactMap { place in
      versions[place.platform].map { Change(place: place, from: place.text ?? "", to: $0) }
    }
    files = try Self.files(changes.filter(\.isChange))
  }

  private static func version(_ step: VersionStep, after text: String?) -> String? {
    if case .exactly(let version) = step { return version }
    return text.flatMap { step.next(after: $0) }
  }

  /// Writes all files, or none.
  ///
  /// A kill in the middle may leave some files with the new and some with the old version; the same
  /// bump to that exact version finishes it.
  ///
  /// - Throws: `FileError`, also when a file is not what was read any more; every file is then as
  ///   it was.
  public func write() throws {
    var set = FileSet()
    for file in files { try set.replace(file.path, file.old, with: file.new) }
    try set.commit()
  }

  // MARK: Edits

  private static func files(
    _ changes: [Change]
  ) throws -> [(path: String, old: [UInt8], new: [UInt8])] {
    var paths: [String] = []
    for change in changes where !paths.contains(change.place.file) {
      paths.append(change.place.file)
    }
    return try paths.map { path in
      let old = try readWholeFile(path, limit: ProjectFiles.sizeLimit)
      return (path, old, try edited(old, path, changes.filter { $0.place.file == path }))
    }
  }

  private static func edited(
    _ bytes: [UInt8], _ path: String, _ changes: [Change]
  ) throws -> [UInt8] {
    var bytes = bytes
    var ranges: [(range: Range<Int>, change: Change)] = []
    for change in changes {
      switch change.place.edit {
      case .bytes(let range):
        // Several places may take their version from one text.
        if !ranges.contains(where: { $0.range == range && $0.change.to == change.to }) {
          ranges.append((range, change))
        }
      case .binaryKey(let key):
        do throws(VersionFileFailure) {
          bytes = try BinaryPropertyList(bytes).replacing(key, with: change.to)
        } catch {
          throw error.error(in: bytes, file: path)
        }
      case nil: throw VersionBumpError.notWritable(change.place)
      }
    }
    // From the end, so that what is before keeps its place.
    for (range, change) in ranges.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      guard range.upperBound <= bytes.count,
        String(decoding: bytes[range], as: UTF8.self).trimmed == change.from
          || Self.isEscaped(change.place)
      else { throw VersionBumpError.changedMeanwhile(path) }
      bytes.replaceSubrange(range, with: change.to.utf8)
    }
    return bytes
  }

  /// Whether the text of a place may be written with escapes, so that it looks otherwise there.
  private static func isEscaped(_ place: VersionPlace) -> Bool {
    [.config, .infoPlist, .xcodeProject].contains(place.kind)
  }
}

/// Why versions cannot be raised.
@nonexhaustive
public enum VersionBumpError: ErosError {
  /// There is nothing that could be changed at a place.
  case notWritable(VersionPlace)
  /// No place of an app has a version.
  case nothingToStartFrom(Platform, place: VersionPlace?)
  /// A file is not what it was when the places were found.
  case changedMeanwhile(String)

  public var problem: String {
    switch self {
    case .notWritable(let place):
      "\(place.location): '\(place.key.escapedForDisplay)' cannot be changed: \(place.reason)"
    case .nothingToStartFrom(let platform, let place):
      "\(place.map { $0.location + ": " } ?? "")no place says which version "
        + "the \(platform.name) app has"
    case .changedMeanwhile(let path):
      "'\(path.escapedForDisplay)' changed while its version was being raised"
    }
  }

  public var remedy: String? {
    switch self {
    case .notWritable(let place): place.remedy
    case .nothingToStartFrom: "name the new version itself, such as `eros bump 1.0.0`"
    case .changedMeanwhile: "run the command again when nobody else writes the file"
    }
  }

  public var exitStatus: ExitStatus {
    switch self {
    case .notWritable, .nothingToStartFrom: .badData
    case .changedMeanwhile: .busy
    }
  }
}

extension VersionPlace {
  /// The file, with the line where there is one.
  var location: String {
    ([file.escapedForDisplay] + [position.map { "\($0)" }].compactMap(\.self))
      .joined(separator: ":")
  }

  /// Why there is no version, or nothing to change.
  var reason: String {
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

extension Platform {
  /// As people write it.
  var name: String { self == .ios ? "iOS" : "Android" }
}
