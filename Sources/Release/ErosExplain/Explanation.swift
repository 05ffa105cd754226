package import ErosCore

/// The cause why a device did not take a release, with the facts that prove it.
package struct Explanation: Sendable, Equatable {
  /// A cause with its facts.
  package struct Finding: Sendable, Equatable {
    /// The cause.
    package let cause: ExplanationCause
    /// The cause as a sentence, with the values of this device.
    package let text: String
    /// The facts that prove the cause, from the decisions and from the signed metadata.
    package let proof: [String]
    /// The suggested fix.
    package let remedy: Message

    /// - Parameters:
    ///   - cause: The cause.
    ///   - text: The cause as a sentence.
    ///   - proof: The facts; `nil` is omitted.
    ///   - remedy: The suggested fix, or `nil` for the fix of all findings with this cause.
    init(
      _ cause: ExplanationCause, _ text: String, _ proof: [String?] = [], remedy: Message? = nil
    ) {
      self.cause = cause
      self.text = text
      self.proof = proof.compactMap(\.self)
      self.remedy = remedy ?? cause.remedy
    }
  }

  /// Returns the explanation with `name` applied to the remedies.
  package func mappingRemedies(_ name: (Message) -> Message) -> Explanation {
    Explanation(
      channel: channel, number: number, release: release,
      findings: findings.map { Finding($0.cause, $0.text, $0.proof, remedy: name($0.remedy)) },
      note: note)
  }

  /// The channel, or `nil` if the document names none.
  package let channel: String?
  /// The number of the release, or `nil` if the channel has no release.
  package let number: Int64?
  /// The release.
  let release: TreeHash?
  /// The causes: none if the device has the release, one, or two that the decisions do not tell
  /// apart.
  package let findings: [Finding]
  /// The reason why there is no cause, such as `the device runs release 7`.
  package let note: String?

  /// Whether the device has the release or a newer one.
  var hasRelease: Bool { findings.isEmpty }
}

extension Explanation {
  /// The explanation in JSON.
  package var json: JSONValue {
    .sorted([
      "channel": .string(orNull: channel), "number": .integer(orNull: number),
      "release": .string(orNull: release?.description), "hasRelease": .bool(hasRelease),
      "note": .string(orNull: note), "causes": .list(findings.map(\.json)),
    ])
  }
}

extension Explanation.Finding {
  fileprivate var json: JSONValue {
    .sorted([
      "cause": .string(cause.rawValue), "text": .string(text), "remedy": .string("\(remedy)"),
      "proof": .strings(proof),
    ])
  }
}
