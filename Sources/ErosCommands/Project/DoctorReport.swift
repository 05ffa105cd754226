import ErosCheck
import ErosConfig
import ErosCore
import ErosFiles
import ErosGenerator
import ErosRegistry
import ErosSources
import ErosVersions

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What `eros doctor` found.
struct DoctorReport: Report {
  struct Finding: Encodable {
    let severity: Severity
    /// The code of the check that found it; `nil` where only this command looks.
    @OrNull var code: String?
    @OrNull var file: String?
    @OrNull var line: Int?
    @OrNull var column: Int?
    let message: String
    @OrNull var remedy: String?
  }

  enum Severity: String, Encodable {
    case error, warning, note
  }

  let machine: Machine
  /// The configuration; `nil` without a project.
  @OrNull private(set) var config: String?
  /// The systems that the app is made for, as far as its description tells.
  private var platforms = Platform.allCases
  /// Where the native projects say which version they have.
  private(set) var places: [VersionPlaceReport] = []
  var findings: [Finding] = []

  var ok: Bool { !findings.contains { $0.severity == .error } }

  private enum CodingKeys: String, CodingKey {
    case ok, machine, config, places, findings
  }

  init(machine: Machine) {
    self.machine = machine
    if machine.git == nil {
      findings.append(
        Finding(
          severity: .warning, message: "there is no `git`, which `eros check --base` needs",
          remedy: "install git, or compare with `eros check --against`"))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(ok, forKey: .ok)
    try container.encode(machine, forKey: .machine)
    try container.encode(_config, forKey: .config)
    try container.encode(places, forKey: .places)
    try container.encode(findings, forKey: .findings)
  }

  func text(_ style: TextStyle) -> String {
    var table = TextTable()
    table.add("eros", machine.version)
    table.add("system", "\(machine.system), \(Readable.count(machine.processors, "processor"))")
    for library in machine.libraries { table.add(library.name, library.version) }
    table.add("git", machine.git?.escapedForDisplay ?? "–")
    if let config { table.add("project", config.escapedForDisplay) }
    for place in places {
      table.add(
        place.platform == Platform.ios.rawValue ? "iOS" : "Android",
        "\(place.location), \(place.key): \(place.version ?? "–")".escapedForDisplay)
    }
    let lines = findings.flatMap { $0.lines(style) }
    let verdict =
      ok
      ? style.good("ok")
      : style.bad(Readable.count(findings.count { $0.severity == .error }, "error"))
    return ([table.text] + lines + [verdict]).joined(separator: "\n")
  }
}

extension DoctorReport {
  /// Checks a project; an error of one check is a finding and does not end the others.
  mutating func look(at project: Project, source: String?) {
    config = project.configPath
    attempt { report in
      report.take(try project.config.validate())
      let registry = try ParsedRegistry.read(project)
      report.attempt { try $0.lookAtGenerated(project, registry) }
      let versions = try ProjectVersions(project)
      report.take(versions)
      let isChecked = report.attempt { report in
        let check = try ProjectCheck(
          versions, registry, source: source, against: .none,
          threads: ProcessInfo.processInfo.activeProcessorCount)
        report.findings += check.findings.map(Finding.init)
      }
      // The versions can be checked without pages.
      if !isChecked {
        let check = try ProjectCheck(onlyVersions: versions, registry)
        report.findings += check.findings.map(Finding.init)
      }
    }
    keepOneForEachPlace()
  }

  /// Several checks look at the versions; the first error at a place says enough.
  private mutating func keepOneForEachPlace() {
    var known: Set<[String]> = []
    let placed = findings.sorted { $0.severity == .error && $1.severity != .error }
    findings = placed.filter { finding in
      guard let file = finding.file, let line = finding.line, let column = finding.column else {
        return true
      }
      return known.insert([file, String(line), String(column)]).inserted
    }
  }

  /// Does one part and says whether it came to its end; an error does not hide what others find.
  @discardableResult
  private mutating func attempt(_ look: (inout Self) throws -> Void) -> Bool {
    do {
      try look(&self)
      return true
    } catch {
      findings.append(Finding(error))
      return false
    }
  }

