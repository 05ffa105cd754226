public import ErosCore

/// Codes that ``NativeConfig/validate()`` reports.
public enum ConfigFindingCode: String, FindingCode {
  /// A required key is missing or empty.
  case keyMissing
  /// An unknown key resembles a known key that is missing.
  case keyMisspelled
  /// `check.budget` is misspelled, or contains an unknown part.
  case keyUnknown
  /// Apps do not get this unknown key, because its section belongs to `eros`.
  case keyNotShipped
  /// A value has the wrong type.
  case typeWrong
  /// A flag is a string other than `"true"` and `"false"`.
  case flagWrong
  /// A flag is a JSON Boolean, but clients compare strings.
  case flagNotText
  /// A version is not one to four numbers with an optional suffix.
  case versionMalformed
  /// A color is not `#` and three, six or eight hexadecimal digits.
  case colorMalformed
  /// A size in the budget is malformed.
  case sizeMalformed
  /// An app cannot add a global with this name, see `rehearsal.globals`.
  case globalInvalid
  /// `release.store` is malformed.
  case storeMalformed
  /// `release.channel` is malformed.
  case channelMalformed
  /// A URL lacks a host or has the wrong scheme.
  case urlMalformed
  /// `diff.proxy` does not end with `/`.
  case urlWithoutSlash
  /// A page path does not start with `/`, or contains `..`.
  case pagePathMalformed
  /// A folder does not start with `/`.
  case folderNotAbsolute
  /// A folder contains `..`.
  case folderEscapes
  /// The app starts with the tab bar, but the configuration has none.
  case tabBarMissing
  /// The tab bar needs two to five tabs.
  ///
  /// This is only a warning if the app does not use the tab bar.
  case tabCountWrong

  public var severity: Finding.Severity {
    switch self {
    case .keyMisspelled, .keyNotShipped, .flagNotText, .urlWithoutSlash: .warning
    default: .error
    }
  }

  public var summary: String {
    switch self {
    case .keyMissing: "required keys are present"
    case .keyMisspelled: "keys are spelled correctly"
    case .keyUnknown: "the budget and its keys are spelled correctly"
    case .keyNotShipped: "sections of eros have only keys of eros"
    case .typeWrong: "values have the expected types"
    case .flagWrong: "flags are \"true\" or \"false\""
    case .flagNotText: "flags are strings"
    case .versionMalformed: "versions are one to four numbers"
    case .colorMalformed: "colors have the form '#' and hexadecimal digits"
    case .sizeMalformed: "sizes of the budget are valid"
    case .globalInvalid: "names of globals can belong to the app"
    case .storeMalformed: "the location of the store is valid"
    case .channelMalformed: "the name of the channel is valid"
    case .urlMalformed: "URLs have a host and the expected scheme"
    case .urlWithoutSlash: "the base URL of zips ends with '/'"
    case .pagePathMalformed: "paths of pages are absolute paths in the bundle"
    case .folderNotAbsolute: "folders start with '/'"
    case .folderEscapes: "folders do not contain '..'"
    case .tabBarMissing: "the tab bar exists if it is the first page"
    case .tabCountWrong: "the tab bar has two to five tabs"
    }
  }
}
