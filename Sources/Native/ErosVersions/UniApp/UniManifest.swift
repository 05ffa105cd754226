import ErosConfig
import ErosCore
import ErosFiles

/// The `manifest.json` of a uni-app project, whose `versionName` is the version of both apps.
///
/// It is JSON with comments. HBuilderX creates it at the top of a project, and the command line in
/// `src`.
struct UniManifest {
  /// The paths of the manifest in a project.
  static let paths = ["manifest.json", "src/manifest.json"]
  private static let key = "versionName"

  /// The file's path, starting with the project path as given.
  let path: String
  let bytes: [UInt8]
  private let version: JSONNode?

  /// Reads a project's manifest, or returns `nil` if it has none of uni-app.
  ///
  /// - Throws: `JSONError` if the project is described as one of uni-app, and its manifest is
  ///   malformed. `FileError` if it cannot be read.
  init?(_ project: Project, _ config: NativeConfig) throws {
    let paths = Self.paths.map(project.path)
    guard let path = try paths.first(where: { try FileStatus.ifExists($0)?.kind == .file }) else {
      return nil
    }
    self.path = path
    bytes = try readWholeFile(path, limit: ProjectFiles.sizeLimit)
    let isDescribed = config.isOfUniApp
    let root: JSONNode
    do { root = try JSONReader.read(bytes, file: path, syntax: .javaScript) } catch {
      if isDescribed { throw error }
      return nil
    }
    // A manifest of another tool, such as a web app, has neither.
    guard let object = root.value.object,
      isDescribed || object[Self.key] != nil && object["appid"] != nil
    else { return nil }
    version = object.node(of: Self.key)
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
        platform: platform, kind: .uniManifest, file: path, key: Self.key, content: content,
        position: version.map { TextPosition(ofByte: $0.range.lowerBound, in: bytes) } ?? .start,
        edit: edit)
    }
  }
}
