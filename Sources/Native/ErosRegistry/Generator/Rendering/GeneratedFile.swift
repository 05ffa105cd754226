public import ErosCore
import ErosCrypto

/// A part of the generated files.
public enum OutputPart: String, Sendable, CaseIterable {
  /// The files of the iOS app.
  case ios
  /// The files of the Android app.
  case android
  /// The JavaScript files.
  ///
  /// Both apps run them.
  case js
  /// All files.
  case all

  init(_ platform: Platform?) { self = platform.flatMap { Self(rawValue: $0.rawValue) } ?? .js }

  /// The platform of the app that gets the files, or `nil` for ``js`` and ``all``.
  public var platform: Platform? { Platform(rawValue: rawValue) }

  func contains(_ part: OutputPart?) -> Bool { self == .all || self == part }
}

/// A generated file.
public struct GeneratedFile: Hashable, Sendable {
  /// The name of the generated file without a header, because JSON has no comments.
  static let weexConfig = "weex_config_eros.json"

  /// The path from the output folder, with `/` as the separator.
  public let path: String
  /// The contents.
  public let bytes: [UInt8]
  /// The part of the output; `nil` for the manifest and for files that are written only once.
  public let part: OutputPart?

  package init(path: String, bytes: [UInt8], part: OutputPart? = nil) {
    self.path = path
    self.bytes = bytes
    self.part = part
  }

  /// Returns the digest of ``bytes`` in the form of the manifest.
  func digest() throws -> String { try SHA256Digest.of(bytes.span).description }
}
