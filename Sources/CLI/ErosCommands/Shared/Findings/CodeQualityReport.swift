import ErosCore

/// A Code Quality report for GitLab: one JSON array with an entry for each finding.
///
/// GitLab requires a path and a line. If a finding has no file, its entry points to the project's
/// configuration.
struct CodeQualityReport: CustomStringConvertible {
  private let entries: [JSONValue]

  init(_ findings: [Finding]) {
    var counts: [String: Int] = [:]
    entries = findings.map { finding in
      let path =
        finding.file.map { RepositoryPath.findAllowingMissing($0) ?? $0 }
        ?? RepositoryPath.ofConfiguration
      // Without the position, so that an entry stays the same if lines above it change.
      let identity = [finding.code, path, finding.subject ?? "", "\(finding.message)"]
        .joined(separator: "\u{0}")
      let number = counts[identity, default: 0]
      counts[identity] = number + 1
      return Self.entry(
        finding.code, Self.severity(finding.severity), path, finding.position,
        finding.text + (finding.remedy.map { " (\($0))" } ?? ""),
        fingerprint: Self.fingerprint(identity + "\u{0}\(number)"))
    }
  }

  init(command: String, _ error: any ErosError) {
    let positioned = error as? any PositionedError
    let path =
      positioned.map { RepositoryPath.findAllowingMissing($0.file) ?? $0.file }
      ?? RepositoryPath.ofConfiguration
    let problem = "\(positioned?.clause ?? error.problem)"
    entries = [
      Self.entry(
        command, "blocker", path, positioned?.position,
        problem + (error.remedy.map { " (\($0))" } ?? ""),
        fingerprint: Self.fingerprint([command, path, problem].joined(separator: "\u{0}")))
    ]
  }

  var description: String {
    String(decoding: JSONWriter.write(.list(entries), layout: .pretty), as: UTF8.self)
      .escapedJSONForDisplay
  }

  private static func entry(
    _ name: String, _ severity: String, _ path: String, _ position: TextPosition?,
    _ description: String, fingerprint: String
  ) -> JSONValue {
    .sorted([
      "check_name": .string(name), "severity": .string(severity),
      "description": .string(description), "fingerprint": .string(fingerprint),
      "location": .sorted([
        "path": .string(path), "lines": .sorted(["begin": .integer(position?.line ?? 1)]),
      ]),
    ])
  }

  private static func severity(_ severity: Finding.Severity) -> String {
    switch severity {
    case .error: "major"
    case .warning: "minor"
    case .note: "info"
    }
  }

  /// Returns the FNV-1a hash of a text.
  ///
  /// It identifies an entry, and protects nothing.
  private static func fingerprint(_ text: String) -> String {
    let hash = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01b3
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
