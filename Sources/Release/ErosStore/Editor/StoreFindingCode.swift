package import ErosCore
import ErosTrust

/// The codes of findings about a release store.
package enum StoreFindingCode: String, FindingCode {
  /// Metadata has expired, so devices get no updates.
  case metadataExpired
  case metadataExpiresSoon
  /// A cache keeps the timestamp, so devices learn about changes late.
  case timestampCached
  case metadataMissing
  /// A metadata file is not trusted, or differs from its record in other metadata.
  case metadataDamaged
  /// A metadata file cannot be read after a refresh, so its expiry is unknown.
  case metadataUnreadable
  /// A withdrawn key has signed a metadata file.
  case keyWithdrawn
  /// A rotation was interrupted, so the old keys are still trusted.
  case rotationUnfinished
  /// A release file or a history page is missing.
  case fileMissing
  /// A release file or a history page differs from its record in metadata.
  case fileDamaged
  /// The store has no channel, so devices get nothing from it.
  case channelMissing
  case channelUnsigned
  /// The bundle of an earlier release was removed.
  case bundleRemoved
  case releaseBraked
  case objectsUnreferenced

  package var severity: Finding.Severity {
    switch self {
    case .metadataExpired, .metadataMissing, .metadataDamaged, .keyWithdrawn, .fileMissing,
      .fileDamaged, .channelMissing:
      .error
    case .metadataExpiresSoon, .timestampCached, .metadataUnreadable, .rotationUnfinished,
      .channelUnsigned, .releaseBraked:
      .warning
    case .bundleRemoved, .objectsUnreferenced: .note
    }
  }

  package var remedy: Message? {
    switch self {
    case .timestampCached:
      "let the server send `Cache-Control: public, max-age=30` for it, and let the CDN follow that; until then, devices get releases, pauses and the brake late"
    case .metadataMissing, .metadataDamaged:
      "restore the file from a copy, or run `eros store refresh --store STORE --repair`"
    case .fileMissing, .fileDamaged:
      "restore the file from a copy, or run `eros store refresh --store STORE --repair`"
    case .metadataUnreadable:
      "check the access to the store; the snapshot and the timestamp are signed again"
    case .channelMissing:
      "add a channel with `eros channel add APP/CHANNEL --store STORE --channel-key KEY`"
    case .channelUnsigned: "publish its first release"
    case .objectsUnreferenced:
      "devices may still need those of the last publications; remove older ones with `eros store collect --store STORE`"
    case .metadataExpired, .metadataExpiresSoon, .keyWithdrawn, .rotationUnfinished,
      .bundleRemoved, .releaseBraked:
      nil
    }
  }

  package var summary: String {
    switch self {
    case .metadataExpired: "metadata has not expired"
    case .metadataExpiresSoon: "metadata does not expire soon"
    case .timestampCached: "caches do not keep the timestamp"
    case .metadataMissing: "metadata is complete"
    case .metadataDamaged: "metadata is trusted"
    case .metadataUnreadable: "all metadata can be read"
    case .keyWithdrawn: "withdrawn keys sign nothing"
    case .rotationUnfinished: "all rotations are complete"
    case .fileMissing: "all files of releases exist"
    case .fileDamaged: "all files of releases are intact"
    case .channelMissing: "the store has a channel"
    case .channelUnsigned: "all channels are signed"
    case .bundleRemoved: "the bundles of all releases exist"
    case .releaseBraked: "the brake does not limit any release"
    case .objectsUnreferenced: "metadata names all objects"
    }
  }
}

extension Finding {
  /// Reports metadata that has expired or will soon, or returns `nil`.
  ///
  /// - Parameters:
  ///   - role: The role.
  ///   - channel: The channel of the role, if it has one.
  ///   - expires: When the metadata expires.
  ///   - now: Milliseconds since 1970.
  ///   - hasNewerSnapshots: `true` if the store has newer snapshots than its timestamp lists.
  init?(
    expiryOf role: String, _ channel: ChannelName?, _ expires: Timestamp, now: Int64,
    hasNewerSnapshots: Bool = false
  ) {
    let left = expires.milliseconds - now
    guard left <= MetadataLifetime.warning(of: role) else { return nil }
    let isExpired = left <= 0
    self.init(
      isExpired ? StoreFindingCode.metadataExpired : .metadataExpiresSoon,
      subject: channel?.description ?? role,
      isExpired
        ? "the metadata expired at \(expires.utc)" : "the metadata expires at \(expires.utc)",
      remedy:
        "sign it again with `\(MetadataLifetime.command(signing: role, of: channel, hasNewerSnapshots: hasNewerSnapshots))`"
    )
  }

  /// Reports a role that a repair returns to an earlier version.
  init(lost: Int64, used: Int64, of role: String, _ channel: ChannelName?) {
    self.init(
      StoreFindingCode.metadataDamaged, subject: channel?.description ?? role,
      "version \(lost) is lost; version \(used) is used, so devices that know the lost version get no updates",
      remedy:
        "sign a newer version with `\(MetadataLifetime.command(signing: role, of: channel))`")
  }

