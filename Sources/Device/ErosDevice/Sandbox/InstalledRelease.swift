public import ErosCore

/// The recorded description of a release in a sandbox.
public struct InstalledRelease: Hashable, Sendable {
  /// The digests of the files that the tree hash does not cover.
  public struct Digests: Hashable, Sendable {
    /// The SHA-256 of `bundle.zip`.
    public let zip: SHA256Digest
    /// The SHA-256 of `bundle.config`.
    public let config: SHA256Digest
    /// The SHA-256 of the zip's manifest, unpacked with the pages.
    public let manifest: SHA256Digest
  }

  /// The sizes of a release in bytes, so that files with another size are rejected without reading.
  public struct Sizes: Hashable, Sendable {
    /// The size of `bundle.zip`.
    public let zip: UInt64
    /// The total size of the pages, including the manifest.
    public let pages: UInt64
  }

  /// The name of the release: a hash over the path, size and SHA-256 of every page.
  public let tree: TreeHash
  /// The build time, which orders releases.
  public let timestamp: Timestamp
  /// The time of the first launch that found ``timestamp`` more than a day in the future.
  public internal(set) var seen: Timestamp?
  /// The minimum version of the Android app, as written in the manifest.
  public let android: String?
  /// The minimum version of the iOS app, as written in the manifest.
  public let iOS: String?
  /// The digests of the files that the tree hash does not cover.
  public let digests: Digests
  /// The sizes of the zip and the pages.
  public let sizes: Sizes

  /// Creates a release; versions longer than 64 bytes are ignored.
  init(
    tree: TreeHash, timestamp: Timestamp, android: String?, iOS: String?, digests: Digests,
    sizes: Sizes
  ) {
    self.tree = tree
    self.timestamp = timestamp
    self.android = Self.version(android)
    self.iOS = Self.version(iOS)
    self.digests = digests
    self.sizes = sizes
  }

  private static func version(_ value: String?) -> String? {
    let maximumByteCount = 64
    return value.flatMap { $0.utf8.count <= maximumByteCount ? $0 : nil }
  }

  /// Returns whether two releases with equal pages also have equal manifests.
  func hasSameManifest(as other: InstalledRelease) -> Bool {
    timestamp == other.timestamp && android == other.android && iOS == other.iOS
      && digests.manifest == other.digests.manifest
  }

  /// Returns whether ``timestamp`` is more than a day in the future at the time `now`.
  func isInFuture(at now: Timestamp) -> Bool {
    BundleManifest.isInFuture(timestamp.milliseconds, at: now.milliseconds)
  }

  /// Returns whether the release was built later than `other`.
  ///
  /// A build time in the future is wrong. It counts as the time when it was first seen, so that a
  /// bundle built later is newer. The clock may also be wrong. If both build times are in the
  /// future relative to the same time, they are compared with each other.
  func isNewer(than other: InstalledRelease, at now: Timestamp) -> Bool {
    let (time, otherTime) = (plausibleTime(at: now), other.plausibleTime(at: now))
    return time == otherTime && isInFuture(at: now) && other.isInFuture(at: now)
      ? timestamp > other.timestamp : time > otherTime
  }

  /// Returns whether the release was built before `built`, by the rules of ``isNewer(than:at:)``.
  func isOlder(thanBuild built: Timestamp, at now: Timestamp) -> Bool {
    let isOtherInFuture = BundleManifest.isInFuture(
      built.milliseconds, at: now.milliseconds)
    let (time, otherTime) = (plausibleTime(at: now), isOtherInFuture ? now : built)
    return time == otherTime && isInFuture(at: now) && isOtherInFuture
      ? timestamp < built : time < otherTime
  }

  private func plausibleTime(at now: Timestamp) -> Timestamp {
    isInFuture(at: now) ? min(seen ?? now, now) : timestamp
  }

  /// Returns the minimum version that the release requires of `app`, or `nil` if it requires none.
  ///
  /// Invalid versions are ignored, such as the placeholder `eros-template-version`.
  func requirement(of app: NativeApp) -> NativeVersion? {
    let versions =
      switch app.platform {
      case .android: [android]
      case .ios: [iOS]
      case nil: [android, iOS]
      }
    return versions.compactMap { $0.flatMap { NativeVersion($0) } }.max()
  }

  /// Returns whether the release can run on `app`; an unknown app (`nil`) can run all releases.
  func runs(on app: NativeApp?) -> Bool {
    guard let app, let requirement = requirement(of: app) else { return true }
    return app.version >= requirement
  }
}
