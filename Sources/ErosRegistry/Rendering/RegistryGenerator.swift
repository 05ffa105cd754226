import ErosCore

/// Makes all files that a description stands for.
///
/// The same description gives the same bytes, on every machine and at any time.
public struct RegistryGenerator {
  let registry: Registry
  let presets: [Preset]
  let header: FileHeader
  /// Of the platforms, and of what JavaScript sees on both.
  private let fingerprints: [Platform?: String]
  private let templates: TemplateSet

  /// Takes a description without errors, and its path from the project's folder for the headers.
  public init(
    _ reading: RegistryReading, source: String, templates: TemplateSet = .builtIn
  ) throws {
    let registry = reading.registry ?? Registry()
    self.registry = registry
    presets = reading.presets
    header = FileHeader(source: source)
    self.templates = templates
    let surfaces = Platform.allCases.map { registry.surface(on: $0) }
    var fingerprints: [Platform?: String] = [nil: try RegistrySurface.fingerprint(of: surfaces)]
    for surface in surfaces { fingerprints[surface.platform] = try surface.fingerprint() }
    self.fingerprints = fingerprints
  }

  /// The files, sorted by path; the manifest names all others.
  public func files() throws -> [GeneratedFile] {
    var files = try iosFiles() + androidFiles() + jsFiles()
    files.append(contentsOf: routeFiles())
    files.append(try manifest(of: files.sorted { inByteOrder($0.path, $1.path) }))
    if files.contains(where: { $0.path == header.source }) {
      throw RegistryError.outputIsInput(header.source)
    }
    return files.sorted { inByteOrder($0.path, $1.path) }
  }

  /// Renders the template `name` to `path`; every context has the header and its facts.
  func file(
    _ path: String, _ name: String, on platform: Platform?, _ context: [String: Any]
  ) throws -> GeneratedFile {
    let fingerprint = fingerprint(platform)
    let shared: [String: Any] = [
      "header": header.lines(platform, fingerprint: fingerprint), "source": header.source,
      "fingerprint": fingerprint,
    ]
    let text = try templates.render(name, shared.merging(context) { $1 })
    return GeneratedFile(path: path, bytes: Array(text.utf8))
  }

  /// The fingerprint of the surface on `platform`, or on both.
  func fingerprint(_ platform: Platform?) -> String { fingerprints[platform] ?? "" }

  // MARK: Routes

  /// The route map as a resource of each app.
  private func routeFiles() -> [GeneratedFile] {
    guard let routes = registry.routes else { return [] }
    let keys = ["deploy_time", "items", "partial_items", "version"]
    var members: [String: JSONValue] = ["items": .array([]), "partial_items": .array([])]
    for key in keys {
      if let value = routes.object[key] { members[key] = value.withSortedKeys }
    }
    if members["deploy_time"] == nil, let first = routes.items.first?.deployTime {
      members["deploy_time"] = .string(first.value)
    }
    let text = JSONWriter.write(.sorted(members), layout: .pretty) + [UInt8(ascii: "\n")]
    let settings = registry.settings
    let places = [
      settings.ios.isEnabled ? settings.ios.out.map { $0.value + "/routes.json" } : nil,
      settings.android.isEnabled
        ? settings.android.out.map { $0.value + "/assets/rexxar/routes.json" } : nil,
    ]
    return places.compactMap { $0 }.map { GeneratedFile(path: $0, bytes: text) }
  }
}

extension JSONValue {
  /// The value with the keys of its objects in byte order; lists keep theirs.
  fileprivate var withSortedKeys: JSONValue {
    switch self {
    case .object(let object):
      .sorted(
        Dictionary(
          uniqueKeysWithValues: object.members.map { ($0.key, $0.node.value.withSortedKeys) }))
    case .array(let nodes): .list(nodes.map(\.value.withSortedKeys))
    default: self
    }
  }
}
