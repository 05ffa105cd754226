import ErosConfig
public import ErosCore
import ErosFiles
import ErosSyntax
import SystemPackage

/// New versions for every place in a project that states one.
///
/// ```swift
/// let versions = try ProjectVersions(Project.find())
/// let bump = try VersionBump(versions, to: .minor, on: versions.platforms)
/// for change in bump.changes where change.isChange {
///   print("\(change.location.file): \(change.from) -> \(change.to)")
/// }
/// try bump.write()
/// ```
///
/// Creating the value only computes them. ``write()`` changes the files.
public struct VersionBump: Sendable {
  /// The change in one place.
  public struct Change: Sendable {
    /// The location of the version.
    public let location: VersionLocation
    /// The text before the bump.
    public let from: String
    /// The text after the bump.
    public let to: String

    /// `true` if the text changes at all.
    public var isChange: Bool { from != to }
  }

  /// The changes, ordered like the project's locations.
  public let changes: [Change]

  /// Each app's new version.
  public let versions: [Platform: String]

  /// Platforms whose new version is lower than a version that they have now.
  public let lowered: [Platform]

  /// The current versions of platforms whose native files disagree, lowest first.
  public let differing: [Platform: [String]]

  /// The changing files, with their old and new bytes.
  private let files: [(path: String, old: [UInt8], new: [UInt8])]
  private let root: String
  private let step: VersionStep
  /// The interrupted bump that this bump completes.
  private let unfinished: UnfinishedBump?

  /// The paths of all files that change.
  public var paths: [String] { files.map(\.path) }

  /// Computes the changes.
  ///
  /// A step starts from the app's highest version, or completes an interrupted bump of the same
  /// step. If you do not pass a `scheme`, the form of the version decides.
  ///
  /// - Throws: ``VersionBumpError`` if a location cannot be written, if an app has no version to
  ///   start from, or if a different bump was interrupted.
  public init(
    _ projectVersions: ProjectVersions, to step: VersionStep, on platforms: [Platform],
    scheme: VersionScheme? = nil
  ) throws {
    var versions: [Platform: String] = [:]
    var lowered: [Platform] = []
    var differing: [Platform: [String]] = [:]
    unfinished = try UnfinishedBump.read(below: projectVersions.project.folder)
    for platform in platforms {
      let locations = projectVersions.locations(on: platform)
      let highest = try Self.start(of: locations, on: platform)
      guard
        let version = try unfinished?.version(on: platform, step, platforms)
          ?? Self.version(step, after: highest?.numbers, scheme)
      else {
        throw VersionBumpError.nothingToStartFrom(
          platform, location: projectVersions.configLocation(on: platform))
      }
      if let highest, let new = NativeVersion(version), new < highest.version {
        lowered.append(platform)
      }
      let native = locations.filter(\.kind.isNative)
      // A step keeps each location's suffix.
      let numbers = native.compactMap { $0.versionText.flatMap { NativeVersion($0.numbers) } }
      let nativeVersions = Set(numbers).sorted()
      if unfinished == nil, nativeVersions.count > 1 {
        differing[platform] = nativeVersions.map(\.description)
      }
      versions[platform] = version
    }
    root = projectVersions.project.folder
    self.step = step
    self.versions = versions
    self.lowered = lowered
    self.differing = differing
    changes = projectVersions.locations.compactMap { location in
      versions[location.platform].map {
        Change(
          location: location, from: location.text ?? "",
          to: $0 + Self.keptSuffix(of: location, step))
      }
    }
    files = try Self.files(changes.filter(\.isChange), projectVersions.contents)
  }

