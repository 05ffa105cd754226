import ErosCore
import ErosCrypto
import ErosTrust

extension FetchDevice {
  /// Selects a release from a channel.
  ///
  /// Accesses neither files nor the network.
  ///
  /// Examines the releases that are newer than the installed ones, from newest to oldest. It takes
  /// the first release that is not paused, supports the app, includes the device in its rollout,
  /// and did not fail on the device. A failed release counts again if the publisher has asked for
  /// another try since. The store's brake may pause a release, lower its rollout, or raise it along
  /// a signed plan. Each rollout includes testers, unless the brake limits it.
  ///
  /// So a device keeps a paused release, and never gets an older one: a publisher rolls back with a
  /// new release. Only a device that changed its channel may get an older build, because all
  /// releases in the new channel count as newer.
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

  /// Releases that run now or next: staged, on trial, or running without a trial.
  ///
  /// Releases that wait for a newer app do not count, nor do releases whose files are lost.
  private var heldReleases: [InstalledRelease] {
    let isHeld = { (release: InstalledRelease) in !lost.contains(release.tree) }
    return [state.pending, state.trial?.release].compactMap(\.self)
      .filter { $0.runs(on: app) && isHeld($0) }
      + state.knownGood(for: app).filter(isHeld).prefix(1)
  }

  /// Returns `true` if a release is newer than all ``heldReleases``.
  ///
  /// Compares numbers. If a held release comes from another channel, every release is newer. If its
  /// number is unknown, as for an embedded release, the build times decide.
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

  /// Returns the minimum app version, or `nil` if the release requires none.
  ///
  /// Ignores invalid versions, such as the placeholder `eros-template-version`.
  private func requirement(of release: ChannelRelease) -> NativeVersion? {
    let platforms = app?.platform.map { [$0] } ?? Platform.allCases
    return platforms.compactMap { release.native[$0].flatMap { NativeVersion($0) } }.max()
  }

  /// Returns the artifacts for a release, best first.
  ///
  /// 1. The smallest patch whose base is in the sandbox, if it is smaller than the bundle.
  /// 2. The smallest patch from another base, if the first patch needs the release that failed
  ///    last. The device does not repair a failed release.
  /// 3. The bundle.
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
