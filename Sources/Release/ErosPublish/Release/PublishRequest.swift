package import ErosBundle
package import ErosCore
package import ErosFiles
package import ErosTrust

/// A bundle to publish, its channel and the settings.
package struct PublishRequest: Sendable {
  /// A bundle embedded in an app.
  package struct EmbeddedBundle: Sendable {
    let file: ReadableFile
    /// The version of the app, or `nil` if it is unknown.
    let native: String?

    package init(_ file: ReadableFile, native: String?) {
      self.file = file
      self.native = native
    }
  }

  /// A change of the store's public URL in the channel.
  package enum PublicURLChange: Sendable, Equatable {
    /// The channel keeps its URL, if it has one.
    case keep
    /// The channel stores this URL.
    case set(String)
    /// The channel removes its URL.
    case remove

    /// Applies the change to `url`.
    func applied(to url: String?) -> String? {
      switch self {
      case .keep: url
      case .set(let new): new
      case .remove: nil
      }
    }
  }

  /// The settings of a publication.
  package struct Options: Sendable {
    /// The share of devices that get the release, in hundredths of a percent.
    package var rollout = ChannelRelease.fullRollout
    /// The steps by which the rollout rises; its first share replaces ``rollout``.
    package var plan: RolloutPlan? {
      didSet { rollout = plan?.steps[0].rollout ?? rollout }
    }
    /// Whether the channel must have testers, because only they get the release.
    package var needsTesters = false
    /// The number of earlier releases to create deltas from.
    package var deltaCount = 10
    /// The embedded bundles to create deltas from.
    package var embedded: [EmbeddedBundle] = []
    /// The kind of the files.
    package var kind = ChannelRelease.Kind.bundle
    /// The fingerprint of the app's JavaScript interface on each platform, as far as it is known.
    package var surfaces: [Platform: String] = [:]
    /// The execution of the pages before the publication, as far as it is known.
    package var rehearsal: ReleaseRehearsal?
    /// The urgency for apps, or `nil` for the urgency of a promoted release, otherwise normal.
    package var urgency: ReleaseUrgency?
    /// The notes of the publisher.
    package var notes: String?
    /// The notes of the publisher in several languages.
    package var localizedNotes: LocalizedNotes?
    /// Whether to publish a bundle with the same files as the newest release.
    package var allowsIdentical = false
    /// Whether the same files with the same settings succeed without a public URL; the notes may differ.
    package var allowsUnchanged = false
    /// Whether the bundle may support older apps than the newest release.
    package var allowsNativeDowngrade = false
    /// Whether to publish the bundle and BSDIFF40 patches for legacy clients as well.
    ///
    /// `nil` repeats the choice for the newest release of the channel. A release that is not
    /// published for legacy clients replaces the releases that they can get.
    package var isLegacy: Bool?
    /// The app's name in manifests, or `nil` if the channel has the same name.
    ///
    /// Set it if no channel can have the name, for example because it is Chinese.
    package var appName: String?
    /// The limits of devices.
    ///
    /// A bundle that exceeds them is published with a warning.
    package var deviceLimits = ZipLimits()
    /// The change of the store's public URL in the channel.
    package var publicURL = PublicURLChange.keep

    package init() {}
  }

  /// The bundle.
  let bundle: ReadableFile
  /// The channel of the new release.
  let channel: ChannelName
  package var options: Options
  /// The earlier release that is published again by a rollback.
  var restores: Int64?

  package init(_ bundle: ReadableFile, to channel: ChannelName, _ options: Options = Options()) {
    self.bundle = bundle
    self.channel = channel
    self.options = options
  }

  /// Returns the app of the channel if a bundle has the expected name, or else `name`.
  func app(named name: String?) -> String? {
    // A rollback publishes files that the channel already has.
    if restores != nil || name == options.appName ?? channel.app { return channel.app }
    // The name of the channel is not a name of the app if the project has another one.
    return name == channel.app ? nil : name
  }
}
