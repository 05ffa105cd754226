import ErosCore

/// The canonical form of JSON that TUF signs.
///
/// This is the OLPC format from section 4.2 of the TUF specification: no white space, keys in byte
/// order, integers only, and strings in UTF-8 that escape only `"` and `\`.
enum CanonicalJSON {
  /// Returns `nil` if `value` contains a number that is not an integer.
  static func encode(_ value: JSONValue) -> [UInt8]? {
    var bytes: [UInt8] = []
    return append(value, to: &bytes) ? bytes : nil
  }

  private static func append(_ value: JSONValue, to bytes: inout [UInt8]) -> Bool {
    switch value {
    case .null: bytes.append(contentsOf: "null".utf8)
    case .bool(let value): bytes.append(contentsOf: (value ? "true" : "false").utf8)
    case .number(let text): return append(integer: text, to: &bytes)
    case .string(let text): append(quoted: text, to: &bytes)
    case .array(let nodes):
      bytes.append(UInt8(ascii: "["))
      for (index, node) in nodes.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        guard append(node.value, to: &bytes) else { return false }
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let object):
      bytes.append(UInt8(ascii: "{"))
      let members = object.members.sorted { inByteOrder($0.key, $1.key) }
      for (index, member) in members.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        append(quoted: member.key, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        guard append(member.node.value, to: &bytes) else { return false }
      }
      bytes.append(UInt8(ascii: "}"))
    }
    return true
  }

  private static func append(integer text: String, to bytes: inout [UInt8]) -> Bool {
    let digits = text.utf8.drop { $0 == UInt8(ascii: "-") }
    guard digits.allSatisfy(\.isDigit) else { return false }
    bytes.append(contentsOf: (text == "-0" ? "0" : text).utf8)
    return true
  }

  private static func append(quoted text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
        bytes.append(UInt8(ascii: "\\"))
      }
      bytes.append(byte)
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
