import ErosCore
import ErosCrypto
import ErosRegistry

/// A part of an app that files are generated for.
public enum OutputPart: String, Sendable, CaseIterable {
  /// The iOS app.
  case ios
  /// The Android app.
  case android
  /// The JavaScript, which both apps run.
  case js

  init(_ platform: Platform?) {
    switch platform {
    case .ios: self = .ios
    case .android: self = .android
    case nil: self = .js
    }
  }
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