  /// Returns the highest version, as its first location writes it.
  ///
  /// - Throws: ``VersionBumpError`` if `locations` is empty or contains a location that cannot be
  ///   written.
  private static func start(
    of locations: [VersionLocation], on platform: Platform
  ) throws -> VersionText? {
    guard !locations.isEmpty else {
      throw VersionBumpError.nothingToStartFrom(platform, location: nil)
    }
    if let location = locations.first(where: { $0.edit == nil }) {
      throw VersionBumpError.notWritable(location)
    }
    return locations.filter { $0.kind != .generated }.compactMap(\.versionText)
      .reduce(nil) { highest, other in
        highest.map { $0.version < other.version ? other : $0 } ?? other
      }
  }

  private static func version(
    _ step: VersionStep, after text: String?, _ scheme: VersionScheme?
  ) -> String? {
    if case .exactly(let version) = step { return version }
    return text.flatMap { step.next(after: $0, scheme) }
  }

  /// Returns the suffix that a step keeps, such as `-beta` in `1.2.0-beta`.
  ///
  /// An exact version replaces the suffix.
  private static func keptSuffix(of location: VersionLocation, _ step: VersionStep) -> String {
    if case .exactly = step { return "" }
    return location.versionText?.suffix ?? ""
  }

  /// Writes all files, or none.
  ///
  /// If the process is killed meanwhile, some files may have the new version and some the old one.
  /// A record of the bump remains, so running the same bump again completes it.
  ///
  /// - Throws: `FileError` if a file cannot be replaced, or has changed since it was read. All
  ///   files are then unchanged.
  public func write() throws {
    guard !files.isEmpty || unfinished != nil else { return }
    // Keeps a second bump from replacing or deleting this bump's record.
    let lock = try UnfinishedBump.lock(below: root)
    defer { withExtendedLifetime(lock) {} }
    guard try UnfinishedBump.read(below: root) == unfinished else {
      throw FileError(.lock, root, .wouldBlock)
    }
    let record = UnfinishedBump(
      step: step.text, versions: versions,
      files: Set(paths + (unfinished?.files ?? [])).sorted())
    // Otherwise Ctrl-C would leave an unfinished bump.
    try Interruption.delayed {
      try record.write(below: root)
      do {
        var set = FileSet()
        for file in files { try set.replace(file.path, file.old, with: file.new) }
        try set.commit()
      } catch {
        // If reverting failed, a file still has its new version.
        let isReverted = files.allSatisfy { file in
          (try? readWholeFile(file.path)).map { $0 != file.new } ?? false
        }
        if unfinished == nil, isReverted { try? record.finish(below: root) }
        throw error
      }
      try record.finish(below: root)
    }
  }

  // MARK: Edits

  private static func files(
    _ changes: [Change], _ contents: [String: [UInt8]]
  ) throws -> [(path: String, old: [UInt8], new: [UInt8])] {
    let changesByPath = Dictionary(grouping: changes, by: \.location.file)
    var paths: Set<String> = []
    let ordered = changes.map(\.location.file).filter { paths.insert($0).inserted }
    return try ordered.map { path in
      // The bytes at the time of the lookup. `FileSet` checks that the file still has them.
      let old = contents[path] ?? []
      return (path, old, try edited(old, changesByPath[path] ?? []))
    }
  }

  private static func edited(_ bytes: [UInt8], _ changes: [Change]) throws -> [UInt8] {
    var edits: [Range<Int>: String] = [:]
    for change in changes {
      guard let edit = change.location.edit else {
        throw VersionBumpError.notWritable(change.location)
      }
      let ranges = edit.ranges
      let text = edit.written(change.to)
      // Several locations may share one definition, even across apps.
      if let otherText = edits[ranges[0]] {
        guard otherText == text else {
          throw VersionBumpError.shared(change.location, [otherText, text].sorted())
        }
        continue
      }
      edits[ranges[0]] = text
      for range in ranges.dropFirst() { edits[range] = "" }
    }
    var result: [UInt8] = []
    var start = 0
    for (range, text) in edits.sorted(by: { $0.key.lowerBound < $1.key.lowerBound }) {
      result += bytes[min(start, range.lowerBound)..<range.lowerBound] + Array(text.utf8)
      start = max(start, range.upperBound)
    }
    return result + bytes[start...]
  }
}

