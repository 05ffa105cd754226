package import ErosCore

/// The result of comparing generated files and releases with a folder, and what follows from it.
///
/// ```swift
/// let outcome = GenerationOutcome(comparison, releases: releases, mode: .write)
/// if outcome.writes { try folder.apply(outcome.comparison) }
/// ```
package struct GenerationOutcome: Sendable {
  /// Whether to write outdated files, list them, or compare them.
  package enum Mode: Sendable { case write, dryRun, check }

  /// Why nothing was written.
  package enum Refusal: Sendable {
    /// A file would be replaced that was not generated.
    case unknownFile
    /// The surface of a recorded release would change.
    case versionTooLow
  }

  package let mode: Mode
  package let comparison: OutputComparison
  package let releases: [ReleaseCheck]
  /// `nil` for a check, which never writes, and if the files may be written.
  package let refusal: Refusal?

  /// Decides what a run does.
  ///
  /// If it `isForced`, it replaces files that were not generated.
  package init(
    _ comparison: OutputComparison, releases: [ReleaseCheck] = [], mode: Mode,
    isForced: Bool = false
  ) {
    self.mode = mode
    self.comparison = comparison
    self.releases = releases
    refusal =
      if mode == .check {
        nil
      } else if !isForced, !comparison.notGenerated.isEmpty {
        .unknownFile
      } else {
        releases.allSatisfy(\.isSufficient) ? nil : .versionTooLow
      }
  }

  /// `true` if the run writes the files.
  package var writes: Bool { mode == .write && refusal == nil }

  /// The exit status of a run whose files have errors.
  package var failureStatus: ExitStatus { refusal == .unknownFile ? .badData : .checkFailed }

  /// Returns findings about the files.
  ///
  /// A check reports files that are not up to date, and a refused run those that it would replace.
  /// `path` converts a path in the output folder for the finding.
  package func findings(manifest: String? = nil, at path: (String) -> String) -> [Finding] {
    let returns = comparison.withReturns.map {
      Finding(
        RegistryRule.lineEndings, file: path($0), "the lines of the file end with CR LF")
    }
    if mode == .check { return returns + comparison.findings(at: path) }
    guard refusal == .unknownFile else { return returns }
    return returns
      + comparison.notGenerated.map {
        Finding(
          RegistryRule.unknownOutput, file: path($0),
          "the file was not generated, and would be replaced",
          remedy: $0 == manifest
            ? "replace a manifest with conflict markers with `--force`"
            : "move it away, or pass `--force`")
      }
  }
}

extension RegistryGenerator {
  /// Compares all generated files with `folder`, or those of one part.
  package func comparison(
    with folder: OutputFolder, of part: OutputPart = .all
  ) throws -> OutputComparison {
    let manifest = registry.manifestPath
    let files = try files(only: part, listed: folder.listed(in: manifest))
    return try folder.compare(files, manifest: manifest) { isOutputPath($0, of: part) }
  }
}
