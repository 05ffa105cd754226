/// The texts of a language by the English texts, read from a PO file of gettext.
package struct Translations: Sendable {
  /// Where a text is used, the `msgctxt` of its entry.
  package enum Context: String, CaseIterable, Sendable {
    /// Problems and remedies of errors.
    case error
    /// Messages and remedies of findings.
    case finding
    /// The help of the commands.
    case help
    /// The HTML pages of the server and the reports.
    case page
    /// Labels, notes, warnings and mistakes in arguments.
    case usage
  }

  private var texts: [Context: [String: String]] = [:]

  /// Reads the entries with a known context and a translation.
  ///
  /// An entry is a `msgctxt`, a `msgid` and a `msgstr` in this order, each with the quoted strings that follow
  /// it, as `msgcat` writes them. Other lines are ignored. There are no plural forms.
  package init(po bytes: [UInt8]) {
    var entry = Entry()
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      guard line.first != UInt8(ascii: "#"), let quote = line.firstIndex(of: UInt8(ascii: "\""))
      else { continue }
      if let keyword = Keyword(line[..<quote]) {
        if entry.keyword == .msgstr {
          add(entry)
          entry = Entry()
        }
        entry.keyword = keyword
      }
      entry.append(line[(quote + 1)...])
    }
    add(entry)
  }

  private mutating func add(_ entry: Entry) {
    guard let context = Context(rawValue: entry.context), !entry.text.isEmpty else { return }
    texts[context, default: [:]][entry.english] = entry.text
  }

  /// The texts of a context by the English texts.
  package subscript(_ context: Context) -> [String: String] { texts[context] ?? [:] }
}

extension Translations {
  private enum Keyword: String {
    case msgctxt, msgid, msgstr

    /// The first word before a quoted string, or `nil` if the string continues the one above.
    init?(_ start: ArraySlice<UInt8>) {
      self.init(rawValue: String(decoding: start.prefix { $0 != UInt8(ascii: " ") }, as: UTF8.self))
    }
  }

  private struct Entry {
    var keyword: Keyword?
    var context = ""
    var english = ""
    var text = ""

    /// Appends a string to the part that the keyword names, up to the closing quote.
    mutating func append(_ quoted: ArraySlice<UInt8>) {
      var bytes: [UInt8] = []
      var isEscaped = false
      for byte in quoted {
        if !isEscaped, byte == UInt8(ascii: "\"") { break }
        if !isEscaped, byte == UInt8(ascii: "\\") {
          isEscaped = true
          continue
        }
        switch (isEscaped, byte) {
        case (true, UInt8(ascii: "n")): bytes.append(UInt8(ascii: "\n"))
        case (true, UInt8(ascii: "t")): bytes.append(UInt8(ascii: "\t"))
        default: bytes.append(byte)
        }
        isEscaped = false
      }
      let string = String(decoding: bytes, as: UTF8.self)
      switch keyword {
      case .msgctxt: context += string
      case .msgid: english += string
      case .msgstr: text += string
      case nil: break
      }
    }
  }
}
