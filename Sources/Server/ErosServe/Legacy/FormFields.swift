import ErosCore

/// The fields in a query or a form, `name=value&…`.
///
/// The first of several values counts.
struct FormFields: Sendable {
  private static let maximumCount = 64
  private var values: [(name: String, value: String)] = []

  /// Parses the fields, ignoring invalid escapes and everything after the 64th field.
  init(_ text: some StringProtocol) {
    let bytes = Array(text.utf8)
    var (start, count) = (0, 0)
    values.reserveCapacity(8)
    while start < bytes.count, count < Self.maximumCount {
      let field = bytes[start...].prefix { $0 != UInt8(ascii: "&") }
      start = field.endIndex + 1
      if !field.isEmpty {
        count += 1
        add(field)
      }
    }
  }

  private mutating func add(_ field: ArraySlice<UInt8>) {
    let name = field.prefix { $0 != UInt8(ascii: "=") }
    guard let value = Self.decoded(field[name.endIndex...].dropFirst()),
      let name = Self.decoded(name)
    else { return }
    values.append((name, value))
  }

  subscript(name: String) -> String? { values.first { $0.name == name }?.value }

  private static func decoded(_ bytes: ArraySlice<UInt8>) -> String? {
    let isPlain = !bytes.contains { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }
    guard !isPlain else { return String(wellFormed: bytes) }
    let spaced = bytes.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
    return String(wellFormed: spaced)?.percentDecoded
  }
}
