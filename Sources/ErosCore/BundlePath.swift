/// The canonical name of a file or folder inside a bundle, such as `pages/home/index.js`.
///
/// Relative, separated by `/`, without empty, `.` or `..` components, free of control characters and
/// backslashes, in Unicode's composed form (NFC). A name that could mean something else on another
/// system cannot be made into a `BundlePath`, so nothing below checks again.
public struct BundlePath: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The longest component, in bytes: what every file system in use can store.
  public static let maximumComponentLength = 255

  /// The longest path, in bytes.
  public static let maximumLength = 1024

  /// How many components a path may have.
  public static let maximumDepth = 64

  /// The path without a leading or trailing slash.
  public let string: String

  /// Checks `text` and brings it into composed form.
  ///
  /// - Throws: what makes the name unfit, as a ``BundlePathProblem``.
  public init(_ text: String) throws(BundlePathProblem) {
    // Composing makes a name at most three times shorter; what is longer need not be composed.
    guard text.utf8.count <= 3 * Self.maximumLength else { throw .tooLong }
    let canonical = text.composed
    try Self.check(canonical)
    self.string = canonical
  }

  public var description: String { string }

  /// The components, from the bundle's root down.
  public var components: [Substring] { string.pathComponents }

  /// The folder that holds it, or `nil` at the bundle's root.
  public var parent: BundlePath? {
    string.utf8.lastIndex(of: UInt8(ascii: "/")).map { BundlePath(trusted: String(string[..<$0])) }
  }

  /// What two names have in common when a file system that ignores case takes them for one.
  public var clashKey: String {
    if string.utf8.allSatisfy({ $0 < 0x80 }) { return string.lowercased() }
    let folded = string.uppercased().lowercased()
    return folded.utf8.elementsEqual(string.utf8) ? string : folded.composed
  }

  /// Hashes the bytes: the hash of a string composes it once more, which takes long.
  public func hash(into hasher: inout Hasher) {
    for byte in string.utf8 { hasher.combine(byte) }
  }

  /// Orders by the bytes of the name, whatever the locale; equality is by bytes too, since both are NFC.
  public static func < (left: BundlePath, right: BundlePath) -> Bool {
    inByteOrder(left.string, right.string)
  }

  private init(trusted string: String) {
    self.string = string
  }

  private static func check(_ text: String) throws(BundlePathProblem) {
    guard !text.isEmpty else { throw .empty }
    guard text.utf8.count <= maximumLength else { throw .tooLong }
    if let odd = text.unicodeScalars.first(where: { isControl($0) }) {
      throw .controlCharacter(odd.value)
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

  /// `C:a` is in the current folder of a drive, so what follows the colon does not matter.
  private static func startsWithDrive(_ component: Substring.UTF8View) -> Bool {
    guard let first = component.first, component.dropFirst().first == UInt8(ascii: ":") else {
      return false
    }
    return Unicode.Scalar(first).properties.isAlphabetic
  }

  /// `unzip` drops a semicolon and digits at the end, as VMS wrote versions: two names become one.
  private static func endsWithVersion(_ component: Substring.UTF8View) -> Bool {
    let digits = component.reversed().prefix(while: \.isDigit)
    return component.dropLast(digits.count).last == UInt8(ascii: ";")
  }

  /// C0 and C1 controls, and the characters that reorder or hide text on a terminal.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0: true
    case 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
    default: false
    }
  }
}

/// Why a name cannot be the path of a file in a bundle.
@nonexhaustive
public enum BundlePathProblem: Error, Hashable, Sendable {
  /// There is no name.
  case empty
  /// It starts with a slash.
  case absolute
  /// It starts with a drive letter, as on Windows.
  case drive
  /// A component ends with a semicolon and digits, which some readers take for a version.
  case version
  /// Two slashes follow each other, or it ends with one.
  case emptyComponent
  /// A component is `.` or `..`.
  case dots
  /// It holds a backslash, which Windows takes for a separator.
  case backslash
  /// It holds a control character, or one that reorders text; the Unicode scalar's number.
  case controlCharacter(UInt32)
  /// It is longer than ``BundlePath/maximumLength`` bytes.
  case tooLong
  /// A component is longer than ``BundlePath/maximumComponentLength`` bytes.
  case componentTooLong
  /// It has more than ``BundlePath/maximumDepth`` components.
  case tooDeep
  /// Its bytes are not well-formed UTF-8.
  case notUTF8
}

extension BundlePathProblem: CustomStringConvertible {
  /// The reason as the end of a sentence that starts with the name.
  public var description: String {
    switch self {
    case .empty: "the name is empty"
    case .absolute: "the name starts with '/'"
    case .drive: "the name starts with a drive letter"
    case .version: "a component of the name ends like a version: with ';' and digits"
    case .emptyComponent: "the name has an empty component"
    case .dots: "the name has a component '.' or '..'"
    case .backslash: "the name holds a backslash"
    case .controlCharacter(let scalar):
      "the name holds the control character U+\(scalar.hexadecimal(digits: 4, uppercase: true))"
    case .tooLong: "the name is longer than \(BundlePath.maximumLength) bytes"
    case .componentTooLong:
      "a component of the name is longer than \(BundlePath.maximumComponentLength) bytes"
    case .tooDeep: "the name has more than \(BundlePath.maximumDepth) components"
    case .notUTF8: "the name is not well-formed UTF-8"
    }
  }
}
