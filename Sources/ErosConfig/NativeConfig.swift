public import ErosCore
import ErosCrypto

/// An app's `eros.native.json`, whichever of its forms it was read from.
///
/// The whole tree is kept, so keys that this project does not know survive in their order. Reading
/// checks no more than that the text is one object; ``validate()`` judges what is in it.
public struct NativeConfig: Sendable {
  /// How a configuration is written down.
  public enum Form: String, Sendable {
    /// Plain JSON: today's source form.
    case json
    /// A module with `module.exports = { … }`: the source form of old projects.
    case javaScript
    /// As apps ship it.
    case encrypted
  }

  /// Far above any real configuration; it bounds the work on a hostile one.
  ///
  /// One for all commands, so that none takes what another refuses.
  public static let limits = JSONReader.Limits(bytes: 8 << 20, values: 2_000_000)

  /// How large the file may be; leaves room for Base64 around the longest text.
  package static let sizeLimit = 12 << 20

  /// The form that was read.
  public let form: Form

  /// How errors and findings name the text.
  public let file: String

  /// Everything that the configuration holds.
  public let root: JSONObject

  /// The text that the places in ``root`` point into; for an encrypted file, what was inside.
  package let text: [UInt8]

  /// How many bytes the text has; a file has a byte-order mark before it when it has more.
  package var textSize: Int { text.count }

  /// Where ``root`` stands in the text.
  package let rootRange: Range<Int>

  /// Reads a configuration and finds out by itself which form it has.
  ///
  /// Nothing is executed: of a module, only literals are read. Places in errors and findings are
  /// those of `bytes`, or for an encrypted file those of the decrypted text, and `file` then says
  /// so.
  ///
  /// - Throws: `JSONError` and ``ConfigError`` for what cannot be read, also because of `limits`;
  ///   `ShippedConfigError` for an encrypted file that cannot be decrypted.
  public static func read(
    _ bytes: [UInt8], file: String, limits: JSONReader.Limits = limits
  ) throws -> NativeConfig {
    let bytes = withoutByteOrderMark(bytes)
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

  /// Builds a configuration from a tree, for those who make one.
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

  private static func withoutByteOrderMark(_ bytes: [UInt8]) -> [UInt8] {
    let mark = "\u{FEFF}".utf8
    return bytes.starts(with: mark) ? Array(bytes.dropFirst(mark.count)) : bytes
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
  /// The value of a key such as `appName` or `version.iOS`, or `nil` when it is not there.
  public func node(at key: String) -> JSONNode? {
    var object: JSONObject? = root
    var found: JSONNode?
    for part in key.split(separator: ".") {
      found = object?.node(of: String(part))
      object = found?.value.object
    }
    return found
  }

  /// The text of a key, or `nil` when it is not there or no string.
  public func string(at key: String) -> String? { node(at: key)?.value.string }

  /// The truth of a key, whether it is written as `"true"` as Eros does or as `true`.
  public func flag(at key: String) -> Bool? {
    switch node(at: key)?.value {
    case .bool(let isTrue): isTrue
    case .string("true"): true
    case .string("false"): false
    default: nil
    }
  }

  /// The text of a key that has to be there, not empty.
  ///
  /// - Throws: ``ConfigError`` at the value, or at the start of the text when there is none.
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

  /// The text of a key as every settings file takes it as it is, or an empty one when there is none.
  ///
  /// - Throws: ``ConfigError`` at a value that is not printable ASCII without spaces and backslashes.
  public func plainWord(at key: String) throws(ConfigError) -> String {
    guard let node = node(at: key), let string = node.value.string else { return "" }
    let printable = UInt8(ascii: "!")...UInt8(ascii: "~")
    guard string.utf8.allSatisfy({ printable.contains($0) && $0 != UInt8(ascii: "\\") }) else {
      throw error(.notPlainWord(key: key), at: node.range.lowerBound)
    }
    return string
  }

  /// Every string in the configuration, in the order of the text.
  package var strings: [JSONNode] { JSONNode(.object(root)).strings }

  /// Where a node of ``root`` stands in the text.
  public func position(of node: JSONNode) -> TextPosition {
    TextPosition(ofByte: node.range.lowerBound, in: text)
  }

  private func error(_ kind: ConfigErrorKind, at offset: Int) -> ConfigError {
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
