import ErosCore
import ErosFiles

/// Generates all files for a description.
///
/// The same description gives the same bytes on every machine.
public struct RegistryGenerator: Sendable {
  let registry: Registry
  let presets: [Preset]
  let header: FileHeader
  /// The fingerprint of each platform's surface.
  ///
  /// The key `nil` stands for both surfaces.
  private let fingerprints: [Platform?: String]
  private let templates: TemplateSet

  /// Creates a generator for a description without errors.
  ///
  /// `source` is the description's path in the project, for the headers.
  ///
  /// - Throws: `CryptoError` if hashing fails.
  public init(
    _ parsed: ParsedRegistry, source: String, templates: TemplateSet = .builtIn
  ) throws {
    let registry = parsed.registry ?? Registry()
    self.registry = registry
    presets = parsed.presets
    header = FileHeader(source: source)
    self.templates = templates
    let surfaces = Platform.allCases.map { registry.surface(on: $0) }
    var fingerprints: [Platform?: String] = [nil: try RegistrySurface.fingerprint(of: surfaces)]
    for surface in surfaces { fingerprints[surface.platform] = try surface.fingerprint() }
    self.fingerprints = fingerprints
  }

  /// Generates the files, sorted by path, and a manifest that lists them.
  ///
  /// If you ask for one `part`, you get its files and the manifest. For everything else, the
  /// manifest then contains `listed`, the digests in the previous manifest.
  ///
  /// - Throws: `TextError<TemplateErrorKind>` if a template has an error.
  ///   ``GeneratorError/outputIsInput(_:)`` if the description would be overwritten.
  public func files(
    only part: OutputPart = .all, listed: [String: String] = [:]
  ) throws -> [GeneratedFile] {
    var tasks: [FileTask] = []
    // Starts the longest task first, so that a second thread runs the others at the same time.
    if part.contains(.js) { tasks += jsTasks }
    if part == .all { tasks.append(referenceFiles) }
    if part.contains(.android) { tasks.append(androidFiles) }
    if part.contains(.ios) { tasks.append(iosFiles) }
    var files = try Self.run(tasks)
    files += packageFiles(of: part)
    var digests = listed.filter { !isOutputPath($0.key, of: part) }
    // The manifest lists only files that are generated as a whole.
    for file in files where file.table == nil { digests[file.path] = try file.digest() }
    files.append(try manifest(of: digests))
    if files.contains(where: { $0.path == header.source }) {
      throw GeneratorError.outputIsInput(header.source)
    }
    return files.sorted { inByteOrder($0.path, $1.path) }
  }

  /// Generates some files on its own thread.
  typealias FileTask = @Sendable () throws -> [GeneratedFile]

  private static func run(_ tasks: [FileTask]) throws -> [GeneratedFile] {
    let files = Lock<[GeneratedFile]>([])
    try Parallel.forEach(tasks.count, threads: 2, makeState: {}) { index, _ in
      let made = try tasks[index]()
      files.withLock { $0 += made }
    }
    return files.withLock { $0 }
  }

  /// Returns `true` if `path` belongs to `part`.
  public func isOutputPath(_ path: String, of part: OutputPart) -> Bool {
    if part == .all { return true }
    let settings = registry.settings
    // The reference may be inside another part's folder.
    if isReferencePath(path) { return false }
    let folder =
      switch part {
      case .ios: settings.ios.out
      case .android: settings.android.out
      case .js, .all: settings.js.out
      }
    return folder.map { path.begins(with: $0.value + "/") } ?? false
  }

  /// Renders the template `name` for `path`.
  ///
  /// Every context includes the header.
  func file(
    _ path: String, _ name: String, on platform: Platform?, _ context: TemplateContext
  ) throws -> GeneratedFile {
    let fingerprint = fingerprint(platform)
    let shared: TemplateContext = [
      "header": .texts(header.lines(platform, fingerprint: fingerprint)),
      "source": .text(header.source), "fingerprint": .text(fingerprint),
    ]
    let bytes = try templates.render(name, shared.merging(context) { $1 })
    return GeneratedFile(path: path, bytes: bytes, part: OutputPart(platform))
  }

  /// Returns the fingerprint of the surface on `platform`, or of both surfaces for `nil`.
  func fingerprint(_ platform: Platform?) -> String { fingerprints[platform] ?? "" }
}
