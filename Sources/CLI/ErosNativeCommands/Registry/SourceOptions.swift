import ArgumentParser
import ErosCommandSupport
import ErosCore
import ErosGenerator
import ErosRegistry
import ErosSources

/// The options of `eros generate` that select sources.
struct SourceOptions: ParsableArguments {
  @Option(
    help: "Compare with the native sources below a folder; can be repeated.",
    completion: .directory)
  var sources: [String] = []

  @Option(
    name: .customLong("js"),
    help: "Compare with the JavaScript below a folder; can be repeated.",
    completion: .directory)
  var scripts: [String] = []

  @Flag(help: "Report exported methods that are not declared as errors.")
  var exhaustive = false

  @Flag(
    help: """
      Print the description with the registrations in the sources added; with --output, write it \
      to that folder as eros.native.json.
      """)
  var adopt = false

  @Flag(
    help: """
      With --adopt, print a patch that removes the registrations that the generated code makes, and \
      calls the generated code.
      """)
  var patch = false

  @Flag(help: "Print what the JavaScript uses, and the lowest version of the app that offers it.")
  var requires = false

  /// Whether the JavaScript is compared with native sources.
  var comparesJavaScript: Bool { !sources.isEmpty && !scripts.isEmpty }

  func validate() throws {
    if exhaustive || adopt, sources.isEmpty {
      throw ValidationError(
        "\(adopt ? "--adopt" : "--exhaustive") requires `--sources DIR`")
    }
    if requires, scripts.isEmpty {
      throw ValidationError("--requires needs `--js DIR`")
    }
    if patch, !adopt { throw ValidationError("--patch requires --adopt") }
    if adopt, requires { throw ValidationError("--adopt and --requires cannot be combined") }
  }

  /// Compares the description with the sources, or, without a description, the JavaScript with the native
  /// sources.
  func drift(of description: ParsedRegistry?) throws -> SourceDrift {
    var drift = SourceDrift()
    let native = sources.isEmpty ? nil : try NativeSources(folders: sources)
    let registry = try description ?? .undescribed(native ?? NativeSources())
    if let found = native {
      drift.findings += registry.drift(from: found)
      drift.skipped += found.skippedFolders
      for platform in Platform.allCases {
        drift.fileCounts[platform.rawValue] = found.fileCount(of: platform)
      }
    }
    if !scripts.isEmpty {
      let uses = try JSUses(folders: scripts)
      drift.findings += registry.drift(from: uses, sources: native)
      drift.skipped += uses.skippedFolders
      drift.fileCounts["js"] = uses.fileCount
    }
    return drift
  }
}

/// The result of a comparison with sources.
struct SourceDrift {
  var findings: [Finding] = []
  /// The number of read files by platform, and of JavaScript as `js`.
  var fileCounts: [String: Int] = [:]
  /// The folders that were not read.
  var skipped: [SkippedFolder] = []
}
