import ErosBundle
public import ErosConfig
public import ErosCore
import ErosFiles
public import ErosRegistry
public import ErosVersions
import SystemPackage

/// Compares a project's bundle, source, versions and native apps with each other and with a base.
///
/// Everything that is found is reported. What cannot be looked at at all is thrown, so that a check
/// never says yes about something that it has not seen.
public struct ProjectCheck: Sendable {
  /// What was compared with.
  public struct Base: Sendable {
    /// The reference, or the path.
    public let name: String
    /// The commit that was compared with, in full; `nil` for files.
    public let commit: String?
    /// The versions that the base names, by platform.
    public let versions: [Platform: String]
  }

  /// The versions that would do.
  public struct Suggestion: Sendable {
    /// The lowest version of each platform that would do.
    public let versions: [Platform: String]
    /// How much the native side has changed, which the versions must promise.
    public let level: ChangeLevel
  }

  /// What the project was compared with; `nil` where nothing was asked for.
  public let base: Base?
  /// The project that was checked.
  public let project: Project

  /// The project's configuration.
  public let config: NativeConfig

  /// The version locations of the project.
  let versions: ProjectVersions

  /// The description of the native side.
  let reading: ParsedRegistry

  /// What was released, as the base recorded it where it did.
  let releases: RegistryRecord

  /// How many files a bundle of the source would have.
  public internal(set) var fileCount = 0

  /// Sorted by file, place and code.
  public internal(set) var findings: [CheckFinding] = []

  /// What was not there to be looked at, without being wrong by itself.
  public internal(set) var notes: [String] = []

  /// What to raise the versions to, or `nil` when they may stay.
  public internal(set) var suggestion: Suggestion?

  /// Whether no error was found.
  public var isOK: Bool { !findings.contains { $0.severity == .error } }

  /// The exit status of the command: 65 when something could not be looked at, 1 for other errors.
  public var status: ExitStatus {
    if isOK { return .success }
    let isUnknown = findings.contains { $0.code.meansUnknown && $0.severity == .error }
    return isUnknown ? .badData : .checkFailed
  }

  /// Checks the project of `versions`, whose native side `registry` describes.
  ///
  /// - Parameters:
  ///   - versions: The project with its version locations.
  ///   - registry: The project's registry.
  ///   - source: The folder of the built pages, or `nil` for the project's own.
  ///   - request: The base to compare with.
  ///   - threads: The number of threads that read files.
  /// - Throws: `ErosError` for a missing base, and for a file that cannot be read.
  public init(
    _ versions: ProjectVersions, _ registry: ParsedRegistry, source: String? = nil,
    against request: CheckBaseRequest, threads: Int
  ) throws {
    let source = source ?? versions.project.pagesFolder
    let base = try CheckBaseReader(
      project: versions.project, config: versions.config, source: source,
      registry: registry.registry
    ).read(request)
    try self.init(versions, registry, base)
    let content = try Self.content(source, threads: threads)
    fileCount = content.digests.files.count
    checkAppName(base)
    try checkManifests(content, base)
    try checkShipped()
    try checkRaise(content, base)
    checkPages(content)
    try checkAssets(content)
    sort()
  }

  /// Checks only the versions of a project, which needs no pages.
  package init(onlyVersions versions: ProjectVersions, _ registry: ParsedRegistry) throws {
    try self.init(versions, registry, nil)
    sort()
  }

  /// Checks the versions.
  private init(
    _ versions: ProjectVersions, _ registry: ParsedRegistry, _ base: CheckBase?
  ) throws {
    self.versions = versions
    project = versions.project
    config = versions.config
    reading = registry
    releases = try Self.releases(project, reading, base)
    self.base = base.map { Base(name: $0.name, commit: $0.commit, versions: $0.versions) }
    checkVersions(base)
    checkNativeVersions()
  }

  private static func content(_ source: String, threads: Int) throws -> SourceContent {
    do {
      return try SourceContent(source, threads: threads)
    } catch let error as FileError where error.path == source {
      throw CheckError.noSource(source, error.reason.description)
    } catch let error as BundleSourceError where error.isEmptyFolder {
      throw CheckError.noSource(source, "there is no file in it")
    }
  }

  /// Leaves out the findings of `codes`, which somebody has decided to live with.
  public mutating func leaveOut(_ codes: Set<CheckCode>) {
    findings.removeAll { codes.contains($0.code) }
  }

  /// Takes up what another check has found, such as one of the calls that pages make.
  public mutating func take(_ others: [CheckFinding]) {
    findings += others
    sort()
  }

  private mutating func sort() {
    findings.sort { left, right in
      let (leftFile, rightFile) = (left.file ?? "", right.file ?? "")
      if leftFile != rightFile { return inByteOrder(leftFile, rightFile) }
      let (leftPlace, rightPlace) = (left.position ?? .start, right.position ?? .start)
      if leftPlace != rightPlace { return leftPlace < rightPlace }
      return inByteOrder(
        left.code.rawValue + left.message, right.code.rawValue + right.message)
    }
  }
}
