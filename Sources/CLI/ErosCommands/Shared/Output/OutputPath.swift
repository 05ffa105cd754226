import ArgumentParser
import ErosConfig
import ErosCore
import ErosFiles
import ErosTrust
import SystemPackage

/// A path for a command's result.
///
/// An empty path, as in a script with an unset variable, is an error. So is `-`: many tools would
/// write to standard output, but here it would be a file name.
struct OutputPath: ExpressibleByArgument {
  let string: String

  init?(argument: String) {
    guard !argument.isEmpty, argument != "-" else { return nil }
    string = argument
  }

  /// Throws an error if writing `outputs` would replace one of the files `inputs`.
  ///
  /// Compares the files, not their names, so a symlink, a hard link and a different spelling count
  /// too. Call this before the command does its work. Inputs are needed only if an output exists,
  /// and missing inputs are ignored here.
  static func check(
    _ outputs: [String], areNot inputs: @autoclosure () throws -> [String?]
  ) throws {
    let present = outputs.compactMap { path in
      (try? FileStatus(of: path)).map { (path, $0.identity) }
    }
    guard !present.isEmpty else { return }
    let read = try Set(inputs().compactMap(\.self).compactMap { try? FileStatus(of: $0).identity })
    for (path, identity) in present where read.contains(identity) {
      throw CommandError.outputIsInput(output: path)
    }
  }

  /// Throws an error if one of `outputs` would be read as the configuration of the project from now
  /// on.
  ///
  /// The configuration can be in the folder `config`, and a file next to this folder would precede
  /// it.
  static func check(_ outputs: [String], doNotHideConfigOf project: Project) throws {
    guard Project.configPaths.contains(project.configPathInProject) else { return }
    let places = try Project.configPaths.map {
      try resolvedPath(allowingMissing: project.path($0))
    }
    for output in outputs where try places.contains(resolvedPath(allowingMissing: output)) {
      throw CommandError.outputHidesConfig(output: output, config: project.configPath)
    }
  }

  /// Returns a folder's files whose names end with one of `suffixes`, for ``check(_:areNot:)``.
  static func files(in folder: String?, suffixes: [String] = [""]) throws -> [String] {
    guard let folder, try FileStatus.ifExists(folder)?.kind == .folder else { return [] }
    return try FolderWalk(folder, followsSymlinks: true).entries.map(\.relativePath)
      .filter { path in suffixes.contains { path.ends(with: $0) } }
      .map { joinedPath(folder, $0) }
  }

  static func check(isNotStore folder: String) throws {
    guard try FileStatus.ifExists(joinedPath(folder, StoreLayout.timestamp.text)) == nil else {
      throw CommandError.outputIsStore(folder)
    }
  }

  static func check(_ folder: String, isOutside source: String) throws {
    guard let source = try? resolvedPath(source) else { return }
    guard try !resolvedPath(allowingMissing: folder).starts(with: source) else {
      throw CommandError.outputInsideSource(output: folder, source: source.string)
    }
  }
}
