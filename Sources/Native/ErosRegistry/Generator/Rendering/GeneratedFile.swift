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

  package init(path: String, bytes: [UInt8], part: OutputPart? = nil) {
    self.path = path
    self.bytes = bytes
    self.part = part
  }

  /// Returns the digest of ``bytes`` as the manifest states it.
  func digest() throws -> String { try SHA256Digest.of(bytes.span).description }
}