  init(unreadable role: String, _ channel: ChannelName?, _ error: any ErosError) {
    self.init(
      StoreFindingCode.metadataUnreadable, subject: channel?.description ?? role,
      "the expiry of the metadata is not known: \(error.problem)")
  }

  /// Reports a release that the brake limits, or returns `nil`.
  ///
  /// - Parameters:
  ///   - release: The release.
  ///   - channel: Its channel.
  ///   - newest: The newest release in the channel.
  init?(brakeOf release: ChannelRelease, in channel: ChannelName, newest: ChannelRelease) {
    guard let limit = release.activeLimit else { return nil }
    // Lifting the brake would restart a failing release.
    let remedy: Message? =
      if release.number == newest.number {
        "publish a corrected release, or roll back with `eros release rollback --channel \(channel) --store STORE`; lift the brake with `eros store brake lift \(release.number) --channel \(channel) --store STORE` only if the release did not cause the failures"
      } else if newest.activeLimit == nil {
        "if release \(newest.number) is good, give it to all devices with `eros release rollout \(newest.number) 100% --channel \(channel) --store STORE`"
      } else {
        nil
      }
    self.init(
      StoreFindingCode.releaseBraked, subject: "\(channel)",
      limit.reason.map {
        "release \(release.number) is \(limit.message) by the brake: \($0.escapedForDisplay)"
      } ?? "release \(release.number) is \(limit.message) by the brake",
      remedy: remedy)
  }

  /// Reports a rotation that was interrupted or is still running.
  init(unfinishedRotationOf role: RotatedRole) {
    self.init(
      StoreFindingCode.rotationUnfinished, subject: role.name,
      "the rotation was interrupted or is still running, so devices still trust the old keys",
      remedy:
        "if no rotation is running, run `eros store rotate \(role.name) --store STORE --new-key KEY` again with the same keys"
    )
  }

  /// Reports a missing or damaged release file or history page.
  init(_ code: StoreFindingCode, _ key: ObjectKey, remedy: Message?) {
    let message: Message =
      code == .fileMissing ? "the file is missing" : "it is not the file that metadata names"
    self.init(code, subject: key.text, message, remedy: remedy)
  }

  /// Returns how to bring back a file that the channel lists, or `nil` if repairing the store is
  /// enough.
  static func remedy(forLost path: String, of contents: ChannelContents) -> Message? {
    let channel = contents.name
    if path == contents.testers?.path {
      return
        "restore the file from a copy, or set the testers again with `eros release testers FILE --channel \(channel) --store STORE`"
    }
    guard
      let release = contents.releases.first(where: { release in
        [ChannelRelease.bundleName, LegacyPatches.fileName].contains {
          channel.path(release.number, $0) == path
        }
      })
    else { return nil }
    // Publishing again restores only the bundle.
    if path.lastPathComponent == LegacyPatches.fileName {
      return
        "restore the file from a copy, or publish another release and then run `eros store refresh --store STORE --repair`"
    }
    let again: Message =
      "publish its bundle again with `eros publish BUNDLE --channel \(channel) --store STORE`"
    guard release.number == contents.releases.first?.number else {
      return
        "\(again), or take release \(release.number) out of the channel with `eros store refresh --store STORE --repair`"
    }
    return
      "\(again); without the bundle of release \(release.number), publish another release and then run `eros store refresh --store STORE --repair`"
  }

  /// Reports missing or untrusted metadata.
  ///
  /// If `isPinned`, the file is the root metadata of the reader, and a repair writes it again.
  init(_ error: TrustError, _ object: ObjectKey, isPinned: Bool = false) {
    let isRoot = object.text.hasSuffix("." + TopLevelRole.root.file)
    let remedy: Message? = isRoot && !isPinned ? "restore the file from a copy" : nil
    if case .missing = error {
      self.init(
        StoreFindingCode.metadataMissing, subject: object.text, "the file is missing",
        remedy: remedy)
    } else if case .page = error {
      self.init(
        StoreFindingCode.metadataDamaged, subject: object.text, error.problem,
        remedy: error.remedy)
    } else {
      self.init(
        StoreFindingCode.metadataDamaged, subject: object.text, error.problem, remedy: remedy)
    }
  }

  /// Reports a channel whose signed contents are malformed.
  init(_ error: ChannelError, _ code: StoreFindingCode, _ object: ObjectKey) {
    self.init(code, subject: object.text, error.problem, remedy: error.remedy)
  }
}

extension ObjectReader {
  /// Reports a channel file that the store has lost or damaged.
  func findingAboutLoss(
    of path: String, _ file: TargetFile, in contents: ChannelContents
  ) async throws -> Finding {
    let key = try StoreLayout.target(path, file)
    let isMissing = try await status(of: key) == nil
    return Finding(
      isMissing ? .fileMissing : .fileDamaged, key,
      remedy: Finding.remedy(forLost: path, of: contents))
  }
}
