/// The name of an object: components separated by slashes, such as `metadata/1.root.json`.
///
/// A component is not empty, not `.` or `..`, at most 200 bytes long, and contains no slash,
/// backslash or control character, so a key is also a safe relative path of a file.
package struct ObjectKey: Sendable, Hashable, Comparable, CustomStringConvertible {
  private static let maximumLength = 900
  private static let maximumComponentLength = 200

  /// The key as a string.
  package let text: String

  /// Parses a key; returns `nil` if it is not valid.
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

  /// The components of the key.
  package var components: [String] { text.split(separator: "/").map(String.init) }

  package var description: String { text }

  package static func < (left: ObjectKey, right: ObjectKey) -> Bool {
    left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
  }
}
