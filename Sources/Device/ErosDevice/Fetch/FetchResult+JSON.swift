package import ErosCore
import ErosTrust

extension FetchResult {
  /// Returns the fields of `eros fetch --json`.
  package func json(of channel: String) -> JSONValue {
    .sorted([
      "artifact": artifact?.json ?? .null,
      "bytes": .integer(Int64(clamping: bytes)),
      "channel": .string(channel),
      "expires": .string(expires.utc),
      "metadataBytes": .integer(Int64(clamping: metadataBytes)),
      "outcome": .string(outcome.rawValue),
      "release": release?.summary.json ?? .null,
      "reports": reports.map {
        .sorted([
          "sent": .integer(Int64($0.sent)), "waiting": .integer(Int64($0.waiting)),
        ])
      } ?? .null,
      "requests": .integer(Int64(requests)),
      "requiresAppVersion": .string(orNull: requiredApp?.description),
      "skipped": .list(
        skipped.map {
          .sorted(["reason": .string($0.reason.rawValue), "number": .integer($0.number)])
        }),
      "tester": isTester.map { .bool($0) } ?? .null,
      "waitsForTrial": .bool(waitsForTrial),
    ])
  }
}

extension FetchResult.Artifact {
  fileprivate var json: JSONValue {
    .sorted([
      "bytes": .integer(Int64(clamping: bytes)), "form": .string(form.rawValue),
      "reason": .string(orNull: reason), "result": .string(orNull: result?.rawValue),
    ])
  }
}
