package import ErosCore
import Foundation
package import Testing

/// Files of inputs and verdicts in `Tests/Vectors`, which every implementation of a device checks.
///
/// `docs/device-format.md` describes them.
package enum Vectors {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../Vectors")

  /// Compares vectors with the file `name`.
  ///
  /// With `EROS_RECORD_SNAPSHOTS=1`, the file is written and the test fails, as in ``expectSnapshot``.
  package static func expect(
    _ members: KeyValuePairs<String, JSONValue>, in name: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let text = document(members)
    let file = folder.appending(path: name)
    if isRecordingSnapshots {
      try Data(text.utf8).write(to: file)
      Issue.record("recorded \(name)", sourceLocation: sourceLocation)
      return
    }
    let lines = text.split(separator: "\n")
    let recorded = (try? String(contentsOf: file, encoding: .utf8))?.split(separator: "\n") ?? []
    let difference = zip(lines, recorded).enumerated().first { $1.0 != $1.1 }
    guard difference != nil || lines.count != recorded.count else { return }
    // A file may have a megabyte in thousands of lines, and a line may be long.
    let number = difference?.offset ?? min(lines.count, recorded.count)
    let same = difference.map { zip($0.element.0, $0.element.1).prefix { $0 == $1 }.count } ?? 0
    func shown(_ lines: [Substring]) -> String {
      guard number < lines.count else { return "nothing" }
      return "…\(lines[number].dropFirst(max(0, same - 40)).prefix(400))…"
    }
    Issue.record(
      "\(name), line \(number + 1): expected \(shown(lines)), recorded \(shown(recorded))",
      sourceLocation: sourceLocation)
  }

  /// Returns a document with one line for each element of a list or an object.
  package static func document(_ members: KeyValuePairs<String, JSONValue>) -> String {
    let members = members.map { key, value in
      switch value {
      case .array(let nodes): line(.string(key)) + ":[\n" + lines(nodes.map(\.value)) + "\n]"
      case .object(let object):
        line(.string(key)) + ":{\n"
          + object.members.map { line(.string($0.key)) + ":" + line($0.node.value) }
          .joined(separator: ",\n") + "\n}"
      default: line(.string(key)) + ":" + line(value)
      }
    }
    return "{\"format\":1,\n" + members.joined(separator: ",\n") + "}\n"
  }

  /// Reads a file whose inputs are recorded, not made by a test.
  package static func read(_ name: String) throws -> JSONObject {
    let bytes = Array(try Data(contentsOf: folder.appending(path: name)))
    return try #require(JSONReader.read(bytes, file: name).value.object)
  }

  private static func lines(_ values: [JSONValue]) -> String {
    values.map(line).joined(separator: ",\n")
  }

  private static func line(_ value: JSONValue) -> String {
    String(decoding: JSONWriter.write(value), as: UTF8.self)
  }
}

extension JSONValue {
  package static func base64(_ bytes: [UInt8]) -> JSONValue {
    .string(Data(bytes).base64EncodedString())
  }

  /// Returns an object of those members that are not `nil`.
  package static func members(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
    .object(
      JSONObject(
        members.compactMap { key, value in
          value.map { JSONObject.Member(key: key, node: JSONNode($0)) }
        }))
  }
}
