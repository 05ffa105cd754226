import ErosCore
import ErosCrypto
import ErosOpenSSL
package import ErosTrust

extension ChannelRelease {
  /// Returns the settings and the supported apps in which another release differs, as a
  /// `ReleaseSummary` names them.
  package func fields(differingFrom other: ChannelRelease) -> [String] {
    let fields: [(name: String, isEqual: Bool)] = [
      ("native", native == other.native), ("kind", kind == other.kind),
      ("restores", restores == other.restores), ("rollout", rollout == other.rollout),
      ("paused", isPaused == other.isPaused), ("notes", notes == other.notes),
      ("localizedNotes", localizedNotes == other.localizedNotes),
      ("urgency", urgency == other.urgency),
      ("plan", plan?.steps == other.plan?.steps && plan?.stopFactor == other.plan?.stopFactor),
    ]
    return fields.filter { !$0.isEqual }.map(\.name)
  }

  /// Returns a new random salt.
  package static func newSalt() throws -> String {
    try [UInt8].random(count: 16).hexadecimalText
  }
}
