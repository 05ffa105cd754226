import ErosCommandLine
import ErosConfig
import ErosCore
import ErosFiles
import ErosRegistry
import ErosRehearsal
import ErosVersions

/// Codes that only `eros doctor` reports.
enum DoctorFindingCode: String, FindingCode {
  /// `git` is not installed.
  case gitMissing
  /// The program that runs pages cannot be used, or has a different version.
  case rehearsalUnavailable
  case noProject
  /// The app supports a platform, but its native project was not found.
  case nativeProjectMissing
  case pagesNotBuilt
  case checkFailed

  var severity: Finding.Severity {
    switch self {
    case .gitMissing: .warning
    case .rehearsalUnavailable, .noProject, .nativeProjectMissing, .pagesNotBuilt: .note
    case .checkFailed: .error
    }
  }

  var remedy: Message? {
    switch self {
    case .gitMissing: "install git, or compare with `eros check --against`"
    case .rehearsalUnavailable: "install the package 'eros-rehearse' of the same version as `eros`"
    case .noProject:
      "create one with `eros init DIR`, or pass the path of its configuration with `--config`"
    case .nativeProjectMissing:
      "put the native project into this folder, so that `eros check` and `eros bump` find its version"
    case .pagesNotBuilt: "build the pages first, or pass their folder with `--source`"
    case .checkFailed: nil
    }
  }

  var summary: String {
    switch self {
    case .gitMissing: "git is installed"
    case .rehearsalUnavailable: "pages can be run"
    case .noProject: "a project exists"
    case .nativeProjectMissing: "native projects are found"
    case .pagesNotBuilt: "the pages are built"
    case .checkFailed: "the project can be checked"
    }
  }
}

/// The checks of the machine and of a project that `eros doctor` runs.
struct ProjectDiagnosis {
  private static let codes: [any FindingCode] =
    DoctorFindingCode.allCases + ConfigFindingCode.allCases + RegistryRule.allCases
    + OutputFindingCode.allCases + CheckFindingCode.allCases

  let machine: Machine
  /// The path of the configuration, or `nil` without a project.
  private(set) var config: String?
  /// The app's platforms, or all if the description is unknown.
  private var platforms = Platform.allCases
  private(set) var locations: [VersionLocationReport] = []
  private var findings: [Finding] = []
  private var unchecked: [String: String] = [:]

  var outcome: CheckOutcome {
    var outcome = CheckOutcome("eros doctor", codes: Self.codes, unchecked: unchecked)
    outcome.add(findings)
    if config == nil {
      outcome.unchecked = Set(Self.codes.map { $0.rawValue })
        .subtracting(DoctorFindingCode.allCases.names).unchecked("no project was found")
    }
    return outcome
  }

  init(machine: Machine) {
    self.machine = machine
    if machine.git == nil {
      add(.gitMissing, "`git` was not found; `eros check --base` requires it")
    }
    addRehearsal()
  }

  /// Adds a note if pages cannot run.
  private mutating func addRehearsal() {
    if let error = machine.rehearsalError {
      findings.append(
        Finding(
          DoctorFindingCode.rehearsalUnavailable,
          "\(error.problem); `eros rehearse` and `eros check --rehearse` require it",
          remedy: error.remedy))
    } else if let version = machine.rehearsal?.version, version != machine.version {
      add(
        .rehearsalUnavailable,
        "'eros-rehearse' has the version \(version.escapedForDisplay), not \(machine.version)")
    }
  }

  private mutating func add(_ code: DoctorFindingCode, file: String? = nil, _ message: Message) {
    findings.append(Finding(code, file: file, message))
  }

  mutating func addMissingProject() { add(.noProject, "no project found") }
}

