package import ErosCore
package import ErosTrust

/// The decision of a device about the releases of a channel.
package struct FetchDecision: Sendable {
  /// The result of the decision.
  package enum Outcome: Sendable {
    /// The device has the newest release available to it.
    case upToDate
    /// The device installs the release from the first artifact that succeeds.
    case install([FetchArtifact])
    /// The newest release that the device lacks is not available to it.
    case refused(Obstacle)
  }

  /// The reason why a release is not available to a device.
  package enum Obstacle: Sendable, Hashable {
    /// The publisher or the brake of the store has paused the release.
    case paused
    /// The release requires a newer app.
    case waitsForApp(NativeVersion)
    /// The device is not in the rollout.
    case notIncluded
    /// The release failed on this device, or the device rolled back from it.
    case blocked
  }

  /// A release that the device skipped.
  package struct Skipped: Sendable, Hashable {
    /// The number of the release.
    package let number: Int64
    /// The reason.
    package let obstacle: Obstacle
  }

  /// The result.
  package let outcome: Outcome
  /// The release to install, the refused release, or the newest listed release on the device.
  package let release: ChannelRelease?
  /// The newer releases that the device skipped, newest first.
  package let skipped: [Skipped]
  /// Whether the app meets the minimum of a release only because its version is one number.
  package var isOnePartVersion = false
}

/// A file for installing a release.
package struct FetchArtifact: Sendable {
  /// The release that a patch applies to, or `nil` for the full bundle.
  package let base: TreeHash?
  /// The target path.
  package let path: String
  /// The length and the digest.
  package let file: TargetFile
}

/// The input of a decision about a device.
package struct FetchDevice: Sendable {
  /// The state of the sandbox.
  package var state: SandboxState
  /// The numbers of the releases installed from the channel.
  package var numbers: [TreeHash: Int64] = [:]
  /// The installed releases that the device knows only from other channels.
  package var foreign: Set<TreeHash> = []
  /// The releases in the state whose files are lost, so that no launch can run them.
  package var lost: Set<TreeHash> = []
  /// The app, or `nil` if it is unknown and every release fits.
  package var app: NativeApp?
  /// The ID for rollouts.
  package var id: DeviceID
  /// Whether the device is in the channel's list of testers, so that all rollouts without a limit of
  /// the brake include it.
  package var isTester = false
  /// The time, in milliseconds since 1970.
  package var now: Int64
}