  private mutating func take(_ found: [ConfigFinding]) {
    findings += found.map { finding in
      Finding(
        severity: finding.severity == .error ? .error : .warning, code: finding.code.rawValue,
        file: finding.file, line: finding.line, column: finding.column, message: finding.message,
        remedy: finding.remedy)
    }
  }

  /// Reports the findings of the registry, and generated files that are not up to date.
  private mutating func lookAtGenerated(_ project: Project, _ parsed: ParsedRegistry) throws {
    let policy = FindingPolicy()
    let problems = parsed.findings.filter { $0.severity != .note }
    findings += problems.compactMap { GenerateReport.Problem($0, policy) }.map(Finding.init)
    let isDeclared = !parsed.findings.contains { $0.rule == .nothingDeclared }
    guard isDeclared, parsed.isUsable, let registry = parsed.registry else { return }
    platforms = registry.platforms
    let generator = try RegistryGenerator(parsed, source: project.configPathInProject)
    let comparison = try OutputFolder(project.folder).compare(
      try generator.files(), manifest: registry.manifestPath)
    let states =
      comparison.missing.map { ($0.path, "is not there, but would be generated") }
      + comparison.different.map { ($0.file.path, "is not what would be generated now") }
      + comparison.orphans.map { ($0, "was generated and is not any more") }
    let isFound = Project.configPaths.contains(project.configPathInProject)
    let option = isFound ? "" : " --config " + project.configPath.shellQuoted
    findings += states.map { path, state in
      Finding(
        severity: .error, code: "generatedStale", file: project.path(path),
        message: "it \(state)", remedy: "run `eros generate\(option)`")
    }
  }

  private mutating func take(_ versions: ProjectVersions) {
    let native = versions.places.filter { $0.kind != .config }
    places = native.map(VersionPlaceReport.init)
    for platform in platforms where !native.contains(where: { $0.platform == platform }) {
      let folder = versions.project.nativeFolder + "/" + platform.rawValue
      findings.append(
        Finding(
          severity: .note, file: folder,
          message: "no native project is here whose version could be compared",
          remedy: "put it there, so that `eros check` and `eros bump` see its version"))
    }
  }
}

extension DoctorReport.Finding {
  static var noProject: Self {
    Self(
      severity: .note, message: "no project found",
      remedy: "start one with `eros init DIR`, or name its configuration with `--config`")
  }

  fileprivate init(_ error: any Error) {
    if let placed = error as? any PositionedError {
      self.init(
        severity: .error, file: placed.file, line: placed.position.line,
        column: placed.position.column, message: placed.clause, remedy: placed.remedy)
    } else {
      let reason = error as? any ErosError
      self.init(severity: .error, message: reason?.problem ?? "\(error)", remedy: reason?.remedy)
    }
  }

  fileprivate init(_ finding: CheckFinding) {
    self.init(
      severity: finding.severity == .error ? .error : .warning, code: finding.code.rawValue,
      file: finding.file, line: finding.position?.line, column: finding.position?.column,
      message: finding.message, remedy: finding.remedy)
  }

  fileprivate init(_ problem: GenerateReport.Problem) {
    self.init(
      severity: problem.severity == Finding.Severity.error.rawValue ? .error : .warning,
      code: problem.code, file: problem.file, line: problem.line, column: problem.column,
      message: problem.message, remedy: problem.remedy)
  }

  /// As text: what was found, and what to do.
  fileprivate func lines(_ style: TextStyle) -> [String] {
    let place = [file, line.map(String.init), column.map(String.init)].compactMap(\.self)
      .joined(separator: ":").escapedForDisplay
    let word =
      switch severity {
      case .error: style.bad("error")
      case .warning: style.odd("warning")
      case .note: style.dim("note")
      }
    let mark = code.map { " " + style.dim("[\($0)]") } ?? ""
    return [
      (place.isEmpty ? "" : place + ": ") + "\(word): \(message.escapedLinesForDisplay)\(mark)",
      remedy.map { "  hint: \($0.escapedLinesForDisplay)" },
    ].compactMap(\.self)
  }
}