extension ProjectDiagnosis {
  /// Checks a project.
  ///
  /// If a check fails, its error becomes a finding and the next check still runs.
  mutating func check(_ project: Project, source: String?) {
    config = project.configPath
    attempt { diagnosis in
      let config = try project.config
      let disabled = FindingFilter(
        config.disabledFindings.compactMap { FindingFilter.Rule($0) }, in: project.folder)
      diagnosis.findings += config.findings().filter { !disabled.omits($0) }
      let registry = try ParsedRegistry.read(project)
      diagnosis.attempt { try $0.checkGenerated(project, registry) }
      let versions = try ProjectVersions(project)
      diagnosis.add(versions)
      let pages = project.pagesFolder
      let hasPages = source != nil || (try? FileStatus(of: pages)) != nil
      if !hasPages {
        diagnosis.add(.pagesNotBuilt, file: pages, "the folder of built pages does not exist")
      }
      let isChecked =
        hasPages
        && diagnosis.attempt { diagnosis in
          var check = try ProjectCheck(
            versions, registry, source: source, against: .none,
            threads: Parallel.processorCount,
            now: Timestamp.now().milliseconds)
          check.omit()
          diagnosis.add(check)
        }
      // The versions can be checked without pages.
      if !isChecked {
        var check = try ProjectCheck(onlyVersions: versions, registry)
        check.omit()
        diagnosis.add(check)
      }
    }
    removeDuplicates()
  }

  /// Adds a check's findings.
  ///
  /// Those about generated files are left out, because these are compared completely elsewhere.
  private mutating func add(_ check: ProjectCheck) {
    findings += check.findings.filter { !$0.has(CheckFindingCode.generatedStale) }
    for (code, reason) in check.unchecked { unchecked[code.rawValue] = reason }
  }

  /// Keeps the most severe finding at each position, because several checks read the versions.
  private mutating func removeDuplicates() {
    struct Location: Hashable {
      let file: String
      let position: TextPosition
    }
    var uniqueLocations: Set<Location> = []
    let sorted = findings.errors + findings.filter { $0.severity != .error }
    findings = sorted.filter { finding in
      guard let file = finding.file, let position = finding.position else { return true }
      return uniqueLocations.insert(Location(file: file, position: position)).inserted
    }
  }

  /// Runs a check and returns `true` if it succeeds.
  ///
  /// If it throws, reports the error as a finding.
  @discardableResult
  private mutating func attempt(_ check: (inout Self) throws -> Void) -> Bool {
    do {
      try check(&self)
      return true
    } catch {
      findings.append(Finding(error))
      return false
    }
  }

  /// Adds findings about the registry and about generated files that are not up to date.
  private mutating func checkGenerated(_ project: Project, _ parsed: ParsedRegistry) throws {
    findings += parsed.findings.filter { $0.severity != .note }
    let isDeclared = !parsed.findings.contains { $0.has(RegistryRule.nothingDeclared) }
    guard isDeclared, parsed.isUsable, let registry = parsed.registry else { return }
    platforms = registry.platforms
    let generator = try RegistryGenerator(
      parsed, source: project.configPathInProject, templates: .ofProject(project, parsed))
    let comparison = try generator.comparison(with: OutputFolder(project.folder))
    let isFound = Project.configPaths.contains(project.configPathInProject)
    let option = isFound ? "" : " --config " + project.configPath.shellQuoted
    findings += comparison.findings(remedy: "run `eros generate\(option)`", at: project.path)
  }

  private mutating func add(_ versions: ProjectVersions) {
    let native = versions.locations.filter(\.kind.isNative)
    locations = native.map(VersionLocationReport.init)
    let missing = platforms.filter(versions.platforms.contains)
    for platform in missing where !native.contains(where: { $0.platform == platform }) {
      add(
        .nativeProjectMissing, file: versions.project.nativeFolder + "/" + platform.rawValue,
        "no native project with a version found")
    }
  }
}

extension Finding {
  /// Reports that a check failed with `error`.
  fileprivate init(_ error: any Error) {
    let code = DoctorFindingCode.checkFailed
    if let error = error as? any PositionedError {
      self.init(
        code, file: error.file, at: error.position, error.clause, remedy: error.remedy)
    } else {
      let error = error as? any ErosError
      self.init(code, error?.problem ?? "unknown error", remedy: error?.remedy)
    }
  }
}
