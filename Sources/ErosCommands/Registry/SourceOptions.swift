import ArgumentParser
import ErosCore
import ErosGenerator
import ErosRegistry
import ErosSources

/// What `eros generate` compares the description with, or makes out of sources.
struct SourceOptions: ParsableArguments {
  @Option(
    help: "Compare with the native sources below a folder; may be given several times.",
    completion: .directory)
  var sources: [String] = []

  @Option(
    name: .customLong("js"),
    help: "Compare with the JavaScript below a folder; may be given several times.",
    completion: .directory)
  var scripts: [String] = []

  @Flag(help: "Take exported methods that are not declared for errors.")
  var exhaustive = false

  @Flag(
    help: """
      Print a description of what the sources register, added to the present one; with \
      --output, write it there as eros.native.json.
      """)
  var adopt = false

  @Flag(help: "Print what the JavaScript needs, and the lowest version of the app that has it.")
  var requires = false

  func validate() throws {
    if exhaustive || adopt, sources.isEmpty {
      throw ValidationError(
        "\(adopt ? "--adopt" : "--exhaustive") needs the native sources: add `--sources <folder>`")
    }
    if requires, scripts.isEmpty {
      throw ValidationError("--requires needs the JavaScript: add `--js <folder>`")
    }
    if adopt, requires { throw ValidationError("--adopt and --requires exclude each other") }
  }

  /// Scans what was named, and compares.
  func drift(of registry: ParsedRegistry) throws -> SourceDrift {
    var drift = SourceDrift()
    if !sources.isEmpty {
      let found = try NativeSources(folders: sources)
      drift.findings += registry.drift(from: found)
      for platform in Platform.allCases {
        drift.fileCounts[platform.rawValue] = found.fileCount(of: platform)
      }
    }
    if !scripts.isEmpty {
      let uses = try JSUses(folders: scripts)
      drift.findings += registry.drift(from: uses)
      drift.fileCounts["js"] = uses.fileCount
    }
    return drift
  }
}

/// What a comparison with sources found.
struct SourceDrift {
  var findings: [Finding] = []
  /// How many files were read for each platform, and of JavaScript as `js`.
  var fileCounts: [String: Int] = [:]
}
