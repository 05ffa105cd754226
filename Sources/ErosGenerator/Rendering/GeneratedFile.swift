public import ErosCore
import ErosCrypto
import ErosRegistry

/// A part of the generated files.
public enum OutputPart: String, Sendable, CaseIterable {
  /// The files of the iOS app.
  case ios
  /// The files of the Android app.
  case android
  /// The JavaScript files, which both apps run.
  case js
  /// All files.
  case all

  init(_ platform: Platform?) { self = platform.flatMap { Self(rawValue: $0.rawValue) } ?? .js }

  /// The platform whose app gets the files, or `nil` for ``js`` and ``all``.
  public var platform: Platform? { Platform(rawValue: rawValue) }

  func contains(_ part: OutputPart?) -> Bool { self == .all || self == part }
}

/// A file that the description stands for.
public struct GeneratedFile: Hashable, Sendable {
  /// What we write without a mark, as JSON has no comments; the manifest is told by its members.
  static let routes = "routes.json"
  static let weexConfig = "weex_config_eros.json"
  static let namesWithoutHeader: Set<String> = [routes, weexConfig]

  /// Where it goes, from the output folder, with `/` between its parts.
  public let path: String
  /// What it holds.
  public let bytes: [UInt8]
  /// What it is for; `nil` for the manifest and for files that are written only once.
  public let part: OutputPart?

  init(path: String, bytes: [UInt8], part: OutputPart? = nil) {
    self.path = path
    self.bytes = bytes
    self.part = part
  }

  /// The digest of ``bytes``, as the manifest has it.
  func digest() throws -> String { try SHA256Digest.of(bytes.span).description }
}
