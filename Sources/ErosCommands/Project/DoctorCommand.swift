import ArgumentParser
import ErosBundle
import ErosCheck
import ErosConfig
import ErosCore
import ErosCrypto
import ErosDelta
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

struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Look over the machine and the project, and say what to do",
    discussion: """
      Shows what the tool runs with, the native projects that it finds, everything that is wrong with \
      the configuration, and generated files and bundles that are not what they would be now:

        $ eros doctor
        $ eros doctor --json > doctor.json

      Nothing is changed. Ends with 1 when something is wrong; warnings alone do not count. Without \
      a project, only the machine is looked at.
      """)

  @OptionGroup var project: ProjectOptions

  @OptionGroup var pages: PagesOptions

  @OptionGroup var output: OutputOptions

  func run() throws {
    var report = DoctorReport(machine: Machine())
    do {
      report.look(at: try project.find(), source: pages.source)
    } catch ProjectError.notFound where project.config == nil {
      report.findings.append(.noProject)
    }
    try report.print(as: output)
    guard report.ok else { throw ExitCode(ErosCore.ExitStatus.checkFailed.rawValue) }
  }
}

/// What the tool runs on and with.
struct Machine: Encodable {
  struct Library: Encodable {
    let name: String
    let version: String
  }

  let version = ErosCommand.configuration.version
  let system = ProcessInfo.processInfo.operatingSystemVersionString
  let processors = ProcessInfo.processInfo.activeProcessorCount
  let libraries =
    (LinkedLibrary.ofBundles + LinkedLibrary.ofCrypto + LinkedLibrary.ofPatches)
    .map { Library(name: $0.name, version: $0.version) }

  /// What git calls itself; `nil` when there is none.
  @OrNull var git = try? GitRepository.toolName()
}
