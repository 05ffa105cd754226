package import ErosCore

/// Why a device did not take a release, with proof.
package struct Explanation: Sendable, Equatable {
  package struct Finding: Sendable, Equatable {
    package let cause: ExplanationCause
    /// The cause as a sentence about this device.
    package let text: Message
    /// Facts from the decisions of the device and from signed metadata.
    package let proof: [Message]
    package let remedy: Message

    /// - Parameters:
    ///   - cause: The cause.
    ///   - text: The cause as a sentence.
    ///   - proof: Facts, where `nil` is skipped.
    ///   - remedy: A fix for this case. By default, the remedy of the cause.
    init(
      _ cause: ExplanationCause, _ text: Message, _ proof: [Message?] = [], remedy: Message? = nil
    ) {
      self.cause = cause
      self.text = text
      self.proof = proof.compactMap(\.self)
      self.remedy = remedy ?? cause.remedy
    }
  }

  /// Applies `name` to every remedy.
  package func mappingRemedies(_ name: (Message) -> Message) -> Explanation {
    Explanation(
      channel: channel, number: number, release: release,
      findings: findings.map { Finding($0.cause, $0.text, $0.proof, remedy: name($0.remedy)) },
      note: note)
  }

  /// `nil` if the document names no channel.
  package let channel: String?
  /// `nil` if the channel has no release.
  package let number: Int64?
  let release: TreeHash?
  /// Empty if the device has the release.
  ///
  /// Two causes mean that the decisions fit both.
  package let findings: [Finding]
  /// Why there are no findings, such as `the device runs release 7`.
  package let note: Message?

  /// `true` if the device has this release or a newer one.
  var hasRelease: Bool { findings.isEmpty }
}

extension Explanation {
  package var json: JSONValue {
    .sorted([
      "channel": .string(orNull: channel), "number": .integer(orNull: number),
      "release": .string(orNull: release?.description), "hasRelease": .bool(hasRelease),
      "note": .string(orNull: note?.description), "causes": .list(findings.map(\.json)),
    ])
  }
}

extension Explanation.Finding {
  fileprivate var json: JSONValue {
    .sorted([
      "cause": .string(cause.rawValue), "text": .string("\(text)"), "remedy": .string("\(remedy)"),
      "proof": .strings(proof.map(\.description)),
    ])
  }
}
