public import ErosConfig
public import ErosCore
public import ErosFiles
import ErosPack
public import ErosRegistry
public import ErosSources

/// The result of checking a project: its bundles, pages, versions and native apps, and what changed
/// since a base.
///
/// ```swift
/// let project = try Project.find()
/// let check = try ProjectCheck(
///   ProjectVersions(project), ParsedRegistry.read(project),
///   against: .git(reference: "origin/main"), threads: 4)
/// for finding in check.findings { print(finding) }
/// ```
///
/// All problems are reported, not only the first. A file that cannot be read makes the check fail,
/// so a check that succeeds has read everything.
public struct ProjectCheck: Sendable {
  /// The base that the project was compared with.
  public struct Base: Sendable {
    /// The git reference or path as given.
    public let name: String
    /// The commit's full hash, or `nil` for files.
    public let commit: String?
    /// The base's versions.
    public let versions: [Platform: String]
  }

  /// Versions that fit the changes.
  public struct Suggestion: Sendable {
    /// The lowest valid version of each platform.
    public let versions: [Platform: String]
    /// The level of the native side's changes.
    public let level: ChangeLevel
  }

  /// The base, or `nil` if there was nothing to compare with.
  public let base: Base?
  private let baseBudget: SizeBudget
  private let input: CheckInput

  /// The folder with the built pages.
  ///
  /// `nil` if only the versions were checked.
  private var pages: String?

  /// The checked project.
  public var project: Project { input.project }

  /// The project's configuration.
  public var config: NativeConfig { input.config }

  /// The number of files in a bundle of the source.
  public private(set) var fileCount = 0

  /// The findings, sorted by file, position and code.
  public private(set) var findings: [Finding] = []

  /// Parts of the check that were skipped because the project lacks something.
  public private(set) var notes: [Message] = []

  /// Codes that were not checked, with the reason.
  public private(set) var unchecked: [CheckFindingCode: String] = [:]

  /// Versions to use instead, or `nil` if the versions are valid.
  public private(set) var suggestion: Suggestion?

  /// `true` if there are no errors.
  public var isOK: Bool { !findings.hasErrors }

  /// The command's exit status.
  ///
  /// It is 65 if part of the project could not be checked, and 1 if there are only ordinary errors.
  public var status: ExitStatus {
    if isOK { return .success }
    let isIncomplete = findings.errors.contains { finding in
      CheckFindingCode(rawValue: finding.code)?.isIncompleteCheck == true
    }
    return isIncomplete ? .badData : .checkFailed
  }

  /// Checks a project whose native side is described by `registry`.
  ///
  /// - Parameters:
  ///   - versions: The project with its version locations.
  ///   - registry: The project's registry.
  ///   - source: The folder with the built pages. By default, the project's own.
  ///   - request: What to compare with.
  ///   - threads: How many threads read files.
  ///   - now: The current time in milliseconds since 1970, or `nil` to accept all build times.
  /// - Throws: `ErosError` if the base is missing, or if a file cannot be read.
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
      // This is the change that adds the configuration.
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
    if let base {
      add(try BaseCheck(input: input, base: base, content: content).run())
      add(try WgtCheck(project: input.project, base: base, content: content).run())
    }
    addUncheckedBase(base, request)
    add(try PageCheck(input: input, content: content).run())
  }

  /// Checks only the versions of a project, even if there are no pages.
  package init(onlyVersions versions: ProjectVersions, _ registry: ParsedRegistry) throws {
    try self.init(versions, registry, nil)
  }

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

  /// Compares what JavaScript uses with what the bundle's lowest app versions offer.
  ///
  /// A released version offers what its record says, and any other version offers what the registry
  /// describes. Uses after a presence check are skipped. So are undescribed tags, because these may
  /// be JavaScript components. Each name is reported once, where it is first used.
  public mutating func compare(with uses: JSUses) {
    add(ScriptCheck(input: input, uses: uses).run())
  }

  /// Checks a bundle of the pages against a budget.
  ///
  /// Adds a note if the limit of the content delta is not checked.
  ///
  /// - Parameters:
  ///   - budget: The maximum sizes.
  ///   - bundle: The bundle, as `eros pack` would write it.
  ///   - source: The folder that was packed, for findings.
  ///   - base: The old bundle for the content delta, or `nil` if there is none.
  ///   - deltaSize: Measures the content delta from the first bundle to the second, or returns
  ///     `nil` if they are too large.
  /// - Returns: The parts that were checked.
  /// - Throws: `FileError` if a bundle cannot be read. Rethrows what `deltaSize` throws.
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

  /// Adds a note for each limit that the base has and `budget` lacks.
  public mutating func compare(with budget: SizeBudget) {
    for part in SizeBudget.Part.allCases {
      guard let base, let limit = baseBudget[part], budget[part] == nil else { continue }
      notes.append(
        "'\(base.name.escapedForDisplay)' limits '\(part.rawValue)' to \(limit.readableSize), "
          + "but the project has no such limit, so the size is not checked")
    }
  }

  /// Adds a note that something was skipped.
  public mutating func note(_ text: Message) { notes.append(text) }

  /// Adds findings from another check of the project.
  public mutating func add(_ findings: [Finding]) { add(CheckResult(findings: findings)) }

  /// Adds findings about the configuration, except where there already is one.
  ///
  /// Versions and pages are checked elsewhere as well. An error is added even where there is a
  /// warning.
  public mutating func addConfiguration(_ findings: [Finding]) {
    // A malformed path is reported once, and not also as a missing page.
    self.findings.removeAll { missing in
      missing.has(CheckFindingCode.pageMissing)
        && findings.contains {
          $0.has(ConfigFindingCode.pagePathMalformed) && $0.file == missing.file
            && $0.position == missing.position
        }
    }
    let earlierFindings = self.findings
    add(
      findings.filter { finding in
        guard finding.position != nil else { return true }
        return !earlierFindings.contains {
          $0.file == finding.file && $0.position == finding.position
            && ($0.severity == .error || finding.severity != .error)
        }
      })
  }

  /// Removes the findings that match `rules` or the configuration's `check.disable`.
  ///
  /// If a rule names a path and nothing matches, a note says so, unless its code is in `unchecked`.
  /// `otherCodes` are codes that other checks of the project may report.
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

  /// Returns the configuration's rules, and adds a note for each invalid one.
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

  /// Records the codes that would need another base.
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
