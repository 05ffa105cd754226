package import ErosBundle
package import ErosCore
package import ErosFiles
package import ErosTrust

/// A bundle to publish, with its channel and settings.
package struct PublishRequest: Sendable {
  /// A bundle that ships inside an app.
  package struct EmbeddedBundle: Sendable {
    package let file: ReadableFile
    /// The version of the app; `nil` if it is not known.
    package let native: String?

    package init(_ file: ReadableFile, native: String?) {
      self.file = file
      self.native = native
    }
  }

  /// The change of the URL at which devices read the store.
  package enum PublicURLChange: Sendable, Equatable {
    /// The channel keeps the URL of an earlier publication, if there is one.
    case keep
    /// The channel remembers this URL.
    case set(String)
    /// The channel forgets its URL.
    case remove

    /// Returns the URL after the change of `url`.
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
    /// The number of earlier releases from which deltas are made.
    package var deltaCount = 10
    /// The bundles inside apps from which deltas are made.
    package var embedded: [EmbeddedBundle] = []
    /// The kind of the files.
    package var kind = ChannelRelease.Kind.bundle
    /// The fingerprint of what the app offers to JavaScript, on each platform for which it is known.
    package var surfaces: [Platform: String] = [:]
    /// The notes of the publisher.
    package var notes: String?
    /// Whether a bundle with the files of the newest release is published.
    package var allowsIdentical = false
    /// Whether the bundle may run on older apps than the newest release.
    package var allowsNativeDowngrade = false
    /// Whether the bundle and BSDIFF40 patches are also published for legacy clients; `nil` if
    /// they were for the newest release of the channel.
    ///
    /// A release without them replaces those that legacy clients can get.
    package var isLegacy: Bool?
    /// The limits of the devices; a bundle above them is published with a warning.
    package var deviceLimits = ZipLimits()
    /// The change of the URL at which devices read the store.
    package var publicURL = PublicURLChange.keep

    package init() {}
  }

  /// The bundle.
  package let bundle: ReadableFile
  /// The channel that offers it.
  package let channel: ChannelName
  package var options: Options
  /// The earlier release that a rollback publishes again.
  var restores: Int64?

  package init(_ bundle: ReadableFile, to channel: ChannelName, _ options: Options = Options()) {
    self.bundle = bundle
    self.channel = channel
    self.options = options
  }
}
