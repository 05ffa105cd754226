public import ErosCore

/// Codes for scripts that an app's oldest engine cannot run.
public enum EngineFindingCode: String, FindingCode {
  /// The oldest engine rejects some syntax, so that no line of the script runs.
  case syntaxTooNew
  /// The oldest engine lacks a standard class or method.
  case methodTooNew
  /// The script is not valid JavaScript, so nothing was compared.
  case engineNotChecked

  public var severity: Finding.Severity {
    switch self {
    case .syntaxTooNew, .methodTooNew: .warning
    case .engineNotChecked: .note
    }
  }

  public var remedy: Message? {
    switch self {
    case .syntaxTooNew:
      "let the build compile the scripts for this engine, or correct 'engines' in the configuration"
    case .methodTooNew:
      "add a polyfill, check that it exists before using it, or correct 'engines' in the configuration"
    case .engineNotChecked: "look at the script at this position; a failed build can end there"
    }
  }

  public var summary: String {
    switch self {
    case .syntaxTooNew: "the oldest engine can parse the scripts"
    case .methodTooNew: "the oldest engine has the standard methods that scripts use"
    case .engineNotChecked: "scripts can be compared with the oldest engine"
    }
  }
}
