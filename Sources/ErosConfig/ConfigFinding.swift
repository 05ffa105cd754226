public import ErosCore

/// One thing that is wrong or odd in a configuration.
public struct ConfigFinding: Hashable, Sendable {
  /// How much a finding matters.
  public enum Severity: String, Sendable {
    /// The app or its packing will not work.
    case error
    /// It works, but is probably not what was meant.
    case warning
  }

  /// What kind of finding it is; the words are a contract for scripts.
  public enum Code: String, Sendable, CaseIterable {
    case keyMissing, keyMisspelt
    case typeWrong, flagWrong, flagNotText
    case versionMalformed, colorMalformed, urlMalformed, urlWithoutSlash
    case pagePathMalformed, folderNotAbsolute, folderEscapes
    case tabBarMissing, tabCountWrong
  }

  public let code: Code
  public let severity: Severity

  /// The key it is about, such as `version.iOS`.
  public let key: String

  /// How the reader was told to name the configuration.
  public let file: String

  /// Where the value stands; for a missing key, the object that lacks it.
  public let position: TextPosition

  /// What was found and what is expected.
  public let message: String

  /// What to do about it, or `nil` when the message says it all.
  public let remedy: String?

  public var line: Int { position.line }
  public var column: Int { position.column }
}

extension ConfigFinding: CustomStringConvertible {
  /// One line with place, severity and message.
  public var description: String {
    "\(file.escapedForDisplay):\(position): \(severity.rawValue): \(message)"
  }
}
