package import ErosConfig
package import ErosCore
import ErosFiles
import ErosRegistry

/// All findings about a project that need no base: about its configuration, its description, its
/// generated files, its versions and its pages.
///
/// ```swift
/// let diagnosis = ProjectDiagnosis(project, threads: 4, now: now)
/// for finding in diagnosis.findings { print(finding) }
/// ```
///
/// If a check fails, its error becomes a finding and the next check still runs.
package struct ProjectDiagnosis: Sendable {
  /// The findings, starting with the errors.
  package private(set) var findings: [Finding] = []
  /// Codes that were not checked, with the reason.
  package private(set) var unchecked: [CheckFindingCode: String] = [:]
  /// The locations of versions in native projects.
  package private(set) var nativeLocations: [VersionLocation] = []
  /// The app's platforms, or all if the description is unknown.
  private var platforms = Platform.allCases

  /// Checks a project.
  ///
  /// - Parameters:
  ///   - project: The project.
  ///   - source: The folder with the built pages. By default, the project's own.
  ///   - threads: How many threads read files.
  ///   - now: The current time in milliseconds since 1970.
  ///   - validate: Finds errors in the configuration.
  package init(
    _ project: Project, source: String? = nil, threads: Int, now: Int64,
    validating validate: (NativeConfig) -> [Finding] = { $0.validate() }
  ) {
    attempt { diagnosis in
      let config = try project.config
      let disabled = FindingFilter(
        config.disabledFindings.compactMap { FindingFilter.Rule($0) }, in: project.folder)
      diagnosis.findings += validate(config).filter { !disabled.omits($0) }
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
        && diagnosis.attempt {
          $0.add(
            try ProjectCheck(
              versions, registry, source: source, against: .none, threads: threads, now: now))
        }
      // The versions can be checked without pages.
      if !isChecked { diagnosis.add(try ProjectCheck(onlyVersions: versions, registry)) }
    }
    removeDuplicates()
  }

  /// Adds a check's findings.
  ///
  /// Those about generated files are left out, because these are compared completely elsewhere.
  private mutating func add(_ check: ProjectCheck) {
    var check = check
    check.omit()
    findings += check.findings.filter { !$0.has(CheckFindingCode.generatedStale) }
    unchecked.merge(check.unchecked) { $1 }
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

  private mutating func add(_ code: DoctorFindingCode, file: String, _ message: Message) {
    findings.append(Finding(code, file: file, message))
  }

  private mutating func add(_ versions: ProjectVersions) {
    nativeLocations = versions.locations.filter(\.kind.isNative)
    let missing = platforms.filter(versions.platforms.contains)
    for platform in missing where !nativeLocations.contains(where: { $0.platform == platform }) {
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
