import ErosCore
import ErosFiles
public import ErosRegistry
import Synchronization

/// Makes all files that a description stands for.
///
/// The same description gives the same bytes, on every machine and at any time.
public struct RegistryGenerator: Sendable {
  let registry: Registry
  let presets: [Preset]
  let header: FileHeader
  /// Of the platforms, and of what JavaScript sees on both.
  private let fingerprints: [Platform?: String]
  private let templates: TemplateSet

  /// Takes a description without errors, and its path from the project's folder for the headers.
  ///
  /// - Throws: `CryptoError` when the library that hashes fails.
  public init(
    _ reading: ParsedRegistry, source: String, templates: TemplateSet = .builtIn
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
  ///
  /// With `part`, only its files and the manifest, which then has the digests in `listed`, those of
  /// the manifest before, for the files of the other parts.
  ///
  /// - Throws: ``GeneratorError/badTemplate(name:reason:)``, and ``GeneratorError/outputIsInput(_:)``
  ///   when the description would be overwritten.
  public func files(
    only part: OutputPart = .all, listed: [String: String] = [:]
  ) throws -> [GeneratedFile] {
    var tasks: [FileTask] = []
    // The longest first: the others fill the second thread meanwhile.
    if part.contains(.js) { tasks += jsTasks }
    if part.contains(.android) { tasks.append(androidFiles) }
    if part.contains(.ios) { tasks.append(iosFiles) }
    var files = try Self.run(tasks)
    files += routeFiles().filter { part.contains($0.part) }
    var digests = listed.filter { !isPlace($0.key, of: part) }
    for file in files { digests[file.path] = try file.digest() }
    files.append(try manifest(of: digests))
    if files.contains(where: { $0.path == header.source }) {
      throw GeneratorError.outputIsInput(header.source)
    }
    return files.sorted { inByteOrder($0.path, $1.path) }
  }

  /// Makes some of the files, on a thread of its own.
  typealias FileTask = @Sendable () throws -> [GeneratedFile]

  private static func run(_ tasks: [FileTask]) throws -> [GeneratedFile] {
    let files = Mutex<[GeneratedFile]>([])
    try Parallel.forEach(tasks.count, threads: 2, makeState: {}) { index, _ in
      let made = try tasks[index]()
      files.withLock { $0 += made }
    }
    return files.withLock { $0 }
  }

  /// Whether files of `part` go to `path`.
  public func isPlace(_ path: String, of part: OutputPart) -> Bool {
    if part == .all { return true }
    let settings = registry.settings
    let folder =
      switch part {
      case .ios: settings.ios.out
      case .android: settings.android.out
      case .js, .all: settings.js.out
      }
    return folder.map { path.begins(with: $0.value + "/") } ?? false
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
    return GeneratedFile(path: path, bytes: Array(text.utf8), part: OutputPart(platform))
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
    var files: [GeneratedFile] = []
    if settings.ios.isEnabled, let out = settings.ios.out {
      files.append(
        GeneratedFile(path: "\(out.value)/\(GeneratedFile.routes)", bytes: text, part: .ios))
    }
    if settings.android.isEnabled, let out = settings.android.out {
      let path = "\(out.value)/assets/rexxar/\(GeneratedFile.routes)"
      files.append(GeneratedFile(path: path, bytes: text, part: .android))
    }
    return files
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
