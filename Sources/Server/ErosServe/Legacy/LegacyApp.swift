import ErosCore

/// Decides which bundle a legacy client gets.
///
/// Everything comes from signed metadata, and the loader has compared the files with their signed
/// digests.
struct LegacyApp: Sendable {
  struct Patch: Sendable {
    /// A file name in the folder of the app.
    let file: String
    /// When the old bundle was built.
    let built: Int64
  }

  struct Embedded: Sendable {
    let jsVersion: BundleVersion
    let built: Int64
    /// The app version, or `nil` if unknown.
    let native: String?
  }

  /// Any release in the channel, even if no legacy client can get it.
  struct Known: Sendable {
    let jsVersion: BundleVersion
    let built: Int64
    /// The lowest supported app version per platform.
    let native: [Platform: String]
    /// `false` if its bundle is missing for legacy clients.
    ///
    /// Bundles that were not examined count as available.
    let isAvailable: Bool
  }

  struct Settings: Sendable {
    /// If `true`, a release fits only the exact app version, as on the old server.
    var needsEqualVersion = false
    /// If `true`, clients get a cookie with a bucket and take part in rollouts.
    var usesBuckets = false
  }

  let name: String
  let settings: Settings
  /// Releases that at least one client can get, newest first.
  let releases: [LegacyRelease]
  let versions: [BundleVersion: Known]
  /// The response to `/app/list`.
  let list: [UInt8]
  private let embedded: [Embedded]
  /// The URL for bundles and patches, with a slash at its end.
  private let folder: String
  /// Build times of all known bundles.
  private let built: [BundleVersion: Int64]

  /// - Parameters:
  ///   - name: As clients send it.
  ///   - releases: Releases that at least one client can get.
  ///   - others: All other releases in the channel.
  ///   - embedded: Bundles that ship inside the app.
  ///   - folder: The URL for files, with a slash at its end.
  ///   - settings: The settings.
  init(
    name: String, releases: [LegacyRelease], others: [Known] = [], embedded: [Embedded] = [],
    folder: String, settings: Settings = Settings()
  ) {
    self.name = name
    self.settings = settings
    self.releases = releases.sorted { ($0.built, $0.number) > ($1.built, $1.number) }
    self.embedded = embedded
    self.folder = folder
    let all =
      others
      + releases.map {
        Known(jsVersion: $0.jsVersion, built: $0.built, native: $0.native, isAvailable: true)
      }
    versions = Dictionary(all.map { ($0.jsVersion, $0) }) { $0.isAvailable ? $0 : $1 }
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

  /// Decides on the response to a client.
  ///
  /// A client that has no bucket gets only fully rolled out releases.
  func response(to check: LegacyCheck, bucket: Int? = nil) -> LegacyResponse {
    let held = BundleVersion(check.jsVersion)
    // Copying releases would take longer than the decision, so work with indices.
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
    // After an app update, Android clients send the version of an earlier download, but patch the
    // embedded bundle.
    let shipped = check.platform == .android ? shippedTime(check) : nil
    let isShippedNewer = shipped.map { $0 > heldTime ?? .min } ?? false
    let isCurrent =
      isShippedNewer
      ? shipped.map { $0 > newest.built } ?? false : heldTime.map { $0 >= newest.built } ?? false
    if isCurrent {
      // A client keeps its release even if that is paused.
      let heldRelease = releases.first { $0.jsVersion == held }
      return check.acceptsPatch ? .upToDate : bundle(heldRelease ?? newest)
    }
    guard check.acceptsPatch, !isShippedNewer, let patch = held.flatMap({ newest.patches[$0] })
    else { return bundle(newest) }
    return .patch(to: newest.jsVersion, url: folder + patch.file)
  }

  /// Returns `true` if the app meets a minimum only because its version is a single number.
  func isOnePartVersion(_ check: LegacyCheck) -> Bool {
    guard !settings.needsEqualVersion, let number = check.number else { return false }
    return releases.contains {
      $0.minimum(on: check.platform).map { number.meetsByForm($0) } ?? false
    }
  }

  /// Decides on the response to a client that is offered nothing.
  ///
  /// `fitting` are releases that its app supports, but that are paused or rolled out to others.
  private func response(
    to check: LegacyCheck, holding held: BundleVersion?, among fitting: [LegacyRelease]
  ) -> LegacyResponse {
    guard let newest = fitting.first else {
      return check.number == nil && !settings.needsEqualVersion
        ? .refused("the version of the app is malformed") : .unsupported
    }
    guard !check.acceptsPatch else { return .notOffered }
    // An Android client requests the full bundle only after it was offered a release. After any
    // other response, it would not check again before the next launch of the app.
    let heldRelease = releases.first { $0.jsVersion == held }
    return bundle(heldRelease ?? fitting.first { !$0.isPaused && $0.isStarted } ?? newest)
  }

  /// When the bundle embedded in this app version was built.
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
