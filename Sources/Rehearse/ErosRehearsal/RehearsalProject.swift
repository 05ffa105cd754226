package import ErosBundle
package import ErosConfig
package import ErosCore
import ErosFiles
import ErosPack
import ErosRegistry
import ErosSourceMaps

/// The project around the pages that are rehearsed.
///
/// A bundle without a project has the default paths.
package struct RehearsalProject: Sendable {
  private static let defaultMediator = "mediator/index.js"

  private let project: Project?
  let config: NativeConfig?
  /// Objects that the app adds to its pages.
  package let globals: [String: JSONValue]

  /// Uses a project, if there is one.
  ///
  /// - Throws: `JSONError` or `ConfigError` if the configuration is malformed, `ShippedConfigError`
  ///   if it cannot be decrypted.
  package init(_ project: Project?) throws {
    self.project = project
    config = try project?.config
    globals = try config?.pageGlobals() ?? [:]
  }

  package var appName: String { config?.appName ?? "app" }

  /// Findings about the section `rehearsal`, such as misspelled keys.
  package var findings: [Finding] {
    (config?.validate() ?? []).filter { $0.subject?.hasPrefix("rehearsal.") == true }
  }

  /// Returns a note if a bundle belongs to a different app than the project.
  package func note(about source: RehearsalSource) -> Message? {
    guard let project, let app = source.appName, let projectApp = config?.appName,
      app != projectApp
    else { return nil }
    let bundle = source.name.escapedForDisplay
    let config = project.configPath.escapedForDisplay
    return "'\(bundle)' is a bundle of the app '\(app.escapedForDisplay)', but '\(config)' "
      + "describes the app '\(projectApp.escapedForDisplay)', and the pages run with its modules; pass the "
      + "configuration of the app with `--config`"
  }

  /// Reads the scripts at `path`: a zip, a folder that contains `bundle.zip`, or a folder of pages.
  ///
  /// By default, reads the project's pages.
  ///
  /// - Throws: `ProjectError` if there is neither a path nor a project. ``RehearsalError`` if
  ///   `path` is a page. `UnsafeBundleError` if a zip is not safe. `FileError` if something cannot
  ///   be read.
  package func source(
    at path: String?, by verifier: BundleVerifier
  ) throws -> RehearsalSource {
    guard let path = try path ?? project?.builtFolder else {
      throw ProjectError.notFound(from: ".", to: ".")
    }
    guard try FileStatus(of: path).kind == .folder else {
      let file = try ReadableFile(path)
      if try Self.isPage(file) { throw RehearsalError.isPage(at: path) }
      return try RehearsalSource(OpenedBundle(file, by: verifier))
    }
    let zip = joinedPath(path, BundleOutputs.bundleFile)
    if try FileStatus.ifExists(zip)?.kind == .file {
      return try RehearsalSource(OpenedBundle(ReadableFile(zip), by: verifier))
    }
    return try RehearsalSource(folder: path)
  }

  /// Returns `true` if a file is a page and not a zip.
  private static func isPage(_ file: ReadableFile) throws -> Bool {
    let extensions = [".js", ".html", ".htm"]
    guard extensions.contains(where: { file.path.hasSuffix($0) }) else { return false }
    return try !file.read(at: 0, count: 2).elementsEqual("PK".utf8)
  }

  package func pages(of source: RehearsalSource) -> [RehearsalPage] {
    RehearsalPage.pages(
      of: source, board: Self.path(config?.appBoard) ?? Self.board(in: source),
      mediator: Self.path(config?.mediatorPage) ?? Self.defaultMediator,
      isOfProject: project != nil)
  }

  /// Guesses the app board of a bundle without a project: the only script in `config`.
  private static func board(in source: RehearsalSource) -> String? {
    let scripts = source.scripts.filter { $0.path.components.first == "config" }
    return scripts.count == 1 ? scripts[0].path.string : "config/index.js"
  }

  /// Runs all pages at `path`, by default the project's, on the app's platforms.
  ///
  /// - Throws: ``RehearsalError`` if pages cannot run. `ProjectError`, `UnsafeBundleError` or
  ///   `FileError` if there is nothing to read, see ``source(at:by:)``.
  package func rehearse(
    _ path: String?, with program: RehearsalProgram, by verifier: BundleVerifier, threads: Int,
    progress: @escaping @Sendable (Int, Int) -> Void
  ) throws -> [Rehearsal.Result] {
    try rehearse(
      source(at: path, by: verifier), with: program, threads: threads, progress: progress)
  }

  /// Runs all pages in a source on the app's platforms.
  ///
  /// `progress` is called after each run with the finished runs and all runs, on any thread.
  ///
  /// - Throws: ``RehearsalError`` if pages cannot run. `FileError` if a source map cannot be read.
  package func rehearse(
    _ source: RehearsalSource, with program: RehearsalProgram, threads: Int,
    progress: @escaping @Sendable (Int, Int) -> Void
  ) throws -> [Rehearsal.Result] {
    let pages = pages(of: source)
    guard !pages.isEmpty else { throw RehearsalError.noPages(source.name) }
    var results = try Rehearsal(program, appName: appName, globals: globals).results(
      of: pages, on: surfaces(on: Platform.allCases), threads: threads, progress: progress)
    var sourceMaps = try sourceMaps(of: source)
    try sourceMaps.apply(to: &results)
    return results
  }

  /// Finds the source maps in `folder`.
  ///
  /// By default, they are next to the source's or project's pages.
  ///
  /// - Throws: `FileError` if `folder` is missing.
  package func sourceMaps(
    of source: RehearsalSource, in folder: String? = nil
  ) throws -> RehearsalSourceMaps {
    var mapFolder = try folder.map { try SourceMapFolder($0) }
    if mapFolder == nil, let path = source.isFolder ? source.name : project?.pagesFolder {
      mapFolder = try? SourceMapFolder(path)
    }
    return RehearsalSourceMaps(in: mapFolder, root: project?.folder ?? ".", of: source)
  }

  private static func path(_ text: String?) -> String? {
    text.flatMap { try? BundlePath(String($0.drop { $0 == "/" })) }?.string
  }

  /// Returns the native side on those of `platforms` that the app supports.
  ///
  /// By default, `version` is the lowest one that gets the bundle. If its release is recorded, it
  /// offers what was recorded, and any other version offers what is described.
  ///
  /// - Throws: ``RehearsalError/versionNotRecorded(_:platform:)`` if you pass a `version` that has
  ///   no record.
  package func surfaces(
    on platforms: [Platform], version: String? = nil
  ) throws -> [RehearsalSurface] {
    guard let project, let config else {
      return try platforms.map { try RehearsalSurface(undescribed: $0) }
    }
    let description = try ParsedRegistry.read(project)
    var record = RegistryRecord()
    if let registry = description.registry, description.isUsable {
      record = try RegistryRecord.read(at: project.path(registry.lockPath))
    }
    let supported = platforms.filter(config.platforms.contains)
    return try (supported.isEmpty ? platforms : supported).map { platform in
      let wanted = version ?? description.registry?.version(on: platform)
      let release = record.releases.last {
        $0.surface.platform == platform && $0.version == wanted
      }
      if let version, release == nil {
        throw RehearsalError.versionNotRecorded(version, platform: platform)
      }
      return try RehearsalSurface(description, on: platform, release: release)
    }
  }
}
