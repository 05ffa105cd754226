import ErosCore
import ErosRegistry
import ErosSources

/// The differences between a description and sources.
struct SourceDrift {
  private(set) var findings: [Finding] = []
  /// The number of files read, by platform, and for JavaScript as `js`.
  private(set) var fileCounts: [String: Int] = [:]
  private(set) var skipped: [SkippedFolder] = []
  /// `true` if there are folders, but no native source or no JavaScript in them.
  private var comparedNothing = false

  /// Compares `description` with the sources in folders.
  ///
  /// If there is no description, compares the JavaScript with the native sources.
  init(of description: ParsedRegistry?, native folders: [String], scripts: [String] = []) throws {
    let native = folders.isEmpty ? nil : try NativeSources(folders: folders)
    let registry = try description ?? .undescribed(native ?? NativeSources())
    if let native {
      findings += registry.drift(from: native)
      skipped += native.skippedFolders
      for platform in Platform.allCases {
        fileCounts[platform.rawValue] = native.fileCount(of: platform)
      }
      comparedNothing = fileCounts.values.allSatisfy { $0 == 0 }
    }
    if !scripts.isEmpty {
      let uses = try JSUses(folders: scripts, host: registry.host)
      findings += registry.drift(from: uses, sources: native)
      skipped += uses.skippedFolders
      fileCounts["js"] = uses.fileCount
      if uses.fileCount == 0 { comparedNothing = true }
    }
  }

  /// Returns the findings that `policy` reports.
  ///
  /// If there was nothing to compare, this is an error.
  func findings(by policy: FindingPolicy) -> [Finding] {
    let reported = policy.apply(to: findings)
    return comparedNothing ? reported.raisingNothingToRead : reported
  }

  /// Returns how many files were read, as text.
  ///
  /// A platform with no files was not compared.
  static func summary(of fileCounts: [String: Int]) -> String {
    let counts = [("ios", "iOS"), ("android", "Android"), ("js", "JavaScript")]
      .compactMap { key, title in
        fileCounts[key].map { "\($0 == 0 ? "no" : String($0)) \(title) file\($0 == 1 ? "" : "s")" }
      }
    return "Compared with \(counts.joined(separator: ", "))"
  }
}

extension [Finding] {
  /// The findings, with folders without sources as errors.
  ///
  /// If you expect such folders, `--disable W097` has already omitted them.
  var raisingNothingToRead: [Finding] {
    map { $0.has(RegistryRule.nothingToRead) ? $0.with(.error) : $0 }
  }

  var comparisonStatus: ErosCore.ExitStatus {
    if errors.contains(where: { $0.has(RegistryRule.nothingToRead) }) { return .inputNotFound }
    return hasErrors ? .checkFailed : .success
  }
}

extension OutputOptions {
  /// With `--verbose`, prints the folders that were not read, and why.
  func detail(_ skipped: [SkippedFolder]) {
    for folder in Set(skipped).sorted(by: { inByteOrder($0.path, $1.path) }) {
      detail("skipped '\(folder.path.escapedForDisplay)': \(folder.reason)")
    }
  }
}
