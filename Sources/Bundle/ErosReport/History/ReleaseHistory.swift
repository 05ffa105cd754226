public import ErosBundle
import ErosCore

/// The sizes of an app's releases, oldest first.
public struct ReleaseHistory: Sendable {
  /// The sizes of one release.
  public struct Release: Sendable {
    /// The file name of the bundle.
    let name: String
    let jsVersion: String
    /// The build time, in milliseconds since 1970.
    let timestamp: Int64
    /// The size of the zip, in bytes.
    let size: UInt64
    /// The total uncompressed size of the files, in bytes.
    let unpackedSize: UInt64
    let fileCount: Int
    /// The size of the content delta from the previous release, in bytes; `nil` for the first release, or if
    /// the delta could not be created.
    let deltaSize: UInt64?
    /// Whether this is the release that the report is about.
    let isCurrent: Bool
  }

  /// The releases by build time.
  public let releases: [Release]
  /// The release before the current release.
  public let predecessor: (any ZipSource)?

  /// The maximum number of releases, including the current release.
  static let maximumCount = 30
}

extension BundleReporter {
  fileprivate struct Candidate {
    let source: any ZipSource
    let summary: BundleReport.Summary
    let manifest: BundleManifest
    let isCurrent: Bool
  }

  /// Measures releases of an app and the content deltas between successive releases.
  ///
  /// Only verified bundles count. `skip` is called with each other bundle and the reason; `progress` with the
  /// number of finished steps, out of twice the number of bundles.
  ///
  /// - Throws: `FileError` if a zip cannot be read; `DeltaError`.
  public func history(
    of bundle: any ZipSource, after olds: [any ZipSource], progress: (Int) -> Void = { _ in },
    skip: (any ZipSource, _ reason: String) -> Void = { _, _ in }
  ) throws -> ReleaseHistory {
    guard let current = try candidate(bundle, isCurrent: true) else {
      return ReleaseHistory(releases: [], predecessor: nil)
    }
    var found = [current]
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
      found.append(candidate)
    }
    found.sort {
      ($0.manifest.timestamp, $0.summary.name, $1.isCurrent ? 0 : 1)
        < ($1.manifest.timestamp, $1.summary.name, $0.isCurrent ? 0 : 1)
    }
    while found.count > ReleaseHistory.maximumCount {
      let index = found[0].isCurrent ? 1 : 0
      skip(
        found[index].source,
        "the history shows only the newest \(ReleaseHistory.maximumCount) releases")
      found.remove(at: index)
    }
    var releases: [ReleaseHistory.Release] = []
    for (index, candidate) in found.enumerated() {
      progress(olds.count + index)
      let delta =
        index == 0
        ? nil : try updateCost(.delta, from: found[index - 1].source, to: candidate.source).size
      releases.append(candidate.release(deltaSize: delta))
    }
    let position = found.firstIndex(where: \.isCurrent) ?? 0
    return ReleaseHistory(
      releases: releases, predecessor: position > 0 ? found[position - 1].source : nil)
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
