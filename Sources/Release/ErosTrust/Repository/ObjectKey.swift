import ErosCore

/// Names an object, such as `metadata/1.root.json`.
///
/// Components are separated by slashes. Each has 1 to 200 bytes, is not `.` or `..`, and contains
/// no slash, backslash or control character. So a key is also a safe relative file path.
package struct ObjectKey: Sendable, Hashable, Comparable, CustomStringConvertible {
  private static let maximumLength = 900
  private static let maximumComponentLength = 200

  package let text: String

  /// Returns `nil` if the key is invalid.
  package init?(_ text: String) {
    let components = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    let isValid = components.allSatisfy { component in
      !component.isEmpty && component.count <= Self.maximumComponentLength
        && !component.elementsEqual(".".utf8) && !component.elementsEqual("..".utf8)
        && component.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\\") }
    }
    guard isValid, text.utf8.count <= Self.maximumLength else { return nil }
    self.text = text
  }

  package var components: [String] { text.split(separator: "/").map(String.init) }

  package var description: String { text }

  // Swift strings that are equal can differ in bytes.
  package static func == (left: ObjectKey, right: ObjectKey) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }

  package func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
  }

  package static func < (left: ObjectKey, right: ObjectKey) -> Bool {
    left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
  }
}
