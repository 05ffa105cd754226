public import ErosCore

/// A problem in a configuration.
public struct ConfigFinding: Hashable, Sendable {
  /// The severity of a finding.
  public enum Severity: String, Sendable {
    /// The app or its packing does not work.
    case error
    /// The app works, but the configuration is probably not as intended.
    case warning
  }

  /// The kind of a finding.
  ///
  /// Scripts rely on the raw values.
  public enum Code: String, Sendable, CaseIterable {
    /// A required key is missing or empty.
    case keyMissing
    /// An unknown key resembles a known key that is missing; a warning.
    case keyMisspelt
    /// A value has the wrong type.
    case typeWrong
    /// A flag is neither `"true"` nor `"false"`.
    case flagWrong
    /// A flag is a JSON Boolean, but clients compare strings; a warning.
    case flagNotText
    /// A version is not one to four numbers.
    case versionMalformed
    /// A colour is not `#` and three, six or eight hexadecimal digits.
    case colorMalformed
    /// A URL lacks a host or has the wrong scheme.
    case urlMalformed
    /// The base URL of published zips does not end with `/`; a warning.
    case urlWithoutSlash
    /// A page path does not start with `/`, or contains `..`.
    case pagePathMalformed
    /// A folder does not start with `/`.
    case folderNotAbsolute
    /// A folder contains `..`.
    case folderEscapes
    /// The first page is the tab bar, but the configuration does not have one.
    case tabBarMissing
    /// The tab bar does not have two to five tabs; a warning if it is not used.
    case tabCountWrong
  }

  /// The kind of the finding.
  public let code: Code
  /// The severity of the finding.
  public let severity: Severity

  /// The affected key, such as `version.iOS`.
  public let key: String

  /// The name of the configuration, as passed to the reader.
  public let file: String

  /// The position of the value, or of the object that lacks a key.
  public let position: TextPosition

  /// The value found and the value expected.
  public let message: String

  /// The suggested fix, or `nil` if the message implies it.
  public let remedy: String?

  /// The line of ``position``, from 1.
  public var line: Int { position.line }
  /// The column of ``position``, from 1, in Unicode scalars.
  public var column: Int { position.column }
}

extension ConfigFinding: CustomStringConvertible {
  /// One line with file, position, severity and message.
  public var description: String {
    "\(file.escapedForDisplay):\(position): \(severity.rawValue): \(message)"
  }
}
