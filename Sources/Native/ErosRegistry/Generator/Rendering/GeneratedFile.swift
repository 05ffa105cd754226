public import ErosCore
import ErosCrypto

/// The part of an app that a generated file belongs to.
public enum OutputPart: String, Sendable, CaseIterable {
  /// The iOS app.
  case ios
  /// The Android app.
  case android
  /// JavaScript for both apps.
  case js
  /// Everything.
  case all

  init(_ platform: Platform?) { self = platform.flatMap { Self(rawValue: $0.rawValue) } ?? .js }

  /// The platform whose app gets the files, or `nil` for ``js`` and ``all``.
  public var platform: Platform? { Platform(rawValue: rawValue) }

  func contains(_ part: OutputPart?) -> Bool { self == .all || self == part }
}

/// A file that `eros generate` writes.
public struct GeneratedFile: Hashable, Sendable {
  /// Has no header, because JSON has no comments.
  static let weexConfig = "weex_config_eros.json"

  /// The path in the output folder, with `/` as the separator.
  public let path: String
  /// The contents.
  public let bytes: [UInt8]
  /// The part of the app.
  ///
  /// `nil` for the manifest and for files that are written only once.
  public let part: OutputPart?
  /// The generated part of a file that belongs to the project, or `nil` if all of it is generated.
  let table: PluginTable?

  package init(path: String, bytes: [UInt8], part: OutputPart? = nil) {
    self.init(path: path, bytes: bytes, part: part, table: nil)
  }

  /// Creates a file in which only `table` is generated.
  init(path: String, table: PluginTable, part: OutputPart? = nil) {
    self.init(path: path, bytes: table.newFile, part: part, table: table)
  }

  private init(path: String, bytes: [UInt8], part: OutputPart?, table: PluginTable?) {
    self.path = path
    self.bytes = bytes
    self.part = part
    self.table = table
  }

  /// Returns the file as it is written over `present`, the contents of the file at `location`.
  ///
  /// - Throws: ``GeneratorError/unusableTable(_:reason:remedy:)`` or the error of a malformed file.
  func merged(into present: [UInt8]?, at location: String) throws -> GeneratedFile {
    guard let table else { return self }
    if let present {
      return GeneratedFile(
        path: path, bytes: try table.merged(into: present, at: location), part: part, table: table)
    }
    guard !bytes.isEmpty else {
      throw GeneratorError.unusableTable(
        location, reason: "the file does not exist", remedy: "correct 'generate.ios.infoPlist'")
    }
    return self
  }

  /// Returns the digest of ``bytes`` as the manifest states it.
  func digest() throws -> String { try SHA256Digest.of(bytes.span).description }
}
