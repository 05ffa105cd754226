import ErosConfig
import ErosCore
import ErosFiles

/// The version of a uni-app project's apps, which its `manifest.json` contains.
struct UniVersion {
  /// The file's path, starting with the project path as given.
  let path: String
  let bytes: [UInt8]
  private let version: JSONNode?

  /// Reads a project's manifest, or returns `nil` if it has none of uni-app.
  ///
  /// - Throws: `JSONError` if the project is described as one of uni-app, and its manifest is
  ///   malformed. `FileError` if it cannot be read.
  init?(_ project: Project, _ config: NativeConfig) throws {
    let paths = UniManifest.paths.map(project.path)
    guard let path = try paths.first(where: { try FileStatus.ifExists($0)?.kind == .file }) else {
      return nil
    }
    self.path = path
    bytes = try readWholeFile(path, limit: ProjectFiles.sizeLimit)
    let isDescribed = config.isOfUniApp
    let manifest: UniManifest?
    do { manifest = try UniManifest(bytes, file: path) } catch {
      if isDescribed { throw error }
      return nil
    }
    // A manifest of another tool, such as a web app, has neither.
    guard let manifest, isDescribed || manifest.versionName != nil && manifest.appID != nil else {
      return nil
    }
    version = manifest.versionName
  }

  /// Returns the version as that of `platforms`.
  func locations(on platforms: [Platform]) -> [VersionLocation] {
    platforms.map { platform in
      var content = VersionLocation.Content.missing
      var edit: VersionEdit?
      if let version, let text = version.value.string {
        if !text.isEmpty { content = .text(text) }
        edit = VersionEdit((version.range.lowerBound + 1)..<(version.range.upperBound - 1))
      } else if let version {
        content = .computed("expected a string, found \(version.value.kindName)")
      }
      return VersionLocation(
        platform: platform, kind: .uniManifest, file: path, key: UniManifest.versionKey,
        content: content,
        position: version.map { TextPosition(ofByte: $0.range.lowerBound, in: bytes) } ?? .start,
        edit: edit)
    }
  }
}
