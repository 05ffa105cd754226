import ErosCore
import ErosFiles
import SystemPackage

/// An app's project: its configuration and the folders around it.
///
/// ```
/// my-app/
///   eros.native.json    the configuration; also in `config`, or as `config/eros.native.js`
///   dist/               the built pages
///   platforms/          the native projects
/// ```
///
/// In `my-app/dist`, `Project.find()` returns a project with the ``configPath``
/// `../eros.native.json` and the ``folder`` `..`.
public struct Project: Sendable {
  /// All possible paths of a configuration, relative to a folder.
  ///
  /// The first match wins.
  public static let configPaths = [
    "eros.native.json", "config/eros.native.json", "config/eros.native.js",
  ]

  /// The configuration's path, as you passed it or relative to the current folder.
  public let configPath: String

  /// The project's folder, or `.` if it is the current one.
  ///
  /// It holds the configuration, either directly or in `config`.
  public let folder: String

  /// Further configurations that are ignored, because ``configPath`` comes first in
  /// ``configPaths``.
  ///
  /// It is empty if you passed a configuration to ``find(_:from:)``.
  public private(set) var otherConfigPaths: [String] = []

  /// Old projects keep a second configuration here, relative to ``folder``.
  public static let developmentConfigPath = "config/eros.dev.js"

  /// The second configuration, read for `diff.proxy` only.
  ///
  /// It is `nil` if the file does not exist, or if the first configuration sets the key itself.
  public let developmentConfig: Result<NativeConfig, any Error>?

  /// The configuration file as read.
  public let configBytes: [UInt8]

  private let parsed: Result<NativeConfig, any Error>

  /// The configuration, parsed once.
  ///
  /// - Throws: `JSONError` if the file is malformed. ``ConfigError`` if it is a zip or not an
  ///   object. ``ShippedConfigError`` if it cannot be decrypted. `FileError` if a native folder is
  ///   not readable.
  public var config: NativeConfig { get throws { try parsed.get() } }

  /// Finds a project and reads its configuration.
  ///
  /// If you pass no `path`, the search starts in `start` and continues in its parents. It ends at
  /// the repository's root (the folder with `.git`), or else at the root of the file system.
  ///
  /// - Parameters:
  ///   - path: A configuration, or a folder that contains one.
  ///   - start: The folder where the search starts.
  /// - Returns: The project around the first configuration that is found.
  /// - Throws: ``ProjectError`` if there is no configuration, or `FileError`. A malformed
  ///   configuration is thrown later, by ``config``, so that you can report it together with
  ///   further errors.
  public static func find(_ path: String? = nil, from start: String = ".") throws -> Project {
    guard let path else { return try Project(configPaths: search(from: start)) }
    guard try FileStatus(of: path).kind == .folder else { return try Project(configPath: path) }
    let paths = try existingPaths(in: path)
    guard !paths.isEmpty else { throw ProjectError.notFound(from: path, to: path) }
    return try Project(configPaths: paths)
  }

  private init(configPaths: [String]) throws {
    try self.init(configPath: configPaths[0])
    otherConfigPaths = Array(configPaths.dropFirst())
  }

  private init(configPath: String) throws {
    self.configPath = configPath
    folder = try Self.folder(of: configPath)
    let bytes = try readWholeFile(configPath, limit: NativeConfig.sizeLimit)
    configBytes = bytes
    let root = folder
    let config = Result { try NativeConfig.read(bytes, file: configPath) }
    let development =
      (try? config.get())?.jsPath == nil
      ? Self.developmentConfig(at: joinedPath(root, Self.developmentConfigPath)) : nil
    developmentConfig = development
    parsed = config.flatMap { config in
      Result {
        var config = config
        config.inheritedJSPath = (try? development?.get())?.jsPath.flatMap { $0.isEmpty ? nil : $0 }
        config.platformsWithoutFolder = try Set(
          Platform.allCases.filter { platform in
            guard let path = config.zipFolder(on: platform).flatMap(config.pathBelowPlatforms)
            else {
              return false
            }
            // Such as `platforms/ios`.
            let nativeFolder = path.split(separator: "/").prefix(2).joined(separator: "/")
            return try FileStatus.ifExists(joinedPath(root, nativeFolder)) == nil
          })
        return config
      }
    }
  }

  private static func developmentConfig(at path: String) -> Result<NativeConfig, any Error>? {
    guard (try? FileStatus.ifExists(path)) != nil else { return nil }
    return Result {
      try NativeConfig.read(readWholeFile(path, limit: NativeConfig.sizeLimit), file: path)
    }
  }

  // MARK: Paths

  /// The folder with the built pages.
  public var pagesFolder: String { path("dist") }

  /// The folder with the native projects.
  public var nativeFolder: String { path(NativeConfig.platformsFolder) }

  /// ``configPath`` relative to ``folder``.
  public var configPathInProject: String {
    let names = FilePath(configPath).components.map(\.string)
    return names.suffix(names.dropLast().last == "config" ? 2 : 1).joined(separator: "/")
  }

  /// Resolves a path relative to ``folder``.
  public func path(_ relativePath: String) -> String { joinedPath(folder, relativePath) }

  // MARK: Search

  private static func search(from start: String) throws -> [String] {
    var folder = start
    while true {
      let paths = try existingPaths(in: folder)
      if !paths.isEmpty { return paths }
      guard try !isRoot(folder) else { throw ProjectError.notFound(from: start, to: folder) }
      folder = joinedPath(folder, "..")
    }
  }

  private static func existingPaths(in folder: String) throws -> [String] {
    try configPaths.map { joinedPath(folder, $0) }.filter { path in
      do {
        return try FileStatus.ifExists(path).map { $0.kind != .folder } ?? false
      } catch {
        // Any folder may contain an unreadable `config` that belongs to no project.
        let parent = path.parentPath
        guard parent == folder || parent.isEmpty || Self.lists(path) else { return false }
        throw error
      }
    }
  }

  /// Checks that the parent folder can be listed and contains `path`.
  private static func lists(_ path: String) -> Bool {
    let names = try? Folder(path.parentPath).names()
    return names?.contains(path.lastPathComponent) == true
  }

  /// Returns `true` at the root of a repository or of the file system.
  private static func isRoot(_ folder: String) throws -> Bool {
    if try FileStatus.ifExists(joinedPath(folder, ".git")) != nil { return true }
    return try FileStatus(of: folder).isSameFile(as: FileStatus(of: joinedPath(folder, "..")))
  }

  private static func folder(of configPath: String) throws -> String {
    var folder = FilePath(configPath).removingLastComponent()
    if folder.isEmpty { folder = "." }
    if folder.lastComponent?.kind != .regular {
      // The paths `eros.native.json` and `../eros.native.json` do not show the folder's name.
      let isConfigFolder = try resolvedPath(folder.string).lastComponent == "config"
      return isConfigFolder ? joinedPath(folder.string, "..") : folder.string
    }
    guard folder.lastComponent == "config" else { return folder.string }
    folder.removeLastComponent()
    return folder.isEmpty ? "." : folder.string
  }
}
