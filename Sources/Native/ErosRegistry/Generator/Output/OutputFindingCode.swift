public import ErosCore

/// Codes for a folder of generated files.
public enum OutputFindingCode: String, FindingCode {
  /// A generated file is missing, edited, or no longer generated.
  case generatedStale

  public var remedy: Message? { "run `eros generate`" }
  public var summary: String { "generated files are up to date" }
}

extension OutputComparison {
  /// Returns a finding for each file that is not up to date.
  ///
  /// `path` converts a path in the output folder for the finding.
  package func findings(remedy: Message? = nil, at path: (String) -> String) -> [Finding] {
    let states: [(String, Message)] =
      missing.map { ($0.path, "the file is missing") }
      + different.map { ($0.file.path, "the file differs from the generated one") }
      + orphans.map { ($0, "the file is no longer generated") }
    return states.map { file, state in
      Finding(OutputFindingCode.generatedStale, file: path(file), state, remedy: remedy)
    }
  }
}
