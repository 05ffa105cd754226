import ErosCore
import ErosTrust

/// A device's decision about the releases in a channel.
struct FetchDecision: Sendable {
  enum Outcome: Sendable {
    /// No newer release is available to the device.
    case upToDate
    /// Install the release from the first artifact that succeeds.
    case install([FetchArtifact])
    /// The newest release that the device lacks is not available to it.
    case refused(Obstacle)
  }

  /// A reason why a release is not available to a device.
  enum Obstacle: Sendable, Hashable {
    /// Paused by the publisher or by the store's brake.
    case paused
    /// The release requires a newer app.
    case waitsForApp(NativeVersion)
    /// The device is not in the rollout.
    case notIncluded
    /// The release failed on this device, or was rolled back.
    case blocked
  }

  /// A release that the device skipped.
  struct Skipped: Sendable, Hashable {
    /// The release's number in the channel.
    let number: Int64
    let obstacle: Obstacle
  }

  let outcome: Outcome
  /// The release to install, the refused release, or the newest listed release on the device.
  let release: ChannelRelease?
  /// Newer releases that the device skipped, newest first.
  let skipped: [Skipped]
  /// The app meets a release's minimum only because its version is one number.
  var isOnePartVersion = false
}

/// A file that installs a release.
struct FetchArtifact: Sendable {
  /// The release that a patch applies to, or `nil` for the full bundle.
  let base: TreeHash?
  /// A path in the store.
  let path: String
  let file: TargetFile
}

/// Everything that a decision depends on, besides the channel.
struct FetchDevice: Sendable {
  var state: SandboxState
  /// The numbers of releases that came from this channel.
  var numbers: [TreeHash: Int64] = [:]
  /// Installed releases that the device knows only from other channels.
  var foreign: Set<TreeHash> = []
  /// Recorded releases whose files are lost, so that no launch can run them.
  var lost: Set<TreeHash> = []
  /// If `nil`, the app is unknown and every release fits.
  var app: NativeApp?
  /// Selects the rollouts that include the device.
  var id: DeviceID
  /// The device is in the channel's list of testers.
  ///
  /// Every rollout includes it, unless the brake limits the rollout.
  var isTester = false
  /// In milliseconds since 1970.
  var now: Int64
}
