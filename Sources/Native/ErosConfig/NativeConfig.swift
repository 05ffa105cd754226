public import ErosCore
import ErosCrypto

/// An app's `eros.native.json`, read from any of its forms.
///
/// ```swift
/// let config = try NativeConfig.read(bytes, file: "eros.native.json")
/// for finding in config.validate() { print(finding) }
/// print(config.homePage ?? "no home page")
/// ```
///
/// The value keeps the whole tree, so unknown keys keep their values and order. Reading only checks
/// that the document is an object. Call ``validate()`` to check what is in it.
public struct NativeConfig: Sendable {
  /// The form of a configuration file.
  public enum Form: String, Sendable {
    /// JSON, as in new projects.
    case json
    /// A JavaScript module with `module.exports = { … }`, as in old projects.
    case javaScript
    /// The encrypted file that apps ship.
    case encrypted
  }

  /// Limits for hostile input, far above any real configuration.
  public static let limits = JSONReader.Limits(bytes: 8 << 20, values: 2_000_000)

  /// The maximum file size in bytes.
  ///
  /// Base64 makes an encrypted file larger than its document.
  package static let sizeLimit = 12 << 20

  /// The form of the file.
  public let form: Form

  /// The file name that errors and findings show.
  public let file: String

  /// The whole document.
  public let root: JSONObject

  /// The document's text, decrypted if the file is encrypted.
  package let text: [UInt8]

  /// Platforms whose native folder does not exist, such as `platforms/ios`.
  ///
  /// `zipFolder` names it.
  var platformsWithoutFolder: Set<Platform> = []

  /// `diff.proxy` from the project's `config/eros.dev.js`, if it counts.
  var inheritedJSPath: String?

  /// The bytes in ``text``.
  ///
  /// A byte-order mark does not count.
  package var textSize: Int { text.count }

  package let rootRange: Range<Int>

  /// Reads a configuration in any form.
  ///
  /// A JavaScript module is not executed, so it must contain only literals. Positions in errors and
  /// findings refer to `bytes`. For an encrypted file they refer to the decrypted document, and
  /// ``file`` ends with `(decrypted)`.
  ///
  /// - Throws: `JSONError` if the input is malformed or exceeds `limits`. ``ConfigError`` if the
  ///   file is a zip, or the document is not an object. `ShippedConfigError` if decryption fails.
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

  /// Wraps a tree that you built yourself.
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
    let content = bytes.drop { " \t\r\n".utf8.contains($0) }
    switch content.first {
    case nil, UInt8(ascii: "{"), UInt8(ascii: "["): return .json
    case UInt8(ascii: "\""):
      return content.starts(with: "\"use strict\"".utf8) ? .javaScript : .encrypted
    default: return .javaScript
    }
  }
}

extension NativeConfig {
  /// Returns the node at a key such as `appName` or `version.iOS`.
  public func node(at key: String) -> JSONNode? {
    var object: JSONObject? = root
    var node: JSONNode?
    for part in key.split(separator: ".") {
      node = object?.node(of: String(part))
      object = node?.value.object
    }
    return node
  }

  /// Returns a string, or `nil` if the key is missing or has another type.
  public func string(at key: String) -> String? { node(at: key)?.value.string }

  /// Returns a Boolean, written as `"true"` (as in Eros) or as `true`.
  public func flag(at key: String) -> Bool? { node(at: key)?.value.flag }

  /// Returns a string that must be set.
  ///
  /// - Throws: ``ConfigError`` if the key is missing, empty, or not a string. A missing key is
  ///   reported at the start of the document.
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

  /// Returns a string that can be written to a settings file unescaped, or "" if the key is
  /// missing.
  ///
  /// - Throws: ``ConfigError`` unless the value is printable ASCII and free of spaces and
  ///   backslashes.
  public func printableString(at key: String) throws(ConfigError) -> String {
    guard let node = node(at: key), let string = node.value.string else { return "" }
    let printable = UInt8(ascii: "!")...UInt8(ascii: "~")
    guard string.utf8.allSatisfy({ printable.contains($0) && $0 != UInt8(ascii: "\\") }) else {
      throw error(.notPrintable(key: key), at: node.range.lowerBound)
    }
    return string
  }

  /// All strings in document order, except in a tab bar that the app does not use.
  package var stringsInUse: [JSONNode] {
    var used = root
    if homePage != Self.tabBarValue { used["tabBar"] = nil }
    return JSONNode(.object(used)).strings
  }

  /// Returns the line and column where `node` starts.
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
