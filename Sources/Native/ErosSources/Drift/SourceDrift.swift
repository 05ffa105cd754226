package import ErosCore
package import ErosRegistry

/// The differences between a description and sources.
package struct SourceDrift: Sendable {
  package private(set) var findings: [Finding] = []
  /// The number of files read, by platform, and for JavaScript as `js`.
  package private(set) var fileCounts: [String: Int] = [:]
  package private(set) var skipped: [SkippedFolder] = []
  /// `true` if there are folders, but no native source or no JavaScript in them.
  private var comparedNothing = false

  /// Compares `description` with the sources in folders.
  ///
  /// If there is no description, compares the JavaScript with the native sources.
  package init(
    of description: ParsedRegistry?, native folders: [String], scripts: [String] = []
  ) throws {
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
  package func findings(by policy: FindingPolicy) -> [Finding] {
    let reported = policy.apply(to: findings)
    return comparedNothing ? reported.raisingNothingToRead : reported
  }
}

extension [Finding] {
  /// The findings, with folders without sources as errors.
  ///
  /// If you expect such folders, `--disable W097` has already omitted them.
  package var raisingNothingToRead: [Finding] {
    map { $0.has(RegistryRule.nothingToRead) ? $0.with(.error) : $0 }
  }

  /// The exit status of a comparison with sources.
  ///
  /// It is 66 if there was nothing to compare, and 1 if there is another error.
  package var comparisonStatus: ExitStatus {
    if errors.contains(where: { $0.has(RegistryRule.nothingToRead) }) { return .inputNotFound }
    return hasErrors ? .checkFailed : .success
  }
}
