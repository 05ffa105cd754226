import ErosCore

/// The bundles of an app for legacy clients, and the rules that offer them.
///
/// All values come from signed metadata, and the loader has compared the files with their signed
/// digests.
struct LegacyApp: Sendable {
  /// A patch to a release.
  struct Patch: Sendable {
    /// The file name in the folder of the app.
    let file: String
    /// The build time of the old bundle.
    let built: Int64
  }

  /// A bundle embedded in an app.
  struct Embedded: Sendable {
    let jsVersion: BundleVersion
    let built: Int64
    /// The version of the app, or `nil` if it is unknown.
    let native: String?
  }

  /// A release of the channel, whether or not legacy clients can get it.
  struct Known: Sendable {
    let jsVersion: BundleVersion
    let built: Int64
    /// The minimum version of the app on each platform.
    let native: [Platform: String]
    /// Whether its bundle exists for legacy clients.
    ///
    /// `true` if the bundle was not examined.
    let isAvailable: Bool
  }

  /// The settings of an app.
  struct Settings: Sendable {
    /// Whether a release requires exactly its own version of the app, as on the old server.
    var needsEqualVersion = false
    /// Whether clients get a cookie with a bucket and take part in rollouts.
    var usesBuckets = false
  }

  let name: String
  let settings: Settings
  /// The releases that at least one client can get, newest first.
  let releases: [LegacyRelease]
  /// All releases of the channel.
  let known: [BundleVersion: Known]
  /// The response to `/app/list`: the releases in ``releases``.
  let list: [UInt8]
  private let embedded: [Embedded]
  /// The URL of the folder with the bundles and patches; it ends with a slash.
  private let folder: String
  /// The build times of all known bundles by version.
  private let built: [BundleVersion: Int64]

  /// - Parameters:
  ///   - name: The name that clients send.
  ///   - releases: The releases that at least one client can get.
  ///   - known: The other releases of the channel.
  ///   - embedded: The bundles embedded in apps.
  ///   - folder: The URL of the folder with the files; it ends with a slash.
  ///   - settings: The settings.
  init(
    name: String, releases: [LegacyRelease], known: [Known] = [], embedded: [Embedded] = [],
    folder: String, settings: Settings = Settings()
  ) {
    self.name = name
    self.settings = settings
    self.releases = releases.sorted { ($0.built, $0.number) > ($1.built, $1.number) }
    self.embedded = embedded
    self.folder = folder
    let all =
      known
      + releases.map {
        Known(jsVersion: $0.jsVersion, built: $0.built, native: $0.native, isAvailable: true)
      }
    self.known = Dictionary(all.map { ($0.jsVersion, $0) }) { $0.isAvailable ? $0 : $1 }
    var built: [BundleVersion: Int64] = [:]
    for release in releases {
      for (version, patch) in release.patches { built[version] = patch.built }
    }
    for bundle in embedded { built[bundle.jsVersion] = bundle.built }
    for release in all { built[release.jsVersion] = release.built }
    self.built = built
    list = Self.list(of: self.releases, name: name, folder: folder)
  }

  // MARK: - Decision

  /// Returns the response to an update check.
  ///
  /// A client without a bucket gets only fully rolled out releases.
  func response(to check: LegacyCheck, bucket: Int? = nil) -> LegacyResponse {
    let held = BundleVersion(check.jsVersion)
    // Uses indices, because copying the releases takes longer than the decision.
    let offered = releases.indices.first { index in
      releases[index].isOffered(to: bucket)
        && releases[index].fits(check, exactly: settings.needsEqualVersion)
    }
    guard let newest = offered.map({ releases[$0] }) else {
      let fitting = releases.filter { $0.fits(check, exactly: settings.needsEqualVersion) }
      return response(to: check, holding: held, among: fitting)
    }
    if held == newest.jsVersion { return check.acceptsPatch ? .upToDate : bundle(newest) }
    let heldTime = held.flatMap { built[$0] }
    // After an update of the app, Android clients send the version of an earlier download, but
    // apply patches to the bundle embedded in the app.
    let shipped = check.platform == .android ? shippedTime(check) : nil
    let isShippedNewer = shipped.map { $0 > heldTime ?? .min } ?? false
    let isCurrent =
      isShippedNewer
      ? shipped.map { $0 > newest.built } ?? false : heldTime.map { $0 >= newest.built } ?? false
    if isCurrent {
      // A client keeps its release even if the release is paused.
      let own = releases.first { $0.jsVersion == held }
      return check.acceptsPatch ? .upToDate : bundle(own ?? newest)
    }
    guard check.acceptsPatch, !isShippedNewer, let patch = held.flatMap({ newest.patches[$0] })
    else { return bundle(newest) }
    return .patch(to: newest.jsVersion, url: folder + patch.file)
  }

  /// Returns whether the app of a client meets the minimum of a release only because its version is
  /// one number.
  func isOnePartVersion(_ check: LegacyCheck) -> Bool {
    guard !settings.needsEqualVersion, let number = check.number else { return false }
    return releases.contains {
      $0.minimum(on: check.platform).map { number.meetsByForm($0) } ?? false
    }
  }

  /// Returns the response to a client that is offered no release.
  ///
  /// The releases in `fitting` support its app, but are paused or rolled out to other clients.
  private func response(
    to check: LegacyCheck, holding held: BundleVersion?, among fitting: [LegacyRelease]
  ) -> LegacyResponse {
    guard let newest = fitting.first else {
      return check.number == nil && !settings.needsEqualVersion
        ? .refused("the version of the app is malformed") : .unsupported
    }
    guard !check.acceptsPatch else { return .notOffered }
    // A client on Android requests the full bundle only after it was offered a release. After
    // another response, it would not check again until the next launch of the app.
    let own = releases.first { $0.jsVersion == held }
    return bundle(own ?? fitting.first { !$0.isPaused && $0.isStarted } ?? newest)
  }

  /// Returns the build time of the bundle embedded in a version of the app.
  private func shippedTime(_ check: LegacyCheck) -> Int64? {
    embedded.filter { bundle in
      guard let native = bundle.native else { return false }
      return native == check.version
        || (check.number != nil && NativeVersion(native) == check.number)
    }.map(\.built).max()
  }

  private func bundle(_ release: LegacyRelease) -> LegacyResponse {
    .bundle(release.jsVersion, url: folder + release.file)
  }

  // MARK: - List

  private static func list(
    of releases: [LegacyRelease], name: String, folder: String
  ) -> [UInt8] {
    LegacyResponse.document(
      0, "success",
      .list(
        releases.filter { !$0.isPaused && $0.isStarted }.map { release in
          .sorted([
            "appName": .string(name), "jsVersion": .string("\(release.jsVersion)"),
            "iOS": .string(release.native[.ios] ?? ""),
            "android": .string(release.native[.android] ?? ""),
            "timestamp": .integer(release.built), "jsPath": .string(folder),
          ])
        }))
  }
}
