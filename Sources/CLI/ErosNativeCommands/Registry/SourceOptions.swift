import ArgumentParser
import ErosCommandSupport
import ErosConfig
import ErosCore
import ErosFiles
import SystemPackage

/// The native sources that a command reads.
struct NativeSourceOptions: ParsableArguments {
  @Argument(
    help: """
      The folders of native sources (default: 'generate.sources' in the configuration, or 'platforms' in the \
      project's folder).
      """,
    completion: .directory)
  var folders: [String] = []

  // `eros generate` and `eros migrate` have an option of this name, so it is also accepted.
  @Option(name: .customLong("sources"), help: .hidden)
  var named: [String] = []

  /// Returns the given folders, or else the default folders.
  func folders(of project: Project?) throws -> [String] {
    let given = named + folders
    guard given.isEmpty else { return given }
    return try project?.defaultSourceFolders ?? Self.existing(NativeConfig.platformsFolder)
  }

  /// Returns the folder that is read if none is given or configured.
  func defaultFolder(of project: Project?) -> String {
    project?.nativeFolder ?? NativeConfig.platformsFolder
  }

  fileprivate static func existing(_ folder: String) throws -> [String] {
    try FileStatus.ifExists(folder) == nil ? [] : [folder]
  }
}

extension Project {
  /// The configured folders of native sources, or else the folder of the native projects if it exists.
  var defaultSourceFolders: [String] {
    get throws {
      // Other code reports a malformed configuration.
      let configured = (try? config.sourceFolders) ?? []
      return try configured.isEmpty
        ? NativeSourceOptions.existing(nativeFolder) : configured.map(path)
    }
  }

  /// Returns paths of folders relative to `root`, the folder of a description.
  static func relativePaths(of folders: [String], below root: String) throws -> [String] {
    let root = try resolvedPath(allowingMissing: root).components.map(\.string)
    return try folders.map { folder in
      let path = try resolvedPath(folder).components.map(\.string)
      let common = zip(root, path).prefix { $0 == $1 }.count
      let names = root.dropFirst(common).map { _ in ".." } + path.dropFirst(common)
      return names.isEmpty ? "." : names.joined(separator: "/")
    }
  }

  /// Returns the folders to record in a description in `root`; empty if the default folder contains all.
  ///
  /// With the description of a `project`, they include the default folder, which it may describe.
  static func recordedSourceFolders(
    _ folders: [String], below root: String, _ project: Project?
  ) throws -> [String] {
    let platforms = NativeConfig.platformsFolder
    let paths = try relativePaths(of: folders, below: root)
    let others = paths.filter { !isFolder($0, in: [platforms]) }
    guard !others.isEmpty else { return [] }
    let isDefaultMissing =
      try project.map { try FileStatus.ifExists($0.nativeFolder) == nil } ?? true
    return (isDefaultMissing || others.count < paths.count ? [] : [platforms]) + paths
  }

  /// Returns a note about adopted folders that `config` lacks, because other commands do not read them.
  ///
  /// The result is `nil` without such folders, and if `config` has the default folder.
  static func note(
    aboutFolders folders: [String], missingIn config: NativeConfig, below root: String
  ) throws -> String? {
    let known = config.sourceFolders
    let path = try relativePaths(of: folders, below: root).first { !isFolder($0, in: known) }
    guard !known.isEmpty, let path else { return nil }
    return
      "'\(NativeConfig.sourceFoldersKey)' does not contain '\(path.escapedForDisplay)', so other commands do not read this folder; add it"
  }

  /// Whether one of `folders` contains a path; all are relative to the same folder.
  static func isFolder(_ path: String, in folders: [String]) -> Bool {
    folders.contains { $0 == "." || (path + "/").hasPrefix($0 + "/") }
  }
}
