import ErosCore
import ErosRegistry

/// The common texts of the Markdown pages and the HTML page.
struct ReferenceText {
  let reference: APIReference
  let appName: String?

  var title: String { (appName.map { Self.line($0) + ": " } ?? "") + "native API" }

  /// The introduction of a section.
  static func introduction(of kind: APIReference.EntryKind) -> String {
    switch kind {
    case .module: "JavaScript gets a module with weex.requireModule and calls its methods."
    case .component:
      "Pages use a component as a tag. Its methods are called on a ref, as in this.$refs.name."
    case .widget: "A page starts a widget by navigating to its address."
    case .containerAPI: "The app answers requests for these addresses."
    case .embedView: "Mini programs embed these native views."
    case .jsAPI: "Mini programs call these functions of the app."
    case .type: "Arguments, results and events have these types."
    }
  }

  static let legend =
    "The columns of the platforms have the first version of the app with an item, “yes” if the "
    + "description does not name a version, and “–” if the platform does not have it."

  static let callbacks =
    "A Callback<T> is a function that the app calls at most once, with a T. The app may call a "
    + "KeepAliveCallback<T> many times."

  /// Whether members of a section have callbacks.
  static func hasCallbacks(_ section: APIReference.Section) -> Bool {
    section.entries.contains { entry in
      entry.groups.contains { $0.members.contains { $0.code.joined().contains("Callback") } }
    }
  }

  /// The platforms with a column: the platforms of the section, or none for types.
  func columns(of kind: APIReference.EntryKind) -> [Platform] {
    kind == .type ? [] : reference.platforms
  }

  /// The cell of a platform: a version, `yes` or `–`.
  static func cell(_ availability: APIReference.Availability, _ platform: Platform) -> String {
    guard availability.platforms.contains(platform) else { return "–" }
    return availability.since[platform] ?? "yes"
  }

  /// The platforms and versions as a sentence part, such as `iOS since 1.2.0, Android`.
  func summary(_ availability: APIReference.Availability) -> String {
    reference.platforms.filter(availability.platforms.contains).map { platform in
      platform.displayName + (availability.since[platform].map { " since \($0)" } ?? "")
    }.joined(separator: ", ")
  }

  /// Whether a member differs from its entry in platforms or versions.
  func differs(
    _ member: APIReference.Availability, from entry: APIReference.Availability
  ) -> Bool {
    summary(member) != summary(entry)
  }

  /// The deprecation, or `nil`.
  static func deprecation(_ availability: APIReference.Availability) -> String? {
    guard availability.isDeprecated else { return nil }
    let text = line(availability.replacement ?? "")
    guard let end = text.last else { return "Deprecated." }
    return "Deprecated: \(text)\(end.isPunctuation ? "" : ".")"
  }

  /// The paragraphs of a text, joined to one line.
  static func line(_ text: String) -> String { paragraphs(text).joined(separator: " ") }

  /// The nonempty lines of a description, without control characters that hide or reorder text.
  static func paragraphs(_ doc: String?) -> [String] {
    guard let doc else { return [] }
    var lines = [""]
    for scalar in doc.unicodeScalars {
      switch scalar {
      case "\n", "\r", "\u{B}", "\u{C}", "\u{85}", "\u{2028}", "\u{2029}": lines.append("")
      case "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}", "\u{200E}", "\u{200F}", "\u{61C}":
        continue
      default:
        let isHidden =
          scalar.properties.generalCategory == .control || scalar.value & 0xFFFE == 0xFFFE
        lines[lines.count - 1].unicodeScalars.append(isHidden ? " " : scalar)
      }
    }
    return lines.map(\.trimmed).filter { !$0.isEmpty }
  }
}
