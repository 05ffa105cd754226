import ErosCommandSupport
import ErosTrust

extension ReleaseSummary: Encodable {
  package func encode(to encoder: any Encoder) throws {
    try EncodedJSON(json).encode(to: encoder)
  }
}

extension Brake.Limit: Encodable {
  package func encode(to encoder: any Encoder) throws {
    try EncodedJSON(summary).encode(to: encoder)
  }
}

extension ReleaseSummary {
  /// The rollout for people.
  var availability: String {
    let limit = limit.flatMap { $0.isActive ? ", \($0) by the brake" : nil }
    return "\(Rollout(rollout))" + (isPaused ? ", paused" : "") + (limit ?? "")
  }

  /// The line of a command that has changed the release.
  func change(in channel: String, dryRun: Bool, _ style: TextStyle) -> String {
    (dryRun ? "dry run: " : "") + "\(channel) release \(number): " + style.bold(availability)
  }
}