/// A reason why new versions cannot be computed.
@nonexhaustive
public enum VersionBumpError: ErosError {
  /// A location cannot be written.
  case notWritable(VersionLocation)
  /// An app has no version, or an invalid one.
  case nothingToStartFrom(Platform, location: VersionLocation?)
  /// Both apps share a location, but would get different versions.
  case shared(VersionLocation, [String])
  /// An interrupted bump must be completed first.
  case unfinished(step: String, [Platform: String])

  public var problem: Message {
    switch self {
    case .notWritable(let location):
      "\(location.fileAndPosition): \("'\(location.key.escapedForDisplay)' cannot be changed: \(location.reason)")"
    case .nothingToStartFrom(let platform, let location):
      if let location, let text = location.text {
        "\(location.fileAndPosition): \(NativeVersion.problem(of: text, at: location.key))"
      } else {
        location.map { "\($0.fileAndPosition): \(Self.noVersion(of: platform))" }
          ?? Self.noVersion(of: platform)
      }
    case .shared(let location, let versions):
      "\(location.fileAndPosition): \("'\(location.key.escapedForDisplay)' is the version of both apps, which would get \(versions.map { Message(verbatim: $0.escapedForDisplay) }.joined(separator: " and "))")"
    case .unfinished(_, let versions):
      "an earlier bump was interrupted: \(versions.sorted { $0.key < $1.key }.map { "\($0.key.displayName) to \($0.value)" as Message }.joined(separator: ", "))"
    }
  }

  public var remedy: Message? {
    switch self {
    case .notWritable(let location): location.remedy
    case .nothingToStartFrom(let platform, nil):
      "add 'version.\(platform.manifestKey)' to the configuration, or choose the other platform with `--platform`"
    case .nothingToStartFrom(let platform, let location?):
      "pass an exact version, such as `eros bump \(VersionStep.version(in: location.text ?? "") ?? "1.0.0") --platform \(platform.rawValue)`"
    case .shared(_, let versions):
      "pass one version for both, such as `eros bump \(Self.highest(versions).escapedForDisplay)`"
    case .unfinished(let step, let versions):
      versions.count == 1
        ? "complete it with `eros bump \(step.escapedForDisplay) --platform \(versions.keys.first?.rawValue ?? "")`"
        : "complete it with `eros bump \(step.escapedForDisplay)`"
    }
  }

  private static func noVersion(of platform: Platform) -> Message {
    "no version of the \(platform.displayName) app found"
  }

  /// Returns the highest version, so that no app gets a lower one.
  private static func highest(_ versions: [String]) -> String {
    let nativeVersions = versions.compactMap { NativeVersion($0) }
    return nativeVersions.max()?.description ?? versions.last ?? "1.0.0"
  }

  public var exitStatus: ExitStatus {
    switch self {
    case .notWritable, .nothingToStartFrom, .shared: .badData
    case .unfinished: .busy
    }
  }
}

extension VersionLocation {
  var fileAndPosition: String {
    file.escapedForDisplay + (position.map { ":\($0)" } ?? "")
  }

  /// Explains why the location has no version or cannot be written.
  package var reason: Message {
    switch content {
    case .text:
      kind == .config
        ? "the file is the encrypted copy that apps ship"
        : "this file format cannot be edited"
    case .missing: "the version is missing"
    case .computed(let reason): reason
    case .binary: SyntaxErrorKind.binary.clause
    }
  }

  var remedy: Message {
    switch content {
    case .text: "pass the source configuration with `--config`"
    case .missing: "add it once, such as 1.0.0"
    case .computed:
      "write the version as a literal, or exclude the platform with `--platform`"
    case .binary: "convert it to XML: `plutil -convert xml1 \(file.shellQuoted)`"
    }
  }
}
