import ErosCore
import ErosFiles
import SystemPackage

/// A command's findings as a SARIF 2.1.0 log, for code scanning.
///
/// Each code that the command can report is a rule, and each note is a notification. If the command
/// failed, the log has no results, and a notification with the error.
struct SARIFReport: CustomStringConvertible {
  private static let schema =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

  private let run: JSONValue

  init(
    command: String, codes: [any FindingCode], findings: [Finding], notes: [Message] = []
  ) {
    let rules = Rules(codes, findings)
    run = Self.run(
      command, rules: rules.json, results: findings.map { Self.result($0, rules) },
      notifications: notes.map {
        .sorted(["level": .string("note"), "message": Self.text("\($0)")])
      }, isSuccessful: true)
  }

  init(command: String, _ error: any ErosError) {
    let positioned = error as? any PositionedError
    var notification = JSONObject()
    notification["level"] = .string("error")
    notification["message"] = Self.message(
      "\(positioned?.clause ?? error.problem)", remedy: error.remedy?.description)
    if let positioned {
      notification["locations"] = .list([
        Self.location(positioned.file, positioned.position, subject: nil)
      ])
    }
    run = Self.run(
      command, rules: [], results: [], notifications: [.object(notification)],
      isSuccessful: false)
  }

  var description: String {
    let log = JSONValue.sorted([
      "$schema": .string(Self.schema), "version": .string("2.1.0"), "runs": .list([run]),
    ])
    return String(decoding: JSONWriter.write(log, layout: .pretty), as: UTF8.self)
      .escapedJSONForDisplay
  }

  /// The codes of a command and of its findings, each once.
  private struct Rules {
    let json: [JSONValue]
    let indices: [String: Int]

    init(_ codes: [any FindingCode], _ findings: [Finding]) {
      var json: [JSONValue] = []
      var indices: [String: Int] = [:]
      func add(_ id: String, _ summary: String, _ severity: Finding.Severity, _ remedy: String?) {
        guard indices[id] == nil else { return }
        indices[id] = json.count
        var rule: [String: JSONValue] = [
          "id": .string(id), "shortDescription": SARIFReport.text(summary),
          "defaultConfiguration": .sorted(["level": .string(severity.rawValue)]),
        ]
        rule["help"] = remedy.map { SARIFReport.text($0) }
        json.append(.sorted(rule))
      }
      for code in codes {
        add(code.rawValue, code.summary, code.severity, code.remedy?.description)
      }
      for finding in findings { add(finding.code, finding.code, finding.severity, nil) }
      self.json = json
      self.indices = indices
    }
  }

  private static func run(
    _ command: String, rules: [JSONValue], results: [JSONValue], notifications: [JSONValue],
    isSuccessful: Bool
  ) -> JSONValue {
    .sorted([
      "tool": .sorted([
        "driver": .sorted([
          "name": .string("eros"), "version": .string(ProgramVersion.number),
          "rules": .list(rules),
        ])
      ]),
      // Several commands of one workflow are separate categories.
      "automationDetails": .sorted([
        "id": .string(command.split(separator: " ").joined(separator: "/") + "/")
      ]),
      "invocations": .list([
        .sorted([
          "executionSuccessful": .bool(isSuccessful),
          "toolExecutionNotifications": .list(notifications),
        ])
      ]),
      "columnKind": .string("unicodeCodePoints"), "results": .list(results),
    ])
  }

  /// Returns a result that always names a file, because code scanning refuses any other.
  private static func result(_ finding: Finding, _ rules: Rules) -> JSONValue {
    let isInRepository =
      finding.file.map { RepositoryPath.findAllowingMissing($0) != nil } ?? true
    let prefix = isInRepository ? "" : (finding.location.map { $0 + ": " } ?? "")
    var result: [String: JSONValue] = [
      "ruleId": .string(finding.code), "level": .string(finding.severity.rawValue),
      "message": message(prefix + finding.text, remedy: finding.remedy?.description),
      "locations": .list([
        location(
          finding.file ?? RepositoryPath.ofConfiguration,
          finding.file == nil ? nil : finding.position, subject: finding.subject)
      ]),
    ]
    result["ruleIndex"] = rules.indices[finding.code].map { .integer($0) }
    return .sorted(result)
  }

  private static func location(
    _ file: String, _ position: TextPosition?, subject: String?
  ) -> JSONValue {
    var physical = ["artifactLocation": artifact(file)]
    physical["region"] = position.map {
      .sorted(["startLine": .integer($0.line), "startColumn": .integer($0.column)])
    }
    var location: [String: JSONValue] = ["physicalLocation": .sorted(physical)]
    if let subject {
      location["logicalLocations"] = .list([.sorted(["fullyQualifiedName": .string(subject)])])
    }
    return .sorted(location)
  }

  /// Returns a file's URI.
  ///
  /// It is relative to the repository, or absolute if the file is outside it.
  private static func artifact(_ file: String) -> JSONValue {
    guard let path = RepositoryPath.findAllowingMissing(file) else {
      let path = (try? resolvedPath(allowingMissing: file))?.string ?? file
      return .sorted(["uri": .string("file://" + path.percentEncodedPath)])
    }
    return .sorted([
      "uri": .string(path.percentEncodedPath), "uriBaseId": .string("%SRCROOT%"),
    ])
  }

  private static func message(_ problem: String, remedy: String?) -> JSONValue {
    text(problem + (remedy.map { "\nhint: \($0)" } ?? ""))
  }

  private static func text(_ text: String) -> JSONValue { .sorted(["text": .string(text)]) }
}

extension String {
  /// The path as a URI reference: all bytes except unreserved characters and slashes are encoded.
  fileprivate var percentEncodedPath: String {
    utf8.reduce(into: "") { result, byte in
      if byte.isAlphanumeric || "-._~/".utf8.contains(byte) {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        result += (digits.count == 1 ? "%0" : "%") + digits
      }
    }
  }
}
