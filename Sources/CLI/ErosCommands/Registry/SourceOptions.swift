import ArgumentParser
import ErosConfig
import ErosCore
import ErosFiles
import SystemPackage

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
  /// The configured native source folders, or else the native projects' folder if it exists.
  var defaultSourceFolders: [String] {
    get throws {
      // A malformed configuration is reported elsewhere.
      let configured = (try? config.sourceFolders) ?? []
      return try configured.isEmpty
        ? NativeSourceOptions.existing(nativeFolder) : configured.map(path)
    }
  }
}

/// Native source folders, as paths relative to a description's folder.
struct SourceFolderList {
  let paths: [String]
  private let root: String

  /// Creates a list of `folders` for a description in `root`.
  ///
  /// Symlinks are resolved, so that a folder has one path. Only the default folder keeps its name,
  /// because commands read it by this name.
  init(_ folders: [String], below root: String) throws {
    self.root = root
    let top = try resolvedPath(allowingMissing: root).components.map(\.string)
    let platforms = NativeConfig.platformsFolder
    let standard = try resolvedPath(allowingMissing: joinedPath(root, platforms)).components
      .map(\.string)
    paths = try folders.map { folder in
      let path = try resolvedPath(allowingMissing: folder).components.map(\.string)
      if path.starts(with: standard) {
        return ([platforms] + path.dropFirst(standard.count)).joined(separator: "/")
      }
      let common = zip(top, path).prefix { $0 == $1 }.count
      let names = top.dropFirst(common).map { _ in ".." } + path.dropFirst(common)
      return names.isEmpty ? "." : names.joined(separator: "/")
    }
  }

  /// Creates a list of the folders in a configuration.
  init(of config: NativeConfig, below root: String) throws {
    try self.init(config.sourceFolders.map { joinedPath(root, $0) }, below: root)
  }

  /// Returns `true` if one of the folders contains a path from another list.
  func contains(_ path: String) -> Bool {
    paths.contains {
      $0 == "." ? !(path + "/").hasPrefix("../") : (path + "/").hasPrefix($0 + "/")
    }
  }

  /// Returns the folders to record in the description.
  ///
  /// Empty if the default folder contains all.
  ///
  /// If there is a `project`, they include the default folder, because its description may cover it.
  func recorded(with project: Project?) throws -> [String] {
    let platforms = NativeConfig.platformsFolder
    let others = paths.filter { !($0 + "/").hasPrefix(platforms + "/") }
    guard !others.isEmpty else { return [] }
    let isDescribed = try project.map { try FileStatus.ifExists($0.nativeFolder) != nil } ?? false
    return isDescribed && !contains(platforms) ? [platforms] + others : paths
  }

  /// Returns a note about folders that `config` lacks, because other commands do not read these.
  ///
  /// Returns `nil` if there is none, or if `config` uses the default folder.
  func note(missingIn config: NativeConfig) throws -> Message? {
    let configList = try Self(of: config, below: root)
    guard !configList.paths.isEmpty, let path = paths.first(where: { !configList.contains($0) })
    else {
      return nil
    }
    return
      "'\(NativeConfig.sourceFoldersKey)' does not contain '\(path.escapedForDisplay)', so other commands do not read this folder; add it"
  }
}
