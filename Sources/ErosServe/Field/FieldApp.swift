package import ErosCore

/// The bundles of an app for clients in the field, and the rules by which they are offered.
///
/// All values come from signed metadata; of the files, only the existence and the length were
/// examined.
package struct FieldApp: Sendable {
  /// A patch to a release.
  package struct Patch: Sendable {
    /// The file name below the folder of the app.
    package let file: String
    /// The build time of the old bundle.
    package let built: Int64

    package init(file: String, built: Int64) {
      self.file = file
      self.built = built
    }
  }

  /// A bundle inside an app.
  package struct Embedded: Sendable {
    package let jsVersion: BundleVersion
    package let built: Int64
    /// The version of the app; `nil` if it is not known.
    package let native: String?

    package init(jsVersion: BundleVersion, built: Int64, native: String?) {
      self.jsVersion = jsVersion
      self.built = built
      self.native = native
    }
  }

  /// The settings of an app.
  package struct Settings: Sendable {
    /// Whether the version of the app must equal that of the bundle, as on the old server.
    package var needsEqualVersion = false
    /// Whether clients get a cookie with a bucket, so that they take part in rollouts.
    package var usesBuckets = false

    package init() {}
  }

  package let name: String
  package let settings: Settings
  /// The releases whose bundle exists for clients in the field, the newest first.
  package let releases: [FieldRelease]
  private let embedded: [Embedded]
  /// The URL of the folder with the bundles and patches, with a slash at the end.
  private let folder: String
  /// The build times of all known bundles.
  private let built: [BundleVersion: Int64]

  package init(
    name: String, releases: [FieldRelease], embedded: [Embedded] = [], folder: String,
    settings: Settings = Settings()
  ) {
    self.name = name
    self.settings = settings
    self.releases = releases.sorted { ($0.built, $0.number) > ($1.built, $1.number) }
    self.embedded = embedded
    self.folder = folder
    var built: [BundleVersion: Int64] = [:]
    for release in releases {
      for (version, patch) in release.patches { built[version] = patch.built }
    }
    for bundle in embedded { built[bundle.jsVersion] = bundle.built }
    for release in releases { built[release.jsVersion] = release.built }
    self.built = built
  }

  // MARK: - Decision

  /// Returns the answer to a question of a client.
  ///
  /// A client without a bucket takes part only in complete rollouts.
  package func answer(to check: FieldCheck, bucket: Int? = nil) -> FieldAnswer {
    let newest = releases.first {
      $0.isOffered(to: bucket) && $0.fits(check, exactly: settings.needsEqualVersion)
    }
    // Clients install nothing without a path. None of them asks in full without an earlier answer.
    guard let newest else { return .upToDate }
    let held = BundleVersion(check.jsVersion)
    if held == newest.jsVersion { return check.acceptsPatch ? .upToDate : bundle(newest) }
    let heldTime = held.flatMap { built[$0] }
    // After an update of the app, Android clients send the version of an older download, but apply
    // patches to the bundle inside the app.
    let shipped = check.platform == .android ? shippedTime(check.version) : nil
    let isShippedNewer = shipped.map { $0 > heldTime ?? .min } ?? false
    let isCurrent =
      isShippedNewer
      ? shipped.map { $0 > newest.built } ?? false : heldTime.map { $0 >= newest.built } ?? false
    if isCurrent {
      // Also a client with a paused release keeps it.
      let own = releases.first { $0.jsVersion == held }
      return check.acceptsPatch ? .upToDate : bundle(own ?? newest)
    }
    guard check.acceptsPatch, !isShippedNewer, let patch = held.flatMap({ newest.patches[$0] })
    else { return bundle(newest) }
    return .patch(to: newest.jsVersion, url: folder + patch.file)
  }

  /// Returns the build time of the bundle inside a version of the app.
  private func shippedTime(_ version: String) -> Int64? {
    let number = NativeVersion(version)
    return embedded.filter { bundle in
      guard let native = bundle.native else { return false }
      return native == version || (number != nil && NativeVersion(native) == number)
    }.map(\.built).max()
  }

  private func bundle(_ release: FieldRelease) -> FieldAnswer {
    .bundle(release.jsVersion, url: folder + release.file)
  }

  // MARK: - List

  /// The answer to `/app/list`: the releases that clients can get.
  package var list: [UInt8] {
    FieldAnswer.document(
      0, "success",
      .list(
        releases.filter { !$0.isPaused }.map { release in
          .sorted([
            "appName": .string(name), "jsVersion": .string("\(release.jsVersion)"),
            "iOS": .string(release.native[.ios] ?? ""),
            "android": .string(release.native[.android] ?? ""),
            "timestamp": .integer(release.built), "jsPath": .string(folder),
          ])
        }))
  }
}
