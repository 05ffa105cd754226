import ErosConfig
public import ErosCore
import ErosFiles
public import ErosRegistry
import ErosSyntax

/// A patch that replaces manual registrations by calls of the generated code.
///
/// Registrations that are not plain statements stay, and are reported.
public struct RegistrationPatch: Sendable {
  /// The unified diff for `git apply` or `patch -p1`.
  ///
  /// It is empty if nothing changes.
  public private(set) var text: [UInt8] = []

  /// The number of removed registrations.
  public private(set) var removedCount = 0

  /// The paths of the changed files, in byte order.
  public private(set) var files: [String] = []

  /// Registrations that stay, with reasons.
  public private(set) var findings: [Finding] = []

  /// Creates a patch for registrations in `sources` that the generated code for `parsed` makes.
  ///
  /// - Parameters:
  ///   - sources: The scanned sources.
  ///   - parsed: The description.
  ///   - relativePath: Converts a source's path to one below the folder where you apply the patch,
  ///     or returns `nil` if it is somewhere else.
  /// - Throws: `ErosError` if a source cannot be read again.
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
    var edits: [RegistrationEdit] = []
    let byFile = Dictionary(grouping: registrations, by: \.position.file)
    for (file, registrations) in byFile.sorted(by: { inByteOrder($0.key, $1.key) }) {
      guard let path = relativePath(file) else {
        for item in registrations { report(item, "its file is outside the current folder") }
        continue
      }
      let source = SourceFile(
        path: file, bytes: try readWholeFile(file, limit: SourceFolders.maximumFileSize))
      var edit = RegistrationEdit(source, calls, path: path)
      edit.remove(registrations.sorted { $0.position < $1.position })
      edits.append(edit)
    }
    for group in RegistrantCalls.Group.allCases where calls.isGenerated(group) {
      Self.insertCall(of: group, in: &edits)
    }
    for edit in edits { add(edit) }
    findings.sort(by: Finding.isOrdered)
  }

  /// Inserts the call in the file that loses most registrations and can make it.
  ///
  /// Prefers a method that is certain to run. A method that nothing in its own file calls may be
  /// called from elsewhere. Registrations in a method whose calls all have a condition are never
  /// removed. If no file can make the call, the registrations stay.
  private static func insertCall(
    of group: RegistrantCalls.Group, in edits: inout [RegistrationEdit]
  ) {
    guard !edits.contains(where: { $0.calls(group) }) else { return }
    let callers = edits.indices.filter {
      edits[$0].canCall(group) && edits[$0].count(of: group) > 0
    }
    let certain = callers.filter { edits[$0].runs(group) }
    let main = (certain.isEmpty ? callers : certain).max {
      (edits[$0].count(of: group), $1) < (edits[$1].count(of: group), $0)
    }
    guard let main else {
      for index in edits.indices { edits[index].restore(group) }
      return
    }
    edits[main].callGroups.insert(group)
  }

  private mutating func add(_ edit: RegistrationEdit) {
    var edit = edit
    edit.apply()
    for (item, reason, remedy) in edit.exclusions { report(item, reason, remedy) }
    let difference = LineDifference(from: edit.bytes, to: edit.changes.applied(to: edit.bytes))
      .patch(path: edit.path, isNew: false)
    guard !difference.isEmpty else { return }
    removedCount += edit.removedCount
    files.append(edit.path)
    text += difference
  }

  private mutating func report(
    _ item: SourceRegistration, _ reason: Message, _ remedy: Message? = nil
  ) {
    findings.append(
      Finding(
        .registeredManually, at: item.position,
        "the registration of the \(item.kind.title) '\(item.name.escapedForDisplay)' stays: \(reason)",
        remedy
          ?? (item.condition == nil || item.kind == .handler
            ? "remove it manually"
            : "set `\"lookup\": \"none\"` in the description to keep it, or remove it manually")))
  }
}

/// Calls of the generated code that replace manual registrations.
struct RegistrantCalls {
  /// Registrations that one call replaces.
  enum Group: String, CaseIterable {
    case apple, android, androidViews
  }

  private let settings: GenerateSettings

  init(_ registry: Registry) { settings = registry.settings }

  /// Returns a registration's group, or `nil` if no single call replaces it.
  static func group(_ item: SourceRegistration) -> Group? {
    switch item.kind {
    case .module, .component, .handler: item.platform == .ios ? .apple : .android
    case .entry(.embedView): item.platform == .ios ? .apple : .androidViews
    default: nil
    }
  }

  /// Returns `true` if the generated code has a method that makes the group's registrations.
  ///
  /// Resources such as `app_config.xml` need no call.
  func isGenerated(_ group: Group) -> Bool {
    group == .apple || settings.android.emit.contains(.code)
  }

  /// Returns `true` if `eros generate` writes the resource at `path`.
  func writes(_ path: String) -> Bool {
    let android = settings.android
    guard android.emit.contains(.appConfig), let out = android.out?.value else { return false }
    return path == out + "/res/xml/app_config.xml"
  }

  /// Returns `true` if a file in `language` at `path` can call the generated code.
  ///
  /// On iOS, the bridging header and the visibility to Objective-C are unknown. On Android, a
  /// module cannot use the classes of a module that depends on it.
  func canCall(_ group: Group, from language: SourceLanguage, path: String) -> Bool {
    if group == .apple {
      return (settings.ios.language == .swift) == (language == .swift)
    }
    let folder = settings.android.out.flatMap { GradleModules.folder(ofOutput: $0.value) }
    return folder.map { ("/" + path).contains($0) } ?? true
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

  func statement(_ group: Group, in language: SourceLanguage) -> String {
    switch language {
    case .objectiveC: "[\(name(group)) registerAll];"
    case .java: "\(name(group)).registerAll();"
    default: "\(name(group)).registerAll()"
    }
  }

  /// Returns the text that identifies a call of the registrant in a file.
  func mark(_ group: Group, in language: SourceLanguage) -> String {
    name(group) + (language == .objectiveC ? " registerAll" : ".registerAll")
  }

  func importLine(_ group: Group, in language: SourceLanguage, package: String) -> String? {
    switch language {
    case .objectiveC: return "#import \"\(appleClass).h\""
    case .java, .kotlin:
      guard let groupPackage = settings.android.package?.value, groupPackage != package else {
        return nil
      }
      return "import \(groupPackage).\(name(group))" + (language == .java ? ";" : "")
    default: return nil
    }
  }
}
