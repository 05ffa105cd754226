package import ErosBundle
package import ErosCore
package import ErosFiles
package import ErosTrust

/// A bundle to publish, where, and how.
package struct PublishRequest: Sendable {
  /// A bundle that ships inside an app.
  package struct EmbeddedBundle: Sendable {
    let file: ReadableFile
    /// The app version, or `nil` if unknown.
    let native: String?

    package init(_ file: ReadableFile, native: String?) {
      self.file = file
      self.native = native
    }
  }

  /// A change of the public URL that the channel stores.
  package enum PublicURLChange: Sendable, Equatable {
    case keep
    case set(String)
    case remove

    func applied(to url: String?) -> String? {
      switch self {
      case .keep: url
      case .set(let new): new
      case .remove: nil
      }
    }
  }

  package struct Options: Sendable {
    /// The share of devices that get the release, in hundredths of a percent.
    package var rollout = ChannelRelease.fullRollout
    /// Steps that raise the rollout.
    ///
    /// Setting them also sets ``rollout``, to the first share.
    package var plan: RolloutPlan? {
      didSet { rollout = plan?.steps[0].rollout ?? rollout }
    }
    /// Set this if only testers get the release, so that a channel with no testers is an error.
    package var needsTesters = false
    /// The number of earlier releases to make deltas from.
    package var deltaCount = 10
    /// Embedded bundles to make deltas from.
    package var embedded: [EmbeddedBundle] = []
    package var kind = ChannelRelease.Kind.bundle
    /// Fingerprints of the JavaScript interface of the app, where known.
    package var surfaces: [Platform: String] = [:]
    /// The result of running the pages before publication, if known.
    package var rehearsal: ReleaseRehearsal?
    /// `nil` means normal, or the urgency of the promoted release.
    package var urgency: ReleaseUrgency?
    package var notes: String?
    package var localizedNotes: LocalizedNotes?
    /// Allows the same files as in the newest release.
    package var allowsIdentical = false
    /// Makes a repeated publication succeed even if there is no public URL.
    ///
    /// Its notes may differ.
    package var allowsUnchanged = false
    /// Allows the bundle to support older apps than the newest release does.
    package var allowsNativeDowngrade = false
    /// Publishes the bundle and BSDIFF40 patches for legacy clients as well.
    ///
    /// `nil` repeats the choice made for the newest release of the channel. If you pass `false`,
    /// legacy clients get nothing: the new release replaces those that they can install.
    package var isLegacy: Bool?
    /// The name of the app in manifests, if it cannot be part of a channel name, for example
    /// because it is Chinese.
    package var appName: String?
    /// The limits of devices.
    ///
    /// Exceeding these limits is only a warning.
    package var deviceLimits = ZipLimits()
    package var publicURL = PublicURLChange.keep

    package init() {}
  }

  let bundle: ReadableFile
  let channel: ChannelName
  package var options: Options
  /// In a rollback, the earlier release that is published again.
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
    // The app of the channel does not count if the project names the app differently.
    return name == channel.app ? nil : name
  }
}
