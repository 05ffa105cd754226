public import ErosConfig
public import ErosCore
public import ErosFiles
import ErosPack
public import ErosRegistry
public import ErosSources

/// The result of checking a project: its bundles, pages, versions and native apps, and its changes since a
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
  /// The size budget of the base.
  private let baseBudget: SizeBudget
  /// The project that was checked.
  private let input: CheckInput

  /// The folder of the built pages; `nil` if only the versions were checked.
  private var pages: String?

  /// The checked project.
  public var project: Project { input.project }

  /// The project's configuration.
  public var config: NativeConfig { input.config }

  /// The number of files in a bundle of the source.
  public private(set) var fileCount = 0

  /// The findings, sorted by file, position and code.
  public private(set) var findings: [Finding] = []

  /// The parts of the check that were skipped because the project lacks them.
  public private(set) var notes: [String] = []

  /// The codes that were not checked, with the reason.
  public private(set) var unchecked: [CheckFindingCode: String] = [:]

  /// The suggested versions, or `nil` if the versions are valid.
  public private(set) var suggestion: Suggestion?

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
    pages = source
    if base == nil, case .git(let reference) = request {
      // The change that adds the configuration.
      notes.append(
        "nothing is compared with '\(reference.escapedForDisplay)', because it does not have a configuration of the app"
      )
    }
    let content = try SourceContent.ofProject(source, versions.config, threads: threads)
    guard content.hasPages || !config.referencedPages.isEmpty else {
      throw CheckError.noPages(source)
    }
    fileCount = content.digests.files.count
    add(try ManifestCheck(input: input, base: base, content: content, now: now).run())
    add(try ShippedBundleCheck(input: input).run())
    if let base { add(try BaseCheck(input: input, base: base, content: content).run()) }
    addUncheckedBase(base, request)
    add(try PageCheck(input: input, content: content).run())
  }

  /// Checks only the versions of a project.
  ///
  /// This check needs no pages.
  package init(onlyVersions versions: ProjectVersions, _ registry: ParsedRegistry) throws {
    try self.init(versions, registry, nil)
  }

  /// Checks the versions.
  private init(
    _ versions: ProjectVersions, _ registry: ParsedRegistry, _ base: CheckBase?
  ) throws {
    input = try CheckInput(versions, registry, base)
    self.base = base.map { Base(name: $0.name, commit: $0.commit, versions: $0.versions) }
    baseBudget = base?.budget ?? SizeBudget()
    let lowest = VersionCheck(input: input, base: base).run()
    suggestion = lowest.suggestion
    add(lowest.result)
    add(NativeVersionCheck(input: input).run())
  }

  /// Compares the lowest versions for the bundle with what JavaScript uses.
  ///
  /// A released version offers its recorded surface. Any other version offers the described
  /// surface. The check skips uses after a presence check, and undescribed tags, because these may
  /// be JavaScript components. Each name is reported at its first use.
  public mutating func compare(with uses: JSUses) {
    add(ScriptCheck(input: input, uses: uses).run())
  }

  /// Checks the bundle of the pages against a budget.
  ///
  /// Adds a note if the limit of the content delta is not checked.
  ///
  /// - Parameters:
  ///   - budget: The maximum sizes.
  ///   - bundle: The bundle, as `eros pack` would write it.
  ///   - source: The folder of the pages in the bundle, for findings.
  ///   - base: The base bundle for the limit of the content delta, or `nil` if the base is not a
  ///     bundle.
  ///   - deltaSize: Returns the size of the content delta from the first bundle to the second
  ///     bundle, or `nil` if they are too large.
  /// - Returns: The parts that were checked.
  /// - Throws: `FileError`, and the errors of `deltaSize`.
  public mutating func checkBudget(
    _ budget: SizeBudget, of bundle: ReadableFile, packedFrom source: String, base: ReadableFile?,
    deltaSize: (ReadableFile, ReadableFile) throws -> UInt64?
  ) throws -> Set<SizeBudget.Part> {
    let (result, checked) = try BudgetCheck(
      budget: budget, bundle: bundle, source: source, base: base
    ).run(deltaSize)
    add(result)
    return checked
  }

  /// Adds a note about each limit of the base that `budget` lacks.
  public mutating func compare(with budget: SizeBudget) {
    for part in SizeBudget.Part.allCases {
      guard let base, let limit = baseBudget[part], budget[part] == nil else { continue }
      notes.append(
        "'\(base.name.escapedForDisplay)' limits '\(part.rawValue)' to \(limit.readableSize), "
          + "but the project has no such limit, so the size is not checked")
    }
  }

  /// Adds a note about a part of the check that was skipped.
  public mutating func note(_ text: String) { notes.append(text) }

  /// Adds the findings of another check of the project.
  public mutating func add(_ findings: [Finding]) { add(CheckResult(findings: findings)) }

  /// Adds findings about the configuration, except at positions that already have a finding.
  ///
  /// The checks of versions and pages read the same values. An error is also added at the position of a
  /// warning.
  public mutating func addConfiguration(_ findings: [Finding]) {
    // The position of a malformed path has no second finding that the page is missing.
    self.findings.removeAll { missing in
      missing.has(CheckFindingCode.pageMissing)
        && findings.contains {
          $0.has(ConfigFindingCode.pagePathMalformed) && $0.file == missing.file
            && $0.position == missing.position
        }
    }
    let known = self.findings
    add(
      findings.filter { finding in
        guard finding.position != nil else { return true }
        return !known.contains {
          $0.file == finding.file && $0.position == finding.position
            && ($0.severity == .error || finding.severity != .error)
        }
      })
  }

  /// Removes the findings that match `rules` or the configuration's `check.disable`.
  ///
  /// Adds a note about each rule for a path that no finding matches, except for the codes in
  /// `unchecked`. `otherCodes` are the codes of other checks of the project.
  public mutating func omit(
    _ rules: [FindingFilter.Rule] = [], otherCodes: Set<String> = [], unchecked: Set<String> = []
  ) {
    let filter = FindingFilter(
      rules + configuredRules(otherCodes), in: project.folder, pages: pages)
    notes += filter.unused(for: findings).filter { !unchecked.contains($0.code) }.map {
      "the disabled finding '\($0.description.escapedForDisplay)' does not occur; remove the rule"
    }
    findings.removeAll(where: filter.omits)
  }

  /// Returns the valid rules of the configuration, and adds a note about each invalid rule.
  private mutating func configuredRules(_ otherCodes: Set<String>) -> [FindingFilter.Rule] {
    config.disabledFindings.compactMap { text in
      if let rule = FindingFilter.Rule(text),
        CheckFindingCode(rawValue: rule.code) != nil || otherCodes.contains(rule.code)
      {
        return rule
      }
      notes.append(
        "'\(NativeConfig.disabledFindingsKey)' in '\(project.configPath.escapedForDisplay)': "
          + "'\(text.escapedForDisplay)' does not start with a finding code, so it has no effect")
      return nil
    }
  }

  private mutating func add(_ result: CheckResult) {
    findings = (findings + result.findings).sorted(by: Finding.isOrdered).mergingPlatforms()
    notes += result.notes
    unchecked.merge(result.unchecked) { $1 }
  }

  /// Records the codes that need another base.
  private mutating func addUncheckedBase(_ base: CheckBase?, _ request: CheckBaseRequest) {
    if base == nil {
      let reason =
        if case .none = request {
          "needs --base, --against or --store"
        } else {
          "the base does not have a configuration of the app"
        }
      for code in [
        CheckFindingCode.appNameChanged, .versionRaisedForNothing, .timestampNotNewer,
      ] { unchecked[code] = reason }
    } else if base?.registry == nil, base?.surfaces == nil {
      unchecked[.versionRaisedForNothing] = "the base does not describe the native side"
    }
    if base?.surfaces == nil { unchecked[.storeBuildNeeded] = "needs --store" }
  }
}
