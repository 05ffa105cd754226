import ArgumentParser
import ErosBundle
import ErosCommandLine
import ErosConfig
import ErosCore
import ErosCrypto
import ErosFiles
import ErosLegacyPatch
import ErosOpenSSL
import ErosPack
import ErosRegistry
import ErosRehearsal
import ErosSources
import ErosVersions

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Check the machine and the project",
    discussion: """
      Shows the versions of the tool, its libraries and 'eros-rehearse', the versions in native projects, and all \
      findings about the configuration, generated files and bundles:

        $ eros doctor
        $ eros doctor --json > doctor.json

      Changes nothing. Exits with 1 if there are errors, not for warnings alone. Without a project, \
      checks only the machine.
      """)

  @OptionGroup var project: ProjectOptions

  @OptionGroup var pages: PagesOptions

  @OptionGroup var options: FindingOptions

  func run() throws {
    let machine = Machine()
    let project = try findProject()
    let diagnosis = project.map {
      ProjectDiagnosis(
        $0, source: pages.source, threads: Parallel.processorCount,
        now: Timestamp.now().milliseconds
      ) { $0.findings() }
    }
    let outcome = outcome(of: machine, diagnosis)
    try outcome.finish(
      DiagnosedProject(
        ok: outcome.status == .success, machine: machine,
        locations: (diagnosis?.nativeLocations ?? []).map(VersionLocationReport.init),
        config: project?.configPath),
      as: options)
  }

  private func findProject() throws -> Project? {
    do {
      return try project.find(options.output)
    } catch ProjectError.notFound where project.config == nil {
      return nil
    }
  }

  private static let projectCodes: [any FindingCode] =
    ConfigFindingCode.allCases + RegistryRule.allCases + OutputFindingCode.allCases
    + CheckFindingCode.allCases

  private func outcome(of machine: Machine, _ diagnosis: ProjectDiagnosis?) -> CheckOutcome {
    var outcome = CheckOutcome(
      "eros doctor", codes: DoctorFindingCode.allCases + Self.projectCodes)
    if let diagnosis {
      let findings = machine.findings + diagnosis.findings
      outcome.add(findings.errors + findings.filter { $0.severity != .error })
      outcome.unchecked = RegistryRule.unchecked(below: .warning)
      for (code, reason) in diagnosis.unchecked { outcome.unchecked[code.rawValue] = reason }
    } else {
      outcome.add(
        machine.findings + [Finding(DoctorFindingCode.noProject, "no project found")])
      outcome.unchecked = Set(Self.projectCodes.map { $0.rawValue })
        .subtracting(DoctorFindingCode.allCases.names).unchecked("no project was found")
    }
    return outcome
  }
}

private struct DiagnosedProject: FindingDetails {
  let ok: Bool
  let machine: Machine
  let locations: [VersionLocationReport]
  /// The path of the configuration, or `nil` without a project.
  let config: String?

  func text(_ style: TextStyle, _ findings: [Finding]) -> String? {
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

struct Machine: Encodable {
  struct Rehearsal: Encodable {
    let version: String
    let engine: String
  }

  struct Library: Encodable {
    let name: String
    let version: String
  }

  let version = ProgramVersion.number
  let system = ProcessInfo.processInfo.operatingSystemVersionString
  let processors = Parallel.processorCount
  let libraries =
    (LinkedLibrary.ofPacking + LinkedLibrary.ofBundles + LinkedLibrary.ofOpenSSL
    + LinkedLibrary.ofDiffs + [LinkedLibrary.ofLegacyPatches])
    .map { Library(name: $0.name, version: $0.version) }

  /// The version of git, or `nil` if it is not installed.
  var git = (try? GitRepository.toolName())?.replacing("git version ", with: "")

  /// The program that runs pages, or `nil` if it or its engine cannot be used.
  let rehearsal: Rehearsal?
  let rehearsalError: (any ErosError)?

  private enum CodingKeys: String, CodingKey {
    case version, system, processors, libraries, git, rehearsal
  }

  init() {
    let (version, error) = Self.rehearsal(
      searchPath: EnvironmentVariable.text("PATH"))
    rehearsal = version
    rehearsalError = error
  }

  private static func rehearsal(searchPath: String?) -> (Rehearsal?, (any ErosError)?) {
    do {
      let version = try RehearsalProgram.find(searchPath: searchPath).version()
      return (Rehearsal(version: version.program, engine: version.engine), nil)
    } catch {
      return (nil, error as? any ErosError)
    }
  }
}

extension Machine {
  /// Programs and libraries that some commands need, but that the machine lacks.
  fileprivate var findings: [Finding] {
    let ofGit =
      git == nil
      ? [
        Finding(
          DoctorFindingCode.gitMissing, "`git` was not found; `eros check --base` requires it")
      ] : []
    return ofGit + [rehearsalFinding].compactMap(\.self)
  }

  private var rehearsalFinding: Finding? {
    if let rehearsalError {
      return Finding(
        DoctorFindingCode.rehearsalUnavailable,
        "\(rehearsalError.problem); `eros rehearse` and `eros check --rehearse` require it",
        remedy: rehearsalError.remedy)
    }
    guard let installed = rehearsal?.version, installed != version else { return nil }
    return Finding(
      DoctorFindingCode.rehearsalUnavailable,
      "'eros-rehearse' has the version \(installed.escapedForDisplay), not \(version)")
  }
}
