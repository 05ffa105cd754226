import ErosCore

/// The fields of a query or a form, `name=value&…`.
///
/// If a name occurs twice, the first value applies.
package struct FormFields: Sendable {
  private static let maximumCount = 64
  private var values: [(name: String, value: String)] = []

  /// Parses the fields.
  ///
  /// Values with invalid escapes and fields after the 64th are ignored.
  package init(_ text: some StringProtocol) {
    for field in text.utf8.split(separator: UInt8(ascii: "&"), maxSplits: Self.maximumCount) {
      guard values.count < Self.maximumCount else { return }
      let sign = field.firstIndex(of: UInt8(ascii: "="))
      let value = sign.map { field[field.index(after: $0)...] }
      guard let name = Self.decoded(field[..<(sign ?? field.endIndex)]),
        let text = value.map({ Self.decoded($0) }) ?? ""
      else { continue }
      values.append((name, text))
    }
  }

  /// Returns the first value of a field, or `nil` if the field is missing.
  package subscript(name: String) -> String? { values.first { $0.name == name }?.value }

  private static func decoded(_ bytes: some Collection<UInt8>) -> String? {
    let isPlain = !bytes.contains { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }
    guard !isPlain else { return String(validating: bytes, as: UTF8.self) }
    let spaced = bytes.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
    return String(validating: spaced, as: UTF8.self)?.percentDecoded
  }
}
