import ErosCore
import ErosRegistry

/// Writes the reference as Markdown: a page of contents, and a page for each kind of entry.
struct MarkdownReference {
  static let contents = "README.md"

  let text: ReferenceText
  /// The lines of the file header.
  let header: [String]

  /// The names of all possible pages.
  static let allNames = [contents] + APIReference.EntryKind.allCases.map(name)

  static func name(_ kind: APIReference.EntryKind) -> String { kind.page + ".md" }

  /// The pages by name.
  func pages() -> [(name: String, text: String)] {
    [(Self.contents, contentsPage)]
      + text.reference.sections.map { (Self.name($0.kind), page($0)) }
  }

  // MARK: Contents

  private var contentsPage: String {
    var lines = ["# " + MarkdownEscaping.text(text.title), ""]
    lines += [MarkdownEscaping.text(ReferenceText.legend), ""]
    for section in text.reference.sections {
      let columns = text.columns(of: section.kind)
      lines += ["## [\(section.kind.title)](\(Self.name(section.kind)))", ""]
      lines += Self.table(["Name"] + columns.map(\.displayName) + ["Description"])
      lines += section.entries.map { entry in
        let link = "[`\(entry.name)`](\(Self.name(section.kind))#\(entry.anchor))"
        let notes =
          [ReferenceText.deprecation(entry.availability)].compactMap { $0 }
          + ReferenceText.paragraphs(entry.doc).prefix(1)
        return Self.row(
          [link] + columns.map { ReferenceText.cell(entry.availability, $0) }
            + [notes.map(MarkdownEscaping.text).joined(separator: " ")])
      }
      lines.append("")
    }
    return file(lines)
  }

  // MARK: Entries

  private func page(_ section: APIReference.Section) -> String {
    var lines = ["# \(section.kind.title)", "", "[Contents](\(Self.contents))", ""]
    lines += [MarkdownEscaping.text(ReferenceText.introduction(of: section.kind))]
    if ReferenceText.hasCallbacks(section) {
      lines += ["", MarkdownEscaping.text(ReferenceText.callbacks)]
    }
    for entry in section.entries {
      lines += ["", Self.heading("##", entry.anchor, entry.name)]
      lines += Self.description(entry.availability, entry.doc)
      if section.kind != .type { lines += ["", text.summary(entry.availability) + "."] }
      if !entry.usage.isEmpty { lines += Self.listing(entry.usage, section.kind.language) }
      for group in entry.groups {
        lines += ["", "### \(group.title)"]
        if let column = group.column {
          lines += [""] + table(group, column, text.columns(of: section.kind))
        } else {
          for member in group.members { lines += method(member, of: entry) }
        }
      }
    }
    return file(lines)
  }

  private func method(
    _ method: APIReference.Member, of entry: APIReference.Entry
  ) -> [String] {
    var lines = ["", Self.heading("####", method.anchor, method.name)]
    lines += Self.listing(method.code, "ts")
    lines += Self.description(method.availability, method.doc)
    if !method.arguments.isEmpty {
      lines.append("")
      lines += method.arguments.map { name, doc in
        "- `\(name)`: " + Self.inline(doc, separator: " ")
      }
    }
    var facts = method.availability.notes
    if text.differs(method.availability, from: entry.availability) {
      facts.insert(text.summary(method.availability) + ".", at: 0)
    }
    if !facts.isEmpty { lines += ["", facts.joined(separator: " ")] }
    if !method.types.isEmpty {
      lines += ["", "Types: " + method.types.map(Self.link).joined(separator: ", ")]
    }
    return lines
  }

  private func table(
    _ group: APIReference.Group, _ column: String, _ platforms: [Platform]
  ) -> [String] {
    Self.table([column, "Type"] + platforms.map(\.displayName) + ["Description"])
      + group.members.map { member in
        let notes = member.availability.notes.map(MarkdownEscaping.text)
        let doc = Self.inline(member.doc, separator: "<br>")
        return Self.row(
          ["<a id=\"\(member.anchor)\"></a>`\(member.name)`", Self.type(member)]
            + platforms.map { ReferenceText.cell(member.availability, $0) }
            + [(notes + [doc]).filter { !$0.isEmpty }.joined(separator: " ")])
      }
  }

  // MARK: Parts

  private static func heading(_ level: String, _ anchor: String, _ name: String) -> String {
    "\(level) <a id=\"\(anchor)\"></a>`\(name)`"
  }

  /// The deprecation and the paragraphs of a description.
  private static func description(
    _ availability: APIReference.Availability, _ doc: String?
  ) -> [String] {
    let deprecation = ReferenceText.deprecation(availability)
      .map { ["", "**\(MarkdownEscaping.text($0))**"] }
    return (deprecation ?? [])
      + ReferenceText.paragraphs(doc).flatMap { ["", MarkdownEscaping.text($0)] }
  }

  private static func inline(_ doc: String?, separator: String) -> String {
    ReferenceText.paragraphs(doc).map(MarkdownEscaping.text).joined(separator: separator)
  }

  private static func listing(_ lines: [String], _ language: String) -> [String] {
    ["", "```" + language] + lines + ["```"]
  }

  private static func type(_ member: APIReference.Member) -> String {
    let code = MarkdownEscaping.code(member.code.joined(separator: " "))
    switch member.types.count {
    case 0: return code
    case 1: return "[\(code)](\(target(member.types[0])))"
    default: return "\(code) (\(member.types.map(link).joined(separator: ", ")))"
    }
  }

  private static func link(_ type: String) -> String { "[`\(type)`](\(target(type)))" }

  private static func target(_ type: String) -> String {
    "\(name(.type))#\(ReferenceBuilder.anchor(ofType: type))"
  }

  private static func table(_ titles: [String]) -> [String] {
    [row(titles), "|" + String(repeating: "---|", count: titles.count)]
  }

  private static func row(_ cells: [String]) -> String { "| \(cells.joined(separator: " | ")) |" }

  private func file(_ lines: [String]) -> String {
    let comments = header.map { "<!-- \(Escaping.comment($0)) -->" }
    var lines = comments + [""] + lines
    while lines.last == "" { lines.removeLast() }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension APIReference.EntryKind {
  /// The language of the listings that use an entry.
  var language: String {
    switch self {
    case .component, .embedView: "html"
    case .module, .jsAPI, .type: "js"
    case .widget, .containerAPI: "http"
    }
  }
}
