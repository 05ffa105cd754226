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
    /// A required key is missing or empty.
    case keyMissing
    /// An unknown key is close to a known one that is missing; a warning.
    case keyMisspelt
    /// A value has another type than it needs.
    case typeWrong
    /// A flag is neither `"true"` nor `"false"`.
    case flagWrong
    /// A flag is a real boolean, while clients compare texts; a warning.
    case flagNotText
    /// A version is not one to four numbers.
    case versionMalformed
    /// A colour is not `#` and three, six or eight hexadecimal digits.
    case colorMalformed
    /// An address has no host, or another scheme than it needs.
    case urlMalformed
    /// The base address of published zips does not end in `/`; a warning.
    case urlWithoutSlash
    /// The path of a page does not start with `/`, or climbs with `..`.
    case pagePathMalformed
    /// A folder does not start with `/`.
    case folderNotAbsolute
    /// A folder leaves the native projects.
    case folderEscapes
    /// The first page is the tab bar, and there is none.
    case tabBarMissing
    /// There are not two to five tabs; a warning for a tab bar that is not used.
    case tabCountWrong
  }

  /// What kind of finding it is.
  public let code: Code
  /// How much it matters.
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

  /// The line of ``position``, from 1.
  public var line: Int { position.line }
  /// The column of ``position``, from 1, in Unicode scalars.
  public var column: Int { position.column }
}

extension ConfigFinding: CustomStringConvertible {
  /// One line with place, severity and message.
  public var description: String {
    "\(file.escapedForDisplay):\(position): \(severity.rawValue): \(message)"
  }
}
