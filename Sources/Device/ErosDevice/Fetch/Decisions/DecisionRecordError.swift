package import ErosCore

package enum DecisionRecordError: ErosError, Equatable {
  /// The file does not contain a device's decisions.
  case malformed(String, reason: Message)
  /// A later version of eros wrote the document.
  case laterVersion(String, Int64)

  package var problem: Message {
    switch self {
    case .malformed(let file, let reason):
      "'\(file.escapedForDisplay)' does not contain the decisions of a device: \(reason)"
    case .laterVersion(let file, let version):
      "'\(file.escapedForDisplay)' has version \(version), but this version of eros reads version \(DecisionRecord.version)"
    }
  }

  package var remedy: Message? {
    switch self {
    case .malformed:
      "pass the complete output of `eros status --decisions --json` or of the call `decisions` of the app"
    case .laterVersion: "update eros"
    }
  }

  package var exitStatus: ExitStatus { .badData }
}
