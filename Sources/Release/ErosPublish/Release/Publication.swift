import ErosCore
package import ErosTrust

/// The result of a publication.
package struct Publication: Sendable {
  /// An object of a release.
  package struct Object: Sendable {
    /// How the object came into the store.
    package enum Origin: String, Sendable {
      /// This publication has sent it to the store.
      case uploaded
      /// An interrupted publication has sent it.
      case reused
      /// It was copied within the store.
      case copied
    }

    /// The target path.
    package let path: String
    /// The length and the digest.
    package let file: TargetFile
    package let origin: Origin
  }

  /// A base from which no delta is published.
  package struct SkippedBase: Sendable {
    /// A reason to publish no delta.
    package enum Reason: Sendable, Equatable {
      /// The delta is not smaller than the bundle.
      case notSmaller
      /// The store no longer has the bundle of the release.
      case removed
      /// The bundle is not valid or exceeds a limit.
      case unusable(String)
    }

    /// The release or the file.
    package let name: String
    package let reason: Reason
  }

  package let channel: ChannelName
  /// The release.
  package let release: ChannelRelease
  /// The objects of the release, and the bases without a delta.
  package let contents: Contents
  /// The URL at which devices read the store; `nil` if it is not known.
  package let publicURL: String?
  /// Whether this call has published the release; `false` if an earlier one has.
  package let isNew: Bool
  /// Whether the bundle exceeds ``PublishRequest/Options/deviceLimits``.
  package internal(set) var exceedsDeviceLimits = false
  /// Of a rollback, the rollout of the restored release in hundredths of a percent; `nil` if devices
  /// no longer choose that release.
  package internal(set) var restoredRollout: Int?

  /// The objects of a release, and the bases without a delta.
  package struct Contents: Sendable {
    package internal(set) var objects: [Object] = []
    package internal(set) var skipped: [SkippedBase] = []
  }
}
