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
    abstract: "Check the machine and the project",
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

/// The machine and its tools.
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

  /// The version of git, or `nil` if it is not installed.
  @OrNull var git = try? GitRepository.toolName()
}
