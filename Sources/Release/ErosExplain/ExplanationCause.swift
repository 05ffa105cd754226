import ErosCore

/// A cause why a device did not take a release.
///
/// The names are stable; programs depend on them.
package enum ExplanationCause: String, Sendable, CaseIterable {
  // The channel.
  /// The device follows another channel.
  case wrongChannel
  /// The store does not have the channel of the device.
  case unknownChannel
  /// The channel has no release.
  case noRelease
  /// A release that the device did not fetch from a channel runs and is newer.
  case foreignRelease

  // The app.
  /// The release requires a newer app.
  case appTooOld
  /// The embedded bundle of an updated app is newer than the release.
  case appTooNew
  /// The bundle embedded in the app is newer than the release.
  case embeddedNewer
  /// The library in the app is too old for the metadata of the store.
  case libraryTooOld
  /// A later version of the library wrote the folder of the device.
  case laterState

  // The rollout.
  /// The rollout does not include the device.
  case outsideRollout
  /// The publisher has paused the release.
  case paused
  /// The brake of the store has paused the release.
  case braked

  // Trials on the device.
  /// The release is staged and waits for a launch.
  case staged
  /// The release runs on trial and is not confirmed yet.
  case onTrial
  /// The trial used up its launches without a confirmation.
  case notConfirmed
  /// The host reported that the release failed.
  case trialFailed
  /// The host rolled back during the trial.
  case blockedHere
  /// The host left the release after it was confirmed.
  case leftHere

  // Checks.
  /// The device never checked the channel.
  case neverChecked
  /// The device has not checked since a change of the publisher.
  case notChecked
  /// The app checks for updates but does not fetch them.
  case notFetched
  /// The app cancelled the update.
  case cancelled

  // Time.
  /// The clock of the device is behind.
  case clockBehind
  /// The clock of the device is ahead.
  case clockAhead
  /// The metadata of the store had expired.
  case metadataExpired
  /// A cache returned old metadata.
  case staleCache

  // Trust.
  /// The app trusts the root metadata of another store.
  case otherRoot
  /// The root metadata of the app cannot reach the newest root metadata.
  case rootTooOld
  /// The app has no root metadata, or invalid root metadata.
  case badRoot
  /// Metadata was signed by other keys, although the root metadata is right.
  case forged

  // The network.
  /// A network that requires a login, or a proxy, replaced the responses.
  case portal
  /// A TLS connection was not possible.
  case tls
  /// The name of the server could not be resolved.
  case dns
  /// The server was unreachable.
  case unreachable
  /// A proxy refused the connection.
  case proxy
  /// The server responded with an error.
  case serverError
  /// The server compressed its responses.
  case encodedResponse
  /// A file of the release or of the metadata was missing.
  case missingFile
  /// A file was damaged on the way, or is damaged in the store.
  case damagedFile

  // The device.
  /// The release exceeds a limit of the device.
  case limitExceeded
  /// The disk of the device is full.
  case noSpace
  /// The disk of the device is read-only.
  case readOnlyDisk
  /// The disk of the device fails, or denies access.
  case diskError
  /// Another process used the folder.
  case busy
  /// The decisions do not show the cause.
  case unknown
}

extension ExplanationCause {
  /// The suggested fix, with `STORE`, `CHANNEL` and `RELEASE` in its commands.
  var remedy: Message {
    switch self {
    case .wrongChannel: "fetch the channel of the release in the app, or promote the release"
    case .unknownChannel:
      "correct the channel in the app, or add it with `eros channel add STORE CHANNEL --channel-key KEY`"
    case .noRelease: "publish a bundle with `eros publish BUNDLE`"
    case .foreignRelease:
      "publish a release that was built later, or install the app in an empty folder"
    case .appTooOld: "update the app, or publish a release for the installed version"
    case .appTooNew, .embeddedNewer: "publish a release that is built after the embedded bundle"
    case .libraryTooOld: "update the app to a version with a newer library"
    case .laterState: "install the newer version of the app again"
    case .outsideRollout:
      "raise the rollout with `eros release rollout RELEASE SHARE`, or add the device to the testers with `eros release testers FILE`"
    case .paused: "resume the release with `eros release resume RELEASE`"
    case .braked:
      "publish a corrected release, or roll back with `eros release rollback`; lift the limit with `eros store brake lift STORE CHANNEL RELEASE` only if the release did not cause the failures"
    case .staged: "launch the app in the foreground"
    case .onTrial: "wait until the app confirms the release, or correct the call of `confirm`"
    case .notConfirmed, .trialFailed:
      "publish a corrected release; if the release was not the cause, ask the devices to try it again with `eros release retry RELEASE`, or call `unblock` in the app"
    case .blockedHere, .leftHere:
      "publish the release again as a new build; or let the devices try it again with `eros release retry RELEASE`, or call `unblock` in the app"
    case .neverChecked: "call `fetch` in the app, with the channel of the release"
    case .notChecked: "let the app fetch again"
    case .notFetched: "call `fetch` without checking only"
    case .cancelled: "let the app fetch again, and do not cancel"
    case .clockBehind, .clockAhead: "correct the clock of the device, and fetch again"
    case .metadataExpired:
      "sign the metadata again with `eros store refresh STORE`, and run it on a schedule"
    case .staleCache:
      "let caches revalidate 'metadata/timestamp.json' (docs/serving.md), and fetch again"
    case .otherRoot: "ship the root.json of this store in the app"
    case .rootTooOld: "ship the newest root.json of the store in the app"
    case .badRoot: "ship the root.json of the store in the app"
    case .forged: "check that no proxy or mirror between device and store serves other files"
    case .portal: "log in to the network, or use another one, and fetch again"
    case .tls:
      "check the certificate of the server and the certificates that the device trusts"
    case .dns: "check the host in the app and the name server of the network"
    case .unreachable: "check that the server is reachable from the network of the device"
    case .proxy: "check the proxy of the network"
    case .serverError: "check the log of the server, the address in the app, and the permissions"
    case .encodedResponse:
      "turn off gzip and other compression for the files of the store, on the server, in the CDN and in proxies"
    case .missingFile:
      "run `eros store check STORE`, and check the permissions and caches of the server"
    case .damagedFile: "run `eros store check STORE`, and check that no proxy changes the files"
    case .limitExceeded: "publish a smaller release, or raise the limits of the device in the app"
    case .noSpace: "free space on the device, and fetch again"
    case .readOnlyDisk: "let the app use a writable folder, and restart the device"
    case .diskError: "check the permissions of the folder and the disk of the device"
    case .busy: "fetch again when no other process of the app uses the folder"
    case .unknown: "fetch again, and send the new decisions"
    }
  }
}
