import ArgumentParser
import ErosCommandSupport
import ErosConfig
import ErosFiles

/// The native sources that a command reads.
struct NativeSourceOptions: ParsableArguments {
  @Argument(
    help: "The folders of native sources (default: 'platforms' in the project's folder).",
    completion: .directory)
  var folders: [String] = []

  // `eros generate` and `eros migrate` have an option of this name, so it is also accepted.
  @Option(name: .customLong("sources"), help: .hidden)
  var named: [String] = []

  /// Returns the given folders, or else the default folder if it exists.
  func folders(of project: Project?) throws -> [String] {
    let given = named + folders
    guard given.isEmpty else { return given }
    let folder = defaultFolder(of: project)
    return try FileStatus.ifExists(folder) == nil ? [] : [folder]
  }

  /// Returns the folder that is read if none is given.
  func defaultFolder(of project: Project?) -> String {
    project?.nativeFolder ?? NativeConfig.platformsFolder
  }
}
