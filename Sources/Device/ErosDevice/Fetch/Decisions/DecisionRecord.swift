public import ErosCore
import ErosFiles
import ErosTrust

/// The last decisions of a device and the state that they led to, for a support request.
///
/// The document of ``text`` contains no ID of the device, no address, no path and no token.
/// `eros explain` compares it with the signed history of the store.
public struct DecisionRecord: Sendable {
  /// The version of the document.
  static let version: Int64 = 1
  /// The maximum length of a document, in bytes.
  package static let maximumLength = 1 << 20

  /// The record of a channel.
  package struct Channel: Sendable, Equatable {
    /// The time of the last successful check.
    var checked: Timestamp?
    /// The numbers of the installed releases.
    package var numbers: [TreeHash: Int64] = [:]
  }

  /// The disk of the device.
  package struct Disk: Sendable, Equatable {
    /// Whether the folder of the releases can be changed.
    package var isWritable: Bool
    /// The free space in MiB, at most 1024, so that it does not identify the device.
    var free: Int64
  }

  /// The time of the document on the clock of the device.
  public package(set) var created: Timestamp
  /// The last decisions, oldest first; at most 32.
  public package(set) var decisions: [Decision]
  /// The state of the sandbox, without tokens.
  package var state: SandboxState
  /// The reason why the state or the file of the decisions could not be read.
  package var stateFailure: DecisionReason?
  /// The channels that the device has checked, by name.
  package var channels: [String: Channel] = [:]
  /// The trusted metadata, or `nil` before the first check.
  package var trust: TrustedMetadata?
  /// The disk, or `nil` if it is unknown.
  package var disk: Disk?

  init(created: Timestamp, decisions: [Decision], state: SandboxState) {
    self.created = Timestamp(
      milliseconds: min(max(created.milliseconds, 0), Decision.maximumTime))
    self.decisions = decisions
    self.state = state
  }
}

extension Sandbox {
  /// Returns the last decisions, without waiting for other processes.
  ///
  /// - Parameters:
  ///   - app: The app, or `nil` for the app of the last launch.
  ///   - now: The time.
  /// - Returns: The record; it is never an error of the folder.
  func decisionRecord(app: NativeApp? = nil, at now: Timestamp) -> DecisionRecord {
    var state = SandboxState()
    var failure: DecisionReason?
    do { state = try currentState() } catch { failure = DecisionReason(updating: error) }
    let log = decisions.log { failure = failure ?? DecisionReason(updating: $0) }
    var record = DecisionRecord(
      created: now, decisions: log.decisions, state: state.withoutTokens)
    if let app { record.state = record.state.with(app) }
    record.stateFailure = failure
    record.channels = checkRecord().allChannels.mapValues {
      DecisionRecord.Channel(checked: $0.checked, numbers: $0.numbers)
    }
    record.trust = trustedMetadata()
    record.disk = (try? Folder(path)).map { folder in
      let free = (try? folder.availableSpace()) ?? 0
      return DecisionRecord.Disk(
        isWritable: folder.isWritable, free: min(Int64(clamping: free >> 20), 1024))
    }
    return record
  }
}
