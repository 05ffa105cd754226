package import ErosCore
package import ErosTrust

/// The result of a publication.
package struct Publication: Sendable {
  /// An object of a release.
  package struct Object: Sendable {
    /// How the object came into the store.
    package enum Origin: String, Sendable {
      /// It was sent to the store.
      case uploaded
      /// An interrupted publication had sent it.
      case reused
      /// It was copied within the store.
      case copied
    }

    /// The target path.
    package let path: String
    /// The number of bytes.
    package let bytes: Int64
    package let origin: Origin

    package init(path: String, bytes: Int64, origin: Origin) {
      self.path = path
      self.bytes = bytes
      self.origin = origin
    }
  }

  /// A base from which no delta is published.
  package struct SkippedBase: Sendable {
    /// A reason to publish no delta.
    package enum Reason: Sendable, Equatable {
      /// The delta is not smaller than the bundle.
      case notSmaller
      /// The store no longer has the bundle of the release.
      case removed
      /// The bundle cannot be the base of a delta.
      case unusable(String)
    }

    /// The release or the file.
    package let name: String
    package let reason: Reason

    package init(name: String, reason: Reason) {
      self.name = name
      self.reason = reason
    }
  }

  /// The release.
  package let release: ChannelRelease
  /// The objects of the release.
  package let objects: [Object]
  /// The bases without a delta.
  package let skipped: [SkippedBase]
  /// The URL at which the release was read back; `nil` if it was read from the store itself.
  package internal(set) var publicURL: String?
}
