public import ErosBundle
public import ErosCore

/// Sizes of an app's releases, oldest first.
public struct ReleaseHistory: Sendable {
  /// Sizes of one release.
  public struct Release: Sendable {
    /// File name of the bundle.
    let name: String
    let jsVersion: String
    /// Build time in milliseconds since 1970.
    let timestamp: Int64
    /// Size of the zip in bytes.
    let size: UInt64
    /// Total uncompressed size in bytes.
    let unpackedSize: UInt64
    let fileCount: Int
    /// Size in bytes of the content delta from the previous release.
    ///
    /// `nil` for the first release, or if no delta could be made.
    let deltaSize: UInt64?
    /// `true` for the release that the report is about.
    let isCurrent: Bool
  }

  /// Releases by build time.
  public let releases: [Release]
  /// Release before the current one.
  public let predecessor: (any ZipSource)?

  /// Maximum number of releases, with the current one.
  static let maximumCount = 30
}

extension BundleReporter {
  fileprivate struct Candidate {
    let source: any ZipSource
    let summary: BundleReport.Summary
    let manifest: BundleManifest
    let isCurrent: Bool
  }

  /// Measures an app's releases, and content deltas from each to the next.
  ///
  /// ```swift
  /// let history = try reporter.history(
  ///   of: bundle, after: olds, skip: { _, reason in print(reason) })
  /// let report = try reporter.report(on: bundle, since: history.predecessor, history: history)
  /// ```
  ///
  /// Only verified bundles count. `skip` is called with every bundle that is left out, and why.
  /// `progress` is called with the number of finished steps, out of twice the number of bundles.
  ///
  /// - Throws: `FileError` if a zip cannot be read, or `DeltaError`.
  public func history(
    of bundle: any ZipSource, after olds: [any ZipSource], progress: (Int) -> Void = { _ in },
    skip: (any ZipSource, _ reason: Message) -> Void = { _, _ in }
  ) throws -> ReleaseHistory {
    guard let current = try candidate(bundle, isCurrent: true) else {
      return ReleaseHistory(releases: [], predecessor: nil)
    }
    var candidates = [current]
    for (index, old) in olds.enumerated() {
      progress(index)
      guard let candidate = try candidate(old, isCurrent: false) else {
        skip(old, "verification failed")
        continue
      }
      if candidate.manifest.jsVersion == current.manifest.jsVersion,
        candidate.manifest.timestamp == current.manifest.timestamp
      {
        skip(old, "the new bundle")
        continue
      }
      candidates.append(candidate)
    }
    candidates.sort {
      ($0.manifest.timestamp, $0.summary.name, $1.isCurrent ? 0 : 1)
        < ($1.manifest.timestamp, $1.summary.name, $0.isCurrent ? 0 : 1)
    }
    while candidates.count > ReleaseHistory.maximumCount {
      let index = candidates[0].isCurrent ? 1 : 0
      skip(
        candidates[index].source,
        "the history shows only the newest \(ReleaseHistory.maximumCount) releases")
      candidates.remove(at: index)
    }
    var releases: [ReleaseHistory.Release] = []
    for (index, candidate) in candidates.enumerated() {
      progress(olds.count + index)
      let delta =
        index == 0
        ? nil
        : try updateCost(.delta, from: candidates[index - 1].source, to: candidate.source).size
      releases.append(candidate.release(deltaSize: delta))
    }
    let position = candidates.firstIndex(where: \.isCurrent) ?? 0
    return ReleaseHistory(
      releases: releases, predecessor: position > 0 ? candidates[position - 1].source : nil)
  }

  private func candidate(_ source: any ZipSource, isCurrent: Bool) throws -> Candidate? {
    let verification = try verifier.verify(source)
    guard verification.verdict == .verified, let manifest = verification.manifest else {
      return nil
    }
    return Candidate(
      source: source, summary: BundleReport.Summary(source, verification), manifest: manifest,
      isCurrent: isCurrent)
  }
}

extension BundleReporter.Candidate {
  fileprivate func release(deltaSize: UInt64?) -> ReleaseHistory.Release {
    ReleaseHistory.Release(
      name: summary.name, jsVersion: manifest.jsVersion.description, timestamp: manifest.timestamp,
      size: summary.size, unpackedSize: summary.unpackedSize,
      fileCount: summary.verification.files.count, deltaSize: deltaSize, isCurrent: isCurrent)
  }
}
