import ErosCore
import ErosCrypto
import ErosTrust

extension FetchDevice {
  /// Selects a release of a channel, without accessing files or the network.
  ///
  /// Releases that are newer than the installed releases are examined from newest to oldest. The
  /// method selects the first release that is not paused, supports the app, includes the device in
  /// its rollout, and did not fail on the device, unless the publisher has asked to try it again since.
  /// The brake of the store may pause a release, lower its rollout, or raise it along a signed plan.
  /// Each rollout includes testers, unless the brake limits it.
  ///
  /// So a device keeps a paused release, and never gets an older one. A publisher rolls back with a
  /// new release. Only after a change of the channel, the device may get an older build: it has left
  /// the channel of its release, so all releases of the new channel are newer.
  ///
  /// - Throws: `CryptoError`.
  func decide(_ contents: ChannelContents) throws -> FetchDecision {
    var decision = try selected(from: contents)
    decision.isOnePartVersion = contents.releases.contains { release in
      app.flatMap { app in requirement(of: release).map { app.version.meetsByForm($0) } } ?? false
    }
    return decision
  }

  private func selected(from contents: ChannelContents) throws -> FetchDecision {
    var skipped: [FetchDecision.Skipped] = []
    for release in contents.releases where isNewer(release, in: contents) {
      guard let obstacle = try obstacle(to: release) else {
        return FetchDecision(
          outcome: .install(artifacts(of: release, in: contents.name)), release: release,
          skipped: skipped)
      }
      skipped.append(.init(number: release.number, obstacle: obstacle))
    }
    guard let first = skipped.first else {
      let trees = Set(heldReleases.map(\.tree))
      return FetchDecision(
        outcome: .upToDate, release: contents.releases.first { trees.contains($0.tree) },
        skipped: [])
    }
    return FetchDecision(
      outcome: .refused(first.obstacle),
      release: contents.releases.first { $0.number == first.number }, skipped: skipped)
  }

  /// The releases that run now or next: staged, on trial, or running without a trial.
  ///
  /// Releases that wait for a newer app, and releases whose files are lost, do not count.
  private var heldReleases: [InstalledRelease] {
    let isHeld = { (release: InstalledRelease) in !lost.contains(release.tree) }
    return [state.pending, state.trial?.release].compactMap(\.self)
      .filter { $0.runs(on: app) && isHeld($0) }
      + state.knownGood(for: app).filter(isHeld).prefix(1)
  }

  /// Returns whether a release is newer than all ``heldReleases``.
  ///
  /// Releases are compared by number. Every release is newer than a held release of another channel.
  /// Any other release with an unknown number, for example an embedded release, is compared by build
  /// time.
  private func isNewer(_ release: ChannelRelease, in contents: ChannelContents) -> Bool {
    heldReleases.allSatisfy { held in
      let listed = contents.releases.filter { $0.tree == held.tree }.map(\.number).max()
      if let number = [listed, numbers[held.tree]].compactMap(\.self).max() {
        return release.number > number
      }
      if foreign.contains(held.tree) { return true }
      return held.isOlder(
        thanBuild: Timestamp(milliseconds: release.built), at: Timestamp(milliseconds: now))
    }
  }

  private func obstacle(to release: ChannelRelease) throws -> FetchDecision.Obstacle? {
    if release.isStopped { return .paused }
    if let required = requirement(of: release), let app, app.version < required {
      return .waitsForApp(required)
    }
    guard
      try isTester && release.includesTesters
        || id.isIncluded(inRollout: release.effectiveRollout, salt: release.salt)
    else {
      return .notIncluded
    }
    return state.avoids(release.tree, retries: release.retries) ? .blocked : nil
  }

  /// Returns the minimum version of the app, or `nil` if the release requires none.
  ///
  /// Invalid versions are ignored, such as the placeholder `eros-template-version`.
  private func requirement(of release: ChannelRelease) -> NativeVersion? {
    let platforms = app?.platform.map { [$0] } ?? Platform.allCases
    return platforms.compactMap { release.native[$0].flatMap { NativeVersion($0) } }.max()
  }

  /// Returns the artifacts for a release in order of preference.
  ///
  /// First comes the smallest patch whose base is in the sandbox and that is smaller than the bundle, if there
  /// is one. If its base is the release that failed last, the smallest patch from another base follows, because
  /// the device does not repair a failed release. The bundle is the last one.
  private func artifacts(of release: ChannelRelease, in channel: ChannelName) -> [FetchArtifact] {
    let usable = release.deltas.filter {
      state.isBase($0.from) && !lost.contains($0.from) && $0.file.length < release.bundle.length
    }
    let smallest = smallest(of: usable)
    let other =
      smallest?.from == state.failed
      ? self.smallest(of: usable.filter { $0.from != state.failed }) : nil
    let deltas = [smallest, other].compactMap(\.self).map {
      FetchArtifact(base: $0.from, path: channel.path(release.number, $0.name), file: $0.file)
    }
    let full = FetchArtifact(
      base: nil, path: channel.path(release.number, ChannelRelease.bundleName), file: release.bundle
    )
    return deltas + [full]
  }

  private func smallest(of deltas: [ChannelRelease.Delta]) -> ChannelRelease.Delta? {
    deltas.min { ($0.file.length, $0.name) < ($1.file.length, $1.name) }
  }
}
