public import ErosCore
import ErosFiles
public import ErosRegistry
import ErosSyntax

/// A patch that replaces the manual registrations of an app by calls of the generated code.
///
/// Registrations that are not plain statements stay, and are reported.
public struct RegistrationPatch: Sendable {
  /// The unified diff for `git apply` or `patch -p1`; empty if nothing changes.
  public private(set) var text: [UInt8] = []

  /// The number of removed registrations.
  public private(set) var removedCount = 0

  /// The paths of the changed files, in byte order.
  public private(set) var files: [String] = []

  /// The findings for registrations that stay.
  public private(set) var findings: [Finding] = []

  /// Creates a patch for the registrations in `sources` that the code generated from `parsed`
  /// makes.
  ///
  /// - Parameters:
  ///   - sources: The scanned sources.
  ///   - parsed: The description.
  ///   - relativePath: Converts the path of a source to a path below the folder where the patch is
  ///     applied, or returns `nil` for a source outside it.
  /// - Throws: `ErosError` when a source cannot be read again.
  public init(
    of sources: NativeSources, for parsed: ParsedRegistry,
    relativePath: (String) -> String?
  ) throws {
    guard let registry = parsed.registry else { return }
    let comparison = SourceComparison(parsed, registry: registry, facts: sources.facts)
    let registrations = sources.facts.registrations.filter {
      ![.macro, .annotation].contains($0.mechanism) && comparison.isGenerated($0)
    }
    let calls = RegistrantCalls(registry)
    let byFile = Dictionary(grouping: registrations, by: \.position.file)
    let main = Self.mainFiles(byFile)
    for (file, registrations) in byFile.sorted(by: { inByteOrder($0.key, $1.key) }) {
      guard let path = relativePath(file) else {
        for item in registrations { report(item, "its file is outside the current folder") }
        continue
      }
      let source = SourceFile(
        path: file, bytes: try readWholeFile(file, limit: SourceFolders.maximumFileSize))
      var edit = RegistrationEdit(source, calls)
      edit.remove(registrations.sorted { $0.position < $1.position })
      edit.insertCalls { main[$0] == file }
      for (item, reason) in edit.kept { report(item, reason) }
      findings += edit.handlers.map {
        Finding(
          .registeredManually, at: $0,
          "the patch removes registrations that throw 'WXException', and keeps its handler",
          "remove the handler if javac rejects it", severity: .note)
      }
      let hunks = edit.changes.unifiedDiff(of: source.bytes, path: path)
      guard !hunks.isEmpty else { continue }
      removedCount += edit.removedCount
      files.append(path)
      text += hunks
    }
    findings.sort(by: Finding.isOrdered)
  }

  /// The file with most registrations of each group.
  ///
  /// The patch inserts the registrant call there.
  private static func mainFiles(
    _ files: [String: [SourceRegistration]]
  ) -> [RegistrantCalls.Group: String] {
    var counts: [RegistrantCalls.Group: [String: Int]] = [:]
    for (file, registrations) in files where !file.ends(with: ".xml") {
      for group in registrations.compactMap(RegistrantCalls.group) {
        counts[group, default: [:]][file, default: 0] += 1
      }
    }
    return counts.compactMapValues { counts in
      counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    }
  }

  private mutating func report(_ item: SourceRegistration, _ reason: String) {
    findings.append(
      Finding(
        .registeredManually, at: item.position,
        "the registration of the \(item.kind.title) '\(item.name.escapedForDisplay)' stays: \(reason)",
        "remove it manually"))
  }
}

/// The calls of the generated code that replace manual registrations.
struct RegistrantCalls {
  /// The registrations that one call replaces.
  enum Group: Hashable {
    case apple, android, androidViews
  }

  private let settings: GenerateSettings

  init(_ registry: Registry) { settings = registry.settings }

  /// The group of a registration, or `nil` if no single call replaces it.
  static func group(_ item: SourceRegistration) -> Group? {
    switch item.kind {
    case .module, .component, .handler: item.platform == .ios ? .apple : .android
    case .embedView: item.platform == .ios ? .apple : .androidViews
    default: nil
    }
  }

  private var appleClass: String {
    (settings.ios.prefix == "Eros" ? "" : settings.ios.prefix) + "ErosRegistrant"
  }

  private func name(_ group: Group) -> String {
    switch group {
    case .apple: appleClass
    case .android: "ErosRegistrant"
    case .androidViews: "ErosEmbedViewRegistrant"
    }
  }

  /// The statement that makes the registrations of a group.
  func statement(_ group: Group, in language: SourceLanguage) -> String {
    switch language {
    case .objectiveC: "[\(name(group)) registerAll];"
    case .java: "\(name(group)).registerAll();"
    default: "\(name(group)).registerAll()"
    }
  }

  /// The text that identifies an existing call of the registrant in a file.
  func mark(_ group: Group, in language: SourceLanguage) -> String {
    name(group) + (language == .objectiveC ? " registerAll" : ".registerAll")
  }

  /// The import that the statement needs, or `nil`.
  func importLine(_ group: Group, in language: SourceLanguage, package: String) -> String? {
    switch language {
    case .objectiveC:
      let isSwift = settings.ios.language == .swift
      return isSwift
        ? settings.ios.swiftHeader.map { "#import \"\($0)\"" } : "#import \"\(appleClass).h\""
    case .java, .kotlin:
      guard let own = settings.android.package?.value, own != package else { return nil }
      return "import \(own).\(name(group))" + (language == .java ? ";" : "")
    default: return nil
    }
  }
}
