/// Writes JSON documents.
///
/// ```swift
/// let bytes = JSONWriter.write(value, layout: .pretty)
/// ```
public enum JSONWriter {
  /// A layout of white space, without a newline at the end.
  public enum Layout: Sendable {
    /// Has no white space, like JavaScript's `JSON.stringify`.
    case compact
    /// One item per line, indented by two spaces, like `JSON.stringify`.
    case pretty
    /// Like ``pretty``, but with a space before each colon, and with an empty line in an empty
    /// array or object.
    ///
    /// This is how Foundation's `JSONEncoder` writes.
    case spacious
  }

  /// Returns `value` in UTF-8.
  ///
  /// Numbers keep their spelling.
  public static func write(_ value: JSONValue, layout: Layout = .compact) -> [UInt8] {
    var output = Output(layout: layout)
    output.append(value)
    return output.bytes
  }

  private struct Output {
    let layout: Layout
    var bytes: [UInt8] = []
    private var depth = 0

    private var colon: String {
      switch layout {
      case .compact: ":"
      case .pretty: ": "
      case .spacious: " : "
      }
    }

    init(layout: Layout) {
      self.layout = layout
    }

    mutating func append(_ value: JSONValue) {
      switch value {
      case .null: bytes.append(contentsOf: "null".utf8)
      case .bool(let value): bytes.append(contentsOf: (value ? "true" : "false").utf8)
      case .number(let text): bytes.append(contentsOf: text.utf8)
      case .string(let text): append(quoted: text)
      case .array(let nodes):
        appendItems(nodes, between: "[", "]") { output, node in output.append(node.value) }
      case .object(let object):
        appendItems(object.members, between: "{", "}") { output, member in
          output.append(quoted: member.key)
          output.bytes.append(contentsOf: output.colon.utf8)
          output.append(member.node.value)
        }
      }
    }

    private mutating func appendItems<Item>(
      _ items: [Item], between opening: String, _ closing: String,
      _ append: (inout Output, Item) -> Void
    ) {
      bytes.append(contentsOf: opening.utf8)
      depth += 1
      for (index, item) in items.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        breakLine()
        append(&self, item)
      }
      if items.isEmpty, layout == .spacious { bytes.append(UInt8(ascii: "\n")) }
      depth -= 1
      if !items.isEmpty || layout == .spacious { breakLine() }
      bytes.append(contentsOf: closing.utf8)
    }

    private mutating func breakLine() {
      guard layout != .compact else { return }
      bytes.append(UInt8(ascii: "\n"))
      bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: depth * 2))
    }

    private mutating func append(quoted text: String) {
      bytes.append(UInt8(ascii: "\""))
      // Appending all bytes at once is faster, and few strings need escapes.
      let needsEscapes = text.utf8.contains {
        $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\")
      }
      if needsEscapes {
        append(escaped: text)
      } else {
        bytes.append(contentsOf: text.utf8)
      }
      bytes.append(UInt8(ascii: "\""))
    }

    private mutating func append(escaped text: String) {
      for byte in text.utf8 {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"):
          bytes.append(UInt8(ascii: "\\"))
          bytes.append(byte)
        case 0..<0x20:
          append(escapeOf: byte)
        default:
          bytes.append(byte)
        }
      }
    }

    private mutating func append(escapeOf control: UInt8) {
      let escape =
        switch control {
        case 0x08: "\\b"
        case 0x09: "\\t"
        case 0x0A: "\\n"
        case 0x0C: "\\f"
        case 0x0D: "\\r"
        default: "\\u" + control.hexadecimal(digits: 4)
        }
      bytes.append(contentsOf: escape.utf8)
    }
  }
}
