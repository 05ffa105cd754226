import ErosCore
import ErosTemplates

/// Writes the reference as one HTML page.
///
/// The page loads nothing else and works even if scripts are off.
struct HTMLReference {
  static let name = "index.html"

  let text: ReferenceText
  let header: [String]

  /// - Throws: `CryptoError` if hashing fails.
  func page() throws -> [UInt8] {
    let comments = header.map { "<!-- \(Escaping.comment($0)) -->\n" }.joined()
    let sections = text.reference.sections
    let values = [
      "legend": text[.legend].escapedForMarkup,
      "callbacks": sections.contains(where: ReferenceText.hasCallbacks)
        ? text.callbacks.escapedForMarkup : "",
      "platforms": text.reference.platforms.map {
        "<option value=\"\($0.rawValue)\">\($0.displayName)</option>"
      }.joined(),
      "count": text.text(.entries, ["count": String(sections.map(\.entries.count).reduce(0, +))]),
      "contents": sections.map(contents).joined(separator: "\n"),
      "sections": sections.map(section).joined(separator: "\n"),
    ]
    return try PageTemplate.reference(in: text.language).file(
      title: text.title, values.mapValues { Array($0.utf8) }, comments: comments)
  }

  // MARK: Entries

  private func contents(_ section: APIReference.Section) -> String {
    let items = section.entries.map {
      "<li><a href=\"#\($0.anchor)\"><code>\($0.name.escapedForMarkup)</code></a></li>"
    }
    return """
      <h2><a href="#\(section.heading.page)">\(text[section.heading.title])</a></h2>
      <ul>\(items.joined(separator: "\n"))</ul>
      """
  }

  private func section(_ section: APIReference.Section) -> String {
    """
    <section class="kind" aria-labelledby="\(section.heading.page)">
    <h2 id="\(section.heading.page)">\(text[section.heading.title])</h2>
    <p class="hint">\(text[section.heading.introduction].escapedForMarkup)</p>
    \(section.entries.map { entry($0, section.heading) }.joined(separator: "\n"))
    </section>
    """
  }

  private func entry(_ entry: APIReference.Entry, _ heading: EntryRow.Reference) -> String {
    let groups = entry.groups.map { group in
      let members =
        group.column.map { table(group, $0, text.columns(of: heading)) }
        ?? group.members.map { method($0, of: entry) }.joined(separator: "\n")
      return "<h4>\(text[group.title])</h4>\n\(members)"
    }
    let parts =
      [
        "<h3>\(Self.link(entry.anchor, entry.name))\(heading.isOfTypes ? "" : badges(entry.availability))</h3>",
        description(entry.availability, entry.doc), Self.listing(entry.usage),
      ] + groups
    return """
      <article id="\(entry.anchor)" \(Self.platforms(entry.availability))>
      \(parts.filter { !$0.isEmpty }.joined(separator: "\n"))
      </article>
      """
  }

  private func method(_ method: APIReference.Member, of entry: APIReference.Entry) -> String {
    let isOther = text.differs(method.availability, from: entry.availability)
    var parts = [
      "<h5>\(Self.link(method.anchor, method.name))"
        + "\(isOther ? badges(method.availability) : "")</h5>",
      Self.listing(method.code), description(method.availability, method.doc),
    ]
    if !method.arguments.isEmpty {
      let items = method.arguments.map { name, doc in
        "<dt><code>\(name.escapedForMarkup)</code></dt><dd>\(Self.inline(doc))</dd>"
      }
      parts.append("<dl>\(items.joined())</dl>")
    }
    let notes = method.availability.notes.map { text.text($0).escapedForMarkup }
    let types =
      method.types.isEmpty ? [] : [text.text(.usedTypes, ["types": links(method.types)])]
    if !(notes + types).isEmpty {
      parts.append("<p class=\"hint\">\((notes + types).joined(separator: " "))</p>")
    }
    return """
      <div class="member" id="\(method.anchor)" \(Self.platforms(method.availability))>
      \(parts.filter { !$0.isEmpty }.joined(separator: "\n"))
      </div>
      """
  }

  private func table(
    _ group: APIReference.Group, _ column: ReferenceTerm, _ platforms: [Platform]
  ) -> String {
    let titles =
      ([text[column], text[.type]] + platforms.map(\.displayName) + [text[.description]])
      .map { "<th scope=\"col\">\($0)</th>" }
    let rows = group.members.map { member in
      let cells = platforms.map { platform in
        "<td class=\"version\">\(text.cell(member.availability, platform))</td>"
      }
      return """
        <tr class="member" id="\(member.anchor)" \(Self.platforms(member.availability))>\
        <th scope="row">\(Self.link(member.anchor, member.name))</th><td>\(type(member))</td>\
        \(cells.joined())<td>\(notes(member))</td></tr>
        """
    }
    return """
      <div class="scroll" tabindex="0" role="group" aria-label="\(text[group.title])"><table>
      <thead><tr>\(titles.joined())</tr></thead>
      <tbody>
      \(rows.joined(separator: "\n"))
      </tbody></table></div>
      """
  }

  // MARK: Parts

  private static func link(_ anchor: String, _ name: String) -> String {
    "<a href=\"#\(anchor)\"><code>\(name.escapedForMarkup)</code></a>"
  }

  private func links(_ types: [String]) -> String {
    types.map { Self.link(ReferenceBuilder.anchor(ofType: $0), $0) }
      .joined(separator: text[.separator])
  }

  private func type(_ member: APIReference.Member) -> String {
    let code = "<code>\(member.code.joined(separator: " ").escapedForMarkup)</code>"
    return member.types.isEmpty ? code : code + "<br>" + links(member.types)
  }

  private func badges(_ availability: APIReference.Availability) -> String {
    text.reference.platforms.filter(availability.platforms.contains).map { platform in
      " <span class=\"badge\">\(text.platform(platform, in: availability))</span>"
    }.joined()
  }

  private static func platforms(_ availability: APIReference.Availability) -> String {
    let names = availability.platforms.sorted().map(\.rawValue).joined(separator: " ")
    return "data-platforms=\"\(names)\""
  }

  private func description(
    _ availability: APIReference.Availability, _ doc: String?
  ) -> String {
    let deprecation = text.deprecation(availability)
      .map { ["<p class=\"deprecated\">\($0.escapedForMarkup)</p>"] }
    let paragraphs = ReferenceText.paragraphs(doc).map { "<p>\($0.escapedForMarkup)</p>" }
    return ((deprecation ?? []) + paragraphs).joined(separator: "\n")
  }

  private func notes(_ member: APIReference.Member) -> String {
    let notes = member.availability.notes.map {
      "<span class=\"hint\">\(text.text($0).escapedForMarkup)</span>"
    }
    return (notes + [Self.inline(member.doc)]).filter { !$0.isEmpty }.joined(separator: " ")
  }

  private static func inline(_ doc: String?) -> String {
    ReferenceText.paragraphs(doc).map(\.escapedForMarkup).joined(separator: "<br>")
  }

  private static func listing(_ lines: [String]) -> String {
    let code = lines.joined(separator: "\n").escapedForMarkup
    return lines.isEmpty ? "" : "<pre tabindex=\"0\"><code>\(code)</code></pre>"
  }
}
