import ErosConfig
import ErosCore
import ErosFiles

/// The versions in the manifest that `eros generate` writes.
///
/// They are copied from the configuration. A version change alters nothing else in generated files.
struct GeneratedVersions {
  private static let defaultPath = "eros.registry.json"
  private static let sizeLimit = 64 << 20

  let path: String
  let bytes: [UInt8]
  private(set) var locations: [VersionLocation] = []

  /// Reads a project's manifest, if it has one.
  ///
  /// A malformed manifest has no versions. `eros generate --check` reports it.
  init?(_ project: Project, _ config: NativeConfig) throws {
    let name = config.string(at: "generate.manifest") ?? Self.defaultPath
    path = project.path(name)
    guard (try? BundlePath(name)) != nil, try FileStatus.ifExists(path)?.kind == .file else {
      return nil
    }
    bytes = try readWholeFile(path, limit: Self.sizeLimit)
    guard let root = try? JSONReader.read(bytes, file: path).value.object,
      root["surface"] != nil, root["files"] != nil,
      let versions = root["appVersion"]?.object
    else { return nil }
    for platform in [Platform.ios, .android] {
      guard let node = versions.node(of: platform.rawValue), let text = node.value.string else {
        continue
      }
      let inner = (node.range.lowerBound + 1)..<(node.range.upperBound - 1)
      locations.append(
        VersionLocation(
          platform: platform, kind: .generated, file: path,
          key: "appVersion.\(platform.rawValue)", content: .text(text),
          position: TextPosition(ofByte: node.range.lowerBound, in: bytes),
          edit: VersionEdit(inner)))
    }
  }
}
