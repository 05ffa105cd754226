import ErosBundle
public import ErosConfig
public import ErosCore
import ErosFiles
import ErosPack
public import ErosRegistry
public import ErosVersions
import SystemPackage

/// A check of a project: its bundles, pages, versions and native apps, and its changes since a
/// base.
///
/// All findings are reported. An unreadable file is an error of the check, so a check that succeeds
/// has read everything.
public struct ProjectCheck: Sendable {
  /// The base of a comparison.
  public struct Base: Sendable {
    /// The git reference or the path as given.
    public let name: String
    /// The full hash of the commit, or `nil` for files.
    public let commit: String?
    /// The versions in the base, by platform.
    public let versions: [Platform: String]
  }

  /// The suggested versions.
  public struct Suggestion: Sendable {
    /// The lowest valid version of each platform.
    public let versions: [Platform: String]
    /// The level of the changes of the native side.
    public let level: ChangeLevel
  }

  /// The base, or `nil` if the project was not compared with a base.
  public let base: Base?
  /// The checked project.
  public let project: Project

  /// The project's configuration.
  public let config: NativeConfig

  /// The version locations of the project.
  let versions: ProjectVersions

  /// The description of the native side.
  let parsed: ParsedRegistry

  /// The recorded releases.
  ///
  /// Releases in the base's record replace the project's releases.
  let releases: RegistryRecord

  /// The number of files in a bundle of the source.
  public internal(set) var fileCount = 0

  /// The findings, sorted by file, position and code.
  public internal(set) var findings: [Finding] = []

  /// The parts of the check that were skipped because the project lacks them.
  public internal(set) var notes: [String] = []

  /// The suggested versions, or `nil` if the versions are valid.
  public internal(set) var suggestion: Suggestion?

  /// Whether no finding is an error.
  public var isOK: Bool { !findings.hasErrors }

  /// The exit status of the command.
  ///
  /// It is 65 if a part of the project could not be checked, and 1 for other errors.
  public var status: ExitStatus {
    if isOK { return .success }
    let isIncomplete = findings.errors.contains { finding in
      CheckFindingCode(rawValue: finding.code)?.isIncompleteCheck == true
    }
    return isIncomplete ? .badData : .checkFailed
  }

  /// Checks the project of `versions`; `registry` describes its native side.
  ///
  /// - Parameters:
  ///   - versions: The project with its version locations.
  ///   - registry: The project's registry.
  ///   - source: The folder of the built pages, or `nil` for the project's pages.
  ///   - request: The base to compare with.
  ///   - threads: The number of threads that read files.
  ///   - now: The current time in milliseconds since 1970, or `nil` to accept all build times.
  /// - Throws: `ErosError` for a missing base, and for a file that cannot be read.
  public init(
    _ versions: ProjectVersions, _ registry: ParsedRegistry, source: String? = nil,
    against request: CheckBaseRequest, threads: Int, now: Int64? = nil
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
    try checkManifests(content, base, now: now)
    try checkShipped()
    try checkRaise(content, base)
    try checkSurfaces(base)
    checkPages(content)
    try checkAssets(content)
    findings.sort(by: Finding.isOrdered)
  }

  /// Checks only the versions of a project.
  ///
  /// This check needs no pages.
  package init(onlyVersions versions: ProjectVersions, _ registry: ParsedRegistry) throws {
    try self.init(versions, registry, nil)
    findings.sort(by: Finding.isOrdered)
  }

  /// Checks the versions.
  private init(
    _ versions: ProjectVersions, _ registry: ParsedRegistry, _ base: CheckBase?
  ) throws {
    self.versions = versions
    project = versions.project
    config = versions.config
    parsed = registry
    releases = try Self.releases(project, parsed, base)
    self.base = base.map { Base(name: $0.name, commit: $0.commit, versions: $0.versions) }
    checkVersions(base)
    checkNativeVersions()
    checkGeneratedVersions()
  }

  private static func content(_ source: String, threads: Int) throws -> SourceContent {
    do {
      return try SourceContent(source, threads: threads)
    } catch let error as FileError where error.path == source {
      throw CheckError.noSource(source, error.reason.description)
    } catch let error as BundleSourceError where error.isEmptyFolder {
      throw CheckError.noSource(source, "the folder is empty")
    }
  }

  /// Removes the findings that match `rules` or the configuration's `check.disable`.
  ///
  /// Adds a note about each rule for a path that no finding matches, except for the codes in
  /// `unchecked`.
  public mutating func omit(_ rules: [FindingFilter.Rule] = [], unchecked: Set<String> = []) {
    let filter = FindingFilter(rules + configuredRules(), in: project.folder)
    notes += filter.unused(for: findings).filter { !unchecked.contains($0.code) }.map {
      "the disabled finding '\($0.description.escapedForDisplay)' does not occur; remove the rule"
    }
    findings.removeAll(where: filter.omits)
  }

  /// Returns the valid rules of the configuration, and adds a note about each invalid rule.
  private mutating func configuredRules() -> [FindingFilter.Rule] {
    config.disabledFindings.compactMap { text in
      if let rule = FindingFilter.Rule(text), CheckFindingCode(rawValue: rule.code) != nil {
        return rule
      }
      notes.append(
        "'\(NativeConfig.disabledFindingsKey)' in '\(project.configPath.escapedForDisplay)': "
          + "'\(text.escapedForDisplay)' does not start with a finding code, so it has no effect")
      return nil
    }
  }

  /// Adds findings of another check.
  mutating func add(_ others: [Finding]) {
    findings = (findings + others).sorted(by: Finding.isOrdered)
  }
}
