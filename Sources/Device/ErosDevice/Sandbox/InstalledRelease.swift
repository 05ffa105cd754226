public import ErosCore

/// A device's record of a release in its folder.
public struct InstalledRelease: Hashable, Sendable {
  /// Digests of files that the tree hash does not cover.
  public struct Digests: Hashable, Sendable {
    /// The digest of `bundle.zip`.
    public let zip: SHA256Digest
    /// The digest of `bundle.config`.
    public let config: SHA256Digest
    /// The digest of the zip's manifest, which is unpacked with the pages.
    public let manifest: SHA256Digest
  }

  /// Sizes in bytes.
  ///
  /// A file with another size is rejected before it is read.
  public struct Sizes: Hashable, Sendable {
    /// The size of `bundle.zip`.
    public let zip: UInt64
    /// The size of all pages, including the manifest.
    public let pages: UInt64
  }

  /// Identifies the release: a hash over the path, size and SHA-256 of every page.
  public let tree: TreeHash
  /// The build time.
  ///
  /// Orders releases.
  public let timestamp: Timestamp
  /// The first launch at which ``timestamp`` was more than a day in the future, if any.
  public internal(set) var seen: Timestamp?
  /// The minimum Android app version, as the manifest states it.
  public let android: String?
  /// The minimum iOS app version, as the manifest states it.
  public let iOS: String?
  /// Digests of files that the tree hash does not cover.
  public let digests: Digests
  /// Sizes of the zip and the pages.
  public let sizes: Sizes

  /// Ignores versions longer than 64 bytes.
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

  /// Compares the manifests of two releases with equal pages.
  func hasSameManifest(as other: InstalledRelease) -> Bool {
    timestamp == other.timestamp && android == other.android && iOS == other.iOS
      && digests.manifest == other.digests.manifest
  }

  /// Returns `true` if ``timestamp`` is more than a day after `now`.
  func isInFuture(at now: Timestamp) -> Bool {
    BundleManifest.isInFuture(timestamp.milliseconds, at: now.milliseconds)
  }

  /// Returns `true` if the release was built later than `other`.
  ///
  /// A build time in the future is wrong, so it counts as the time when it was first seen. A bundle
  /// that is built later is then newer. The clock may be wrong as well: if both build times are in
  /// the future relative to the same time, they are compared with each other.
  func isNewer(than other: InstalledRelease, at now: Timestamp) -> Bool {
    let (time, otherTime) = (plausibleTime(at: now), other.plausibleTime(at: now))
    return time == otherTime && isInFuture(at: now) && other.isInFuture(at: now)
      ? timestamp > other.timestamp : time > otherTime
  }

  /// Returns `true` if the release was built before `built`, by the rules of ``isNewer(than:at:)``.
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
  /// Ignores invalid versions, such as the placeholder `eros-template-version`.
  func requirement(of app: NativeApp) -> NativeVersion? {
    let versions =
      switch app.platform {
      case .android: [android]
      case .ios: [iOS]
      case nil: [android, iOS]
      }
    return versions.compactMap { $0.flatMap { NativeVersion($0) } }.max()
  }

  /// Returns `true` if `app` can run the release.
  ///
  /// An unknown app (`nil`) can run all releases.
  func runs(on app: NativeApp?) -> Bool {
    guard let app, let requirement = requirement(of: app) else { return true }
    return app.version >= requirement
  }
}
