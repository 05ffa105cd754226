public import ErosCore
import ErosCrypto

/// An app's `eros.native.json`, read from any of its forms.
///
/// The value keeps the full tree, so unknown keys keep their values and order. Reading checks only
/// that the document is an object; ``validate()`` checks its contents.
public struct NativeConfig: Sendable {
  /// The form of a configuration file.
  public enum Form: String, Sendable {
    /// JSON: the current source form.
    case json
    /// A JavaScript module with `module.exports = { … }`: the source form of old projects.
    case javaScript
    /// The encrypted form that apps ship.
    case encrypted
  }

  /// The limits of the reader, shared by all commands.
  ///
  /// They are far above any real configuration and limit the work on hostile input.
  public static let limits = JSONReader.Limits(bytes: 8 << 20, values: 2_000_000)

  /// The maximum file size, including the Base64 overhead of the longest document.
  package static let sizeLimit = 12 << 20

  /// The form of the file.
  public let form: Form

  /// The file name for errors and findings.
  public let file: String

  /// The root object.
  public let root: JSONObject

  /// The document of ``root``; for an encrypted file, the decrypted document.
  package let text: [UInt8]

  /// The platforms whose `zipFolder` is below a folder that does not exist, such as `platforms/ios`.
  var platformsWithoutFolder: Set<Platform> = []

  /// `diff.proxy` of the project's `config/eros.dev.js`, or `nil` if it is not used.
  var inheritedJSPath: String?

  /// The size of ``text`` in bytes, without a byte-order mark.
  package var textSize: Int { text.count }

  /// The byte range of ``root`` in ``text``.
  package let rootRange: Range<Int>

  /// Reads a configuration and detects its form.
  ///
  /// A JavaScript module is not executed, so it must contain only literals. Positions in errors and
  /// findings refer to `bytes`. For an encrypted file they refer to the decrypted document, and
  /// ``file`` ends with `(decrypted)`.
  ///
  /// - Throws: `JSONError` for malformed input or input that exceeds `limits`; ``ConfigError`` if
  ///   the file is a zip or the document is not an object; `ShippedConfigError` if an encrypted
  ///   file cannot be decrypted.
  public static func read(
    _ bytes: [UInt8], file: String, limits: JSONReader.Limits = limits
  ) throws -> NativeConfig {
    guard !bytes.starts(with: "PK\u{3}\u{4}".utf8) else {
      throw ConfigError(file: file, position: TextPosition(ofByte: 0, in: bytes), kind: .zip)
    }
    let bytes = Array(bytes.dropFirst(UTF8Text.markLength(of: bytes)))
    let form = form(of: bytes)
    switch form {
    case .json, .javaScript:
      return try NativeConfig(text: bytes, form: form, file: file, limits: limits)
    case .encrypted:
      let text = try ShippedConfigCipher.decrypt(bytes, file: file)
      return try NativeConfig(
        text: text, form: form, file: "\(file) (decrypted)", limits: limits)
    }
  }

  /// Creates a configuration from a tree.
  public init(root: JSONObject, file: String) {
    self.form = .json
    self.file = file
    self.root = root
    self.rootRange = 0..<0
    self.text = []
  }

  private init(
    text: [UInt8], form: Form, file: String, limits: JSONReader.Limits
  ) throws {
    let node = try JSONReader.read(
      text, file: file, syntax: form == .javaScript ? .javaScript : .json, limits: limits)
    guard let root = node.value.object else {
      throw ConfigError(
        file: file, position: TextPosition(ofByte: node.range.lowerBound, in: text),
        kind: .notAnObject(found: node.value.kindName))
    }
    self.form = form
    self.file = file
    self.root = root
    self.rootRange = node.range
    self.text = text
  }

  private static func form(of bytes: [UInt8]) -> Form {
    let rest = bytes.drop { " \t\r\n".utf8.contains($0) }
    switch rest.first {
    case nil, UInt8(ascii: "{"), UInt8(ascii: "["): return .json
    case UInt8(ascii: "\""):
      return rest.starts(with: "\"use strict\"".utf8) ? .javaScript : .encrypted
    default: return .javaScript
    }
  }
}

extension NativeConfig {
  /// Returns the node of a key such as `appName` or `version.iOS`, or `nil` if the key is missing.
  public func node(at key: String) -> JSONNode? {
    var object: JSONObject? = root
    var found: JSONNode?
    for part in key.split(separator: ".") {
      found = object?.node(of: String(part))
      object = found?.value.object
    }
    return found
  }

  /// Returns the string of a key, or `nil` if it is missing or not a string.
  public func string(at key: String) -> String? { node(at: key)?.value.string }

  /// Returns the Boolean of a key, written as `"true"` (as in Eros) or as `true`.
  public func flag(at key: String) -> Bool? { node(at: key)?.value.flag }

  /// Returns the string of a required key.
  ///
  /// - Throws: ``ConfigError`` if the key is missing, is not a string or is empty. The position of
  ///   a missing key is the start of the document.
  public func requiredString(at key: String) throws(ConfigError) -> String {
    guard let node = node(at: key) else { throw error(.missing(key: key), at: 0) }
    guard let string = node.value.string else {
      throw error(
        .wrongType(key: key, expected: "a string", found: node.value.kindName),
        at: node.range.lowerBound)
    }
    guard !string.isEmpty else { throw error(.empty(key: key), at: node.range.lowerBound) }
    return string
  }

  /// Returns the string of a key for a settings file without escapes, or "" if it is missing.
  ///
  /// - Throws: ``ConfigError`` if the value is not printable ASCII without spaces and backslashes.
  public func printableString(at key: String) throws(ConfigError) -> String {
    guard let node = node(at: key), let string = node.value.string else { return "" }
    let printable = UInt8(ascii: "!")...UInt8(ascii: "~")
    guard string.utf8.allSatisfy({ printable.contains($0) && $0 != UInt8(ascii: "\\") }) else {
      throw error(.notPrintable(key: key), at: node.range.lowerBound)
    }
    return string
  }

  /// All strings in the configuration, in document order, except strings of an unused tab bar.
  package var stringsInUse: [JSONNode] {
    var used = root
    if homePage != Self.tabBarValue { used["tabBar"] = nil }
    return JSONNode(.object(used)).strings
  }

  /// Returns the position of a node of ``root``.
  public func position(of node: JSONNode) -> TextPosition {
    TextPosition(ofByte: node.range.lowerBound, in: text)
  }

  func error(_ kind: ConfigErrorKind, at offset: Int) -> ConfigError {
    ConfigError(file: file, position: TextPosition(ofByte: offset, in: text), kind: kind)
  }
}

extension JSONNode {
  fileprivate var strings: [JSONNode] {
    switch value {
    case .string: [self]
    case .array(let nodes): nodes.flatMap(\.strings)
    case .object(let object): object.members.flatMap(\.node.strings)
    case .null, .bool, .number: []
    }
  }
}
