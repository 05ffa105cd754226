import ErosCore

/// Writes the reference as Markdown: a page of contents, and a page for each kind of entry.
struct MarkdownReference {
  static let contents = "README.md"

  let text: ReferenceText
  let header: [String]

  static let allNames = [contents] + EntryRow.Reference.all.map(name)

  static func name(_ heading: EntryRow.Reference) -> String { heading.page + ".md" }

  func pages() -> [(name: String, text: String)] {
    [(Self.contents, contentsPage)]
      + text.reference.sections.map { (Self.name($0.heading), page($0)) }
  }

  // MARK: Contents

  private var contentsPage: String {
    var lines = ["# " + MarkdownEscaping.text(text.title), ""]
    lines += [MarkdownEscaping.text(text[.legend]), ""]
    for section in text.reference.sections {
      let columns = text.columns(of: section.heading)
      lines += ["## [\(text[section.heading.title])](\(Self.name(section.heading)))", ""]
      lines += Self.table([text[.name]] + columns.map(\.displayName) + [text[.description]])
      lines += section.entries.map { entry in
        let link = "[`\(entry.name)`](\(Self.name(section.heading))#\(entry.anchor))"
        let notes =
          [text.deprecation(entry.availability)].compactMap { $0 }
          + ReferenceText.paragraphs(entry.doc).prefix(1)
        return Self.row(
          [link] + columns.map { text.cell(entry.availability, $0) }
            + [notes.map(MarkdownEscaping.text).joined(separator: " ")])
      }
      lines.append("")
    }
    return file(lines)
  }

  // MARK: Entries

  private func page(_ section: APIReference.Section) -> String {
    var lines = [
      "# \(text[section.heading.title])", "", "[\(text[.contents])](\(Self.contents))", "",
    ]
    lines += [MarkdownEscaping.text(text[section.heading.introduction])]
    if ReferenceText.hasCallbacks(section) {
      lines += ["", MarkdownEscaping.text(text.callbacks)]
    }
    for entry in section.entries {
      lines += ["", Self.heading("##", entry.anchor, entry.name)]
      lines += description(entry.availability, entry.doc)
      if !section.heading.isOfTypes {
        lines += ["", text.summary(entry.availability) + text[.period]]
      }
      if !entry.usage.isEmpty { lines += Self.listing(entry.usage, section.heading.language) }
      for group in entry.groups {
        lines += ["", "### \(text[group.title])"]
        if let column = group.column {
          lines += [""] + table(group, column, text.columns(of: section.heading))
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
    lines += description(method.availability, method.doc)
    if !method.arguments.isEmpty {
      lines.append("")
      lines += method.arguments.map { name, doc in
        "- `\(name)`: " + Self.inline(doc, separator: " ")
      }
    }
    var facts = method.availability.notes.map { text.text($0) }
    if text.differs(method.availability, from: entry.availability) {
      facts.insert(text.summary(method.availability) + text[.period], at: 0)
    }
    if !facts.isEmpty { lines += ["", facts.joined(separator: " ")] }
    if !method.types.isEmpty {
      let links = method.types.map(Self.link).joined(separator: text[.separator])
      lines += ["", text.text(.usedTypes, ["types": links])]
    }
    return lines
  }

  private func table(
    _ group: APIReference.Group, _ column: ReferenceTerm, _ platforms: [Platform]
  ) -> [String] {
    Self.table(
      [text[column], text[.type]] + platforms.map(\.displayName) + [text[.description]])
      + group.members.map { member in
        let notes = member.availability.notes.map { MarkdownEscaping.text(text.text($0)) }
        let doc = Self.inline(member.doc, separator: "<br>")
        return Self.row(
          ["<a id=\"\(member.anchor)\"></a>`\(member.name)`", type(member)]
            + platforms.map { text.cell(member.availability, $0) }
            + [(notes + [doc]).filter { !$0.isEmpty }.joined(separator: " ")])
      }
  }

  // MARK: Parts

  private static func heading(_ level: String, _ anchor: String, _ name: String) -> String {
    "\(level) <a id=\"\(anchor)\"></a>`\(name)`"
  }

  /// Returns the deprecation and the paragraphs of a description.
  private func description(
    _ availability: APIReference.Availability, _ doc: String?
  ) -> [String] {
    let deprecation = text.deprecation(availability)
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

  private func type(_ member: APIReference.Member) -> String {
    let code = MarkdownEscaping.code(member.code.joined(separator: " "))
    switch member.types.count {
    case 0: return code
    case 1: return "[\(code)](\(Self.target(member.types[0])))"
    default:
      let links = member.types.map(Self.link).joined(separator: text[.separator])
      return "\(code) (\(links))"
    }
  }

  private static func link(_ type: String) -> String { "[`\(type)`](\(target(type)))" }

  private static func target(_ type: String) -> String {
    "\(name(.types))#\(ReferenceBuilder.anchor(ofType: type))"
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
