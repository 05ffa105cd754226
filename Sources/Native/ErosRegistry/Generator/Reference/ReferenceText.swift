import ErosCore
import ErosTemplates

/// Texts that the Markdown pages and the HTML page share.
struct ReferenceText {
  let reference: APIReference
  let appName: String?
  /// The language of titles and explanations.
  ///
  /// Texts from the description stay as they are.
  let language: Language

  var title: String {
    guard let appName else { return self[.nativeAPI] }
    return text(.nativeAPIOfApp, ["app": Self.line(appName)])
  }

  subscript(_ term: ReferenceTerm) -> String { language.text(term.rawValue) }

  /// Returns a text of a kind's row.
  subscript(_ text: String) -> String { language.text(text) }

  /// Returns a term's text, with values for the names in braces.
  func text(_ term: ReferenceTerm, _ values: KeyValuePairs<String, String>) -> String {
    // A value may contain braces, so each part of the text is replaced once.
    var text = ""
    var remaining = self[term][...]
    while let open = remaining.firstIndex(of: "{"), let close = remaining.firstIndex(of: "}") {
      let name = remaining[remaining.index(after: open)..<close]
      text += remaining[..<open]
      text += values.first { $0.key == name }?.value ?? ""
      remaining = remaining[remaining.index(after: close)...]
    }
    text += remaining
    return text
  }

  func text(_ note: APIReference.Note) -> String {
    switch note {
    case .required: self[.required]
    case .optional: self[.optional]
    case .dynamic: self[.dynamic]
    case .synchronous: self[.synchronous]
    case .defaultValue(let value): text(.defaultValue, ["value": value])
    }
  }

  var callbacks: String {
    text(.callbacks, ["callback": "Callback<T>", "kept": "KeepAliveCallback<T>"])
  }

  /// Returns `true` if any member in a section has callbacks.
  static func hasCallbacks(_ section: APIReference.Section) -> Bool {
    section.entries.contains { entry in
      entry.groups.contains { $0.members.contains { $0.code.joined().contains("Callback") } }
    }
  }

  /// The platforms with a column.
  ///
  /// Types have none.
  func columns(of heading: EntryRow.Reference) -> [Platform] {
    heading.isOfTypes ? [] : reference.platforms
  }

  /// Returns a platform's cell: a version, `yes` or `–`.
  func cell(_ availability: APIReference.Availability, _ platform: Platform) -> String {
    guard availability.platforms.contains(platform) else { return "–" }
    return availability.since[platform] ?? self[.yes]
  }

  /// Returns a platform's name with the first version, if it is known.
  func platform(_ platform: Platform, in availability: APIReference.Availability) -> String {
    guard let version = availability.since[platform] else { return platform.displayName }
    return text(.since, ["platform": platform.displayName, "version": version])
  }

  /// Returns the platforms and versions as part of a sentence, such as `iOS since 1.2.0, Android`.
  func summary(_ availability: APIReference.Availability) -> String {
    reference.platforms.filter(availability.platforms.contains)
      .map { platform($0, in: availability) }.joined(separator: self[.separator])
  }

  /// Returns `true` if a member and its entry have different platforms or versions.
  func differs(
    _ member: APIReference.Availability, from entry: APIReference.Availability
  ) -> Bool {
    summary(member) != summary(entry)
  }

  /// Returns the sentence about a deprecation, if there is one.
  func deprecation(_ availability: APIReference.Availability) -> String? {
    guard availability.isDeprecated else { return nil }
    let reason = Self.line(availability.replacement ?? "")
    guard let end = reason.last else { return self[.deprecated] }
    return text(.deprecatedFor, ["text": reason + (end.isPunctuation ? "" : self[.period])])
  }

  static func line(_ text: String) -> String { paragraphs(text).joined(separator: " ") }

  /// Returns a description's nonempty lines.
  ///
  /// Control characters that hide or reorder text are removed.
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
