/// The canonical path of a file or folder in a bundle, such as `pages/home/index.js`.
///
/// ```swift
/// let path = try BundlePath("pages/home/index.js")
/// print(path.components)  // ["pages", "home", "index.js"]
/// ```
///
/// A path is relative and separated by `/`. It contains no empty, `.` or `..` components, no
/// control characters and no backslashes, and is in Unicode's composed form (NFC). Any path that is
/// ambiguous on some system is refused, so code that receives a `BundlePath` need not check it.
public struct BundlePath: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// In bytes.
  ///
  /// All common file systems support this length.
  public static let maximumComponentLength = 255

  /// In bytes.
  public static let maximumLength = 1024

  /// The maximum number of components.
  public static let maximumDepth = 64

  /// Has no leading or trailing slash.
  public let string: String

  /// Checks `text`, and normalizes it to the composed form.
  ///
  /// - Throws: ``BundlePathProblem`` if `text` is not a valid path.
  public init(_ text: String) throws(BundlePathProblem) {
    // Composition shortens a path to a third at most, so a longer path is not composed.
    guard text.utf8.count <= 3 * Self.maximumLength else { throw .tooLong }
    let canonical = text.composed
    try Self.check(canonical)
    self.string = canonical
  }

  public var description: String { string }

  /// The components, starting at the bundle's root.
  public var components: [Substring] { string.pathComponents }

  /// The parent folder, or `nil` for an item in the root.
  public var parent: BundlePath? {
    string.utf8.lastIndex(of: UInt8(ascii: "/")).map { BundlePath(trusted: String(string[..<$0])) }
  }

  /// Equal for two paths that a case-insensitive file system treats as the same.
  public var clashKey: String {
    if string.utf8.allSatisfy({ $0 < 0x80 }) { return string.lowercased() }
    let folded = string.uppercased().lowercased()
    return folded.utf8.elementsEqual(string.utf8) ? string : folded.composed
  }

  /// Hashes bytes, because a `String` is slow to normalize.
  public func hash(into hasher: inout Hasher) {
    for byte in string.utf8 { hasher.combine(byte) }
  }

  /// Compares bytes, so the locale does not matter.
  ///
  /// Equality also compares bytes, because both paths are in NFC.
  public static func < (left: BundlePath, right: BundlePath) -> Bool {
    inByteOrder(left.string, right.string)
  }

  private init(trusted string: String) {
    self.string = string
  }

  private static func check(_ text: String) throws(BundlePathProblem) {
    guard !text.isEmpty else { throw .empty }
    guard text.utf8.count <= maximumLength else { throw .tooLong }
    if let control = text.unicodeScalars.first(where: { isControl($0) }) {
      throw .controlCharacter(control.value)
    }
    guard !text.utf8.contains(UInt8(ascii: "\\")) else { throw .backslash }
    let components = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard components.count <= maximumDepth else { throw .tooDeep }
    if components[0].isEmpty { throw .absolute }
    for component in components {
      try check(component: component)
    }
    if startsWithDrive(components[0]) { throw .drive }
    if components.contains(where: endsWithVersion) { throw .version }
  }

  private static func check(component: Substring.UTF8View) throws(BundlePathProblem) {
    if component.isEmpty { throw .emptyComponent }
    if component.elementsEqual(".".utf8) || component.elementsEqual("..".utf8) { throw .dots }
    if component.count > maximumComponentLength { throw .componentTooLong }
  }

  /// Returns `true` if a component starts like `C:`.
  ///
  /// On Windows, even `C:a` is a path on drive C.
  private static func startsWithDrive(_ component: Substring.UTF8View) -> Bool {
    guard let first = component.first, component.dropFirst().first == UInt8(ascii: ":") else {
      return false
    }
    return Unicode.Scalar(first).properties.isAlphabetic
  }

  /// Returns `true` if a component ends with a VMS version such as `;1`, which `unzip` removes.
  private static func endsWithVersion(_ component: Substring.UTF8View) -> Bool {
    let digits = component.reversed().prefix(while: \.isDigit)
    return component.dropLast(digits.count).last == UInt8(ascii: ";")
  }

  /// Returns `true` for C0 and C1 controls, and for what reorders or hides text on a terminal.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0: true
    case 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
    default: false
    }
  }
}

/// A reason why a string is not a valid ``BundlePath``.
@nonexhaustive
public enum BundlePathProblem: Error, Hashable, Sendable {
  /// The path is empty.
  case empty
  /// The path starts with a slash.
  case absolute
  /// The path starts with a drive letter, as on Windows.
  case drive
  /// A component ends with a semicolon and digits, which some readers parse as a version.
  case version
  /// A component is empty: the path contains `//` or ends with a slash.
  case emptyComponent
  /// A component is `.` or `..`.
  case dots
  /// The path contains a backslash, which separates components on Windows.
  case backslash
  /// The path contains a control character, or a character that reorders text.
  ///
  /// The associated value is its scalar value.
  case controlCharacter(UInt32)
  /// The path is longer than ``BundlePath/maximumLength`` bytes.
  case tooLong
  /// A component is longer than ``BundlePath/maximumComponentLength`` bytes.
  case componentTooLong
  /// The path has more than ``BundlePath/maximumDepth`` components.
  case tooDeep
  /// The path is not well-formed UTF-8.
  case notUTF8
}

extension BundlePathProblem: ErrorClause, CustomStringConvertible {
  public var description: String { "\(clause)" }

  /// The reason as a clause after the path.
  public var clause: Message {
    switch self {
    case .empty: "the name is empty"
    case .absolute: "the name starts with '/'"
    case .drive: "the name starts with a drive letter"
    case .version: "a component of the name ends with ';' and digits, like a VMS version"
    case .emptyComponent: "the name has an empty component"
    case .dots: "the name contains a '.' or '..' component"
    case .backslash: "the name contains a backslash"
    case .controlCharacter(let scalar):
      "the name contains the control character U+\(scalar.hexadecimal(digits: 4, uppercase: true))"
    case .tooLong: "the name is longer than \(BundlePath.maximumLength) bytes"
    case .componentTooLong:
      "a component of the name is longer than \(BundlePath.maximumComponentLength) bytes"
    case .tooDeep: "the name has more than \(BundlePath.maximumDepth) components"
    case .notUTF8: "the name is not well-formed UTF-8"
    }
  }
}
