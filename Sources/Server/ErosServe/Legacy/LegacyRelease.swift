import ErosCore

struct LegacyRelease: Sendable {
  /// Rollouts are shares of this number.
  static let bucketCount = 10_000

  let number: Int64
  let jsVersion: BundleVersion
  /// Milliseconds since 1970.
  let built: Int64
  /// The lowest supported app version per platform.
  let native: [Platform: String]
  let isPaused: Bool
  /// Keyed by the version of the old bundle.
  let patches: [BundleVersion: LegacyApp.Patch]
  /// The number of buckets that get the release.
  private let rollout: Int
  /// Added to a bucket, so that each rollout starts with different clients.
  private let offset: Int
  private let minimumIOS: NativeVersion?
  private let minimumAndroid: NativeVersion?

  init(
    number: Int64, jsVersion: BundleVersion, built: Int64, native: [Platform: String],
    rollout: Int = bucketCount, offset: Int = 0, isPaused: Bool = false,
    patches: [BundleVersion: LegacyApp.Patch] = [:]
  ) {
    self.number = number
    self.jsVersion = jsVersion
    self.built = built
    self.native = native
    self.rollout = rollout
    self.offset = offset
    self.isPaused = isPaused
    self.patches = patches
    // A value that is not a version, such as `eros-template-version`, sets no minimum.
    minimumIOS = native[.ios].flatMap { NativeVersion($0) }
    minimumAndroid = native[.android].flatMap { NativeVersion($0) }
  }

  var file: String { "\(jsVersion).zip" }

  /// `false` if the rollout includes no client.
  var isStarted: Bool { rollout > 0 }

  func isOffered(to bucket: Int?) -> Bool {
    guard !isPaused else { return false }
    guard rollout < Self.bucketCount else { return true }
    return bucket.map { ($0 + offset) % Self.bucketCount < rollout } ?? false
  }

  /// `exactly` demands the same app version instead of at least the minimum.
  func fits(_ check: LegacyCheck, exactly: Bool) -> Bool {
    if exactly { return native[check.platform] == check.version }
    guard let minimum = minimum(on: check.platform) else { return true }
    return check.number.map { minimum <= $0 } ?? false
  }

  func minimum(on platform: Platform) -> NativeVersion? {
    switch platform {
    case .ios: minimumIOS
    case .android: minimumAndroid
    }
  }
}
