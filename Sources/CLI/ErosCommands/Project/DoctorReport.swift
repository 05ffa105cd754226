import ErosCommandLine
import ErosConfig
import ErosCore
import ErosFiles
import ErosRegistry
import ErosRehearsal
import ErosVersions

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

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

struct DoctorReport: FindingReport {
  static let command = "eros doctor"
  static let codes: [any FindingCode] =
    DoctorFindingCode.allCases + ConfigFindingCode.allCases + RegistryRule.allCases
    + OutputFindingCode.allCases + CheckFindingCode.allCases

  let machine: Machine
  /// The path of the configuration, or `nil` without a project.
  @OrNull private(set) var config: String?
  /// The app's platforms, or all if the description is unknown.
  private var platforms = Platform.allCases
  private(set) var locations: [VersionLocationReport] = []
  private(set) var findings: [Finding] = []
  private var unchecked: [String: String] = [:]

  var uncheckedCodes: [String: String] {
    guard config == nil else { return unchecked }
    return Set(Self.codes.map { $0.rawValue }).subtracting(DoctorFindingCode.allCases.names)
      .unchecked("no project was found")
  }

  var ok: Bool { !findings.hasErrors }

  private enum CodingKeys: String, CodingKey {
    case ok, machine, config, locations, findings
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

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(ok, forKey: .ok)
    try container.encode(machine, forKey: .machine)
    try container.encode(_config, forKey: .config)
    try container.encode(locations, forKey: .locations)
    try container.encode(findings, forKey: .findings)
  }

  func text(_ style: TextStyle) -> String {
    var table = TextTable()
    table.add("eros", machine.version)
    table.add("system", "\(machine.system), \(Readable.count(machine.processors, "processor"))")
    for library in machine.libraries { table.add(library.name, library.version) }
    table.add("git", machine.git?.escapedForDisplay ?? "–")
    let rehearsal = machine.rehearsal.map { "\($0.version), \($0.engine)".escapedForDisplay }
    table.add(RehearsalProgram.name, rehearsal ?? "–")
    if let config { table.add("project", config.escapedForDisplay) }
    for location in locations {
      table.add(
        location.platform == Platform.ios.rawValue ? "iOS" : "Android",
        "\(location.location), \(location.key): \(location.version ?? "–")".escapedForDisplay)
    }
    let verdict =
      ok ? style.success("ok") : style.failure(Readable.count(findings.errors.count, "error"))
    return ([table.text] + findings.lines(style) + [verdict]).joined(separator: "\n")
  }
}

extension DoctorReport {
  private mutating func add(_ code: DoctorFindingCode, file: String? = nil, _ message: Message) {
    findings.append(Finding(code, file: file, message))
  }

  mutating func addMissingProject() { add(.noProject, "no project found") }

  /// Checks a project.
  ///
  /// If a check fails, its error becomes a finding and the next check still runs.
  mutating func check(_ project: Project, source: String?) {
    config = project.configPath
    attempt { report in
      let config = try project.config
      let disabled = FindingFilter(
        config.disabledFindings.compactMap { FindingFilter.Rule($0) }, in: project.folder)
      report.findings += config.findings().filter { !disabled.omits($0) }
      let registry = try ParsedRegistry.read(project)
      report.attempt { try $0.checkGenerated(project, registry) }
      let versions = try ProjectVersions(project)
      report.add(versions)
      let pages = project.pagesFolder
      let hasPages = source != nil || (try? FileStatus(of: pages)) != nil
      if !hasPages {
        report.add(.pagesNotBuilt, file: pages, "the folder of built pages does not exist")
      }
      let isChecked =
        hasPages
        && report.attempt { report in
          var check = try ProjectCheck(
            versions, registry, source: source, against: .none,
            threads: Parallel.processorCount,
            now: Timestamp(Date()).milliseconds)
          check.omit()
          report.add(check)
        }
      // The versions can be checked without pages.
      if !isChecked {
        var check = try ProjectCheck(onlyVersions: versions, registry)
        check.omit()
        report.add(check)
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
    let comparison = try OutputFolder(project.folder).compare(
      try generator.files(), manifest: registry.manifestPath)
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
