public import ErosCore
import ErosFiles
import ErosTrust

/// A device's last decisions and the state that they led to, for a support request.
///
/// ```swift
/// share(device.decisions().text)
/// ```
///
/// The document contains no device ID, no address, no path and no token. `eros explain` compares it
/// with the store's signed history.
public struct DecisionRecord: Sendable {
  static let version: Int64 = 1
  /// In bytes.
  package static let maximumLength = 1 << 20

  package struct Channel: Sendable, Equatable {
    /// The last successful check.
    var checked: Timestamp?
    /// The numbers of installed releases.
    package var numbers: [TreeHash: Int64] = [:]
  }

  package struct Disk: Sendable, Equatable {
    package var isWritable: Bool
    /// The free space in MiB, at most 1024, so that it does not identify the device.
    var free: Int64
  }

  /// The device's time when it made the document.
  public package(set) var created: Timestamp
  /// The last decisions, oldest first.
  ///
  /// At most 32.
  public package(set) var decisions: [Decision]
  /// Contains no tokens.
  package var state: SandboxState
  /// Set if the state or the file with the decisions could not be read.
  package var stateFailure: DecisionReason?
  /// The channels that the device has checked, by name.
  package var channels: [String: Channel] = [:]
  /// `nil` before the first check.
  package var trust: TrustedMetadata?
  /// `nil` if it is unknown.
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
  /// An unreadable folder is recorded in the result. If `app` is `nil`, the app at the last launch
  /// counts.
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
