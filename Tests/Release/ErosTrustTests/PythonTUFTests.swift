import ErosCore
import ErosCrypto
import ErosTestSupport
import Foundation
import Testing

@testable import ErosTrust

/// Compares this project with python-tuf, the reference implementation of TUF.
@Suite("python-tuf", .needsPythonPackages)
struct PythonTUFTests {
  /// How many random histories run in each direction.
  ///
  /// `EROS_TUF_HISTORIES` changes it.
  static let historyCount =
    ProcessInfo.processInfo.environment["EROS_TUF_HISTORIES"].flatMap(Int.init) ?? 500
  static let script = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Interop/python_tuf.py").path(percentEncoded: false)

  private func python(_ arguments: String...) async throws -> [JSONValue] {
    let result = try await runTool(
      Tool.testPython, [Self.script] + arguments, seconds: 1200)
    try #require(result.status == 0, "\(result.standardError)")
    return try result.standardOutput.split(separator: "\n").map {
      try JSONReader.read(Array($0.utf8), file: "python").value
    }
  }

  @Test("canonical JSON is that of securesystemslib", .timeLimit(.minutes(20)))
  func canonicalJSON() async throws {
    let documents = try await python("canonical", "10000", "7")
    #expect(documents.count == 10_000)
    for document in documents {
      let text = try #require(document.object?["document"]?.string)
      let value = try JSONReader.read(Array(text.utf8), file: "document").value
      #expect(
        CanonicalJSON.encode(value)
          == document.object?["canonical"]?.string.map { Array($0.utf8) }, "\(text)")
    }
  }

  @Test("python-tuf's metadata gives the same decisions", .timeLimit(.minutes(20)))
  func readsMetadata() async throws {
    let lines = try await python("write", "\(Self.historyCount)", "11")
    #expect(lines.count == Self.historyCount)
    for (index, line) in lines.enumerated() {
      let history = try History(try #require(line.object?["history"]))
      let expected = try #require(line.object?["outcomes"]?.array).map { Outcome($0.value) }
      try compare(try history.outcomes(), expected, "history \(index)")
    }
  }

  @Test(
    "this project's metadata gives python-tuf the same decisions", .temporaryFolder,
    .timeLimit(.minutes(20)))
  func writesMetadata() async throws {
    let folder = try TemporaryFolder.ofTest()
    var generator = SeededGenerator(seed: 13)
    var histories: [History] = []
    for _ in 0..<Self.historyCount {
      histories.append(try RandomRepository.history(using: &generator))
    }
    let text = histories.map { String(decoding: JSONWriter.write($0.json), as: UTF8.self) }
    try folder.write(text.joined(separator: "\n"), to: "histories.jsonl")
    let lines = try await python("read", folder.path("histories.jsonl"))
    #expect(lines.count == Self.historyCount)
    for (index, (history, line)) in zip(histories, lines).enumerated() {
      let expected = try #require(line.array).map { Outcome($0.value) }
      try compare(try history.outcomes(), expected, "history \(index)")
    }
  }

  private func compare(_ found: [Outcome], _ expected: [Outcome], _ name: String) throws {
    #expect(found.count == expected.count)
    for (step, (found, expected)) in zip(found, expected).enumerated() {
      #expect(found.succeeds == expected.succeeds, "\(name), step \(step): \(found.error ?? "")")
      #expect(found.digest == expected.digest, "\(name), step \(step)")
      #expect(found.versions.first == expected.versions.first, "\(name), step \(step)")
      // After an error, python-tuf keeps files that the next update replaces or ignores.
      guard found.succeeds, expected.succeeds else { continue }
      #expect(found.versions == expected.versions, "\(name), step \(step)")
    }
  }
}

struct Outcome {
  var succeeds = false
  var digest: String?
  /// Stored versions of root, timestamp, snapshot and targets.
  var versions: [Int64?] = []
  /// The error of this project, for messages.
  var error: String?
}

extension Outcome {
  init(_ value: JSONValue) {
    let object = value.object
    succeeds = object?["succeeds"]?.bool ?? false
    digest = object?["digest"]?.string
    versions = object?["versions"]?.array?.map(\.value.integer) ?? []
  }
}

/// The states of a repository in which a device updates.
struct History {
  struct Step {
    var now: Int64
    var path: String
    /// Files that differ from the previous step.
    ///
    /// Removed ones are `nil`.
    var files: [String: [UInt8]?]
  }

  var root: [UInt8]
  var steps: [Step]

  init(root: [UInt8], steps: [Step]) {
    self.root = root
    self.steps = steps
  }

  init(_ value: JSONValue) throws {
    root = Array(try #require(value.object?["root"]?.string).utf8)
    steps = try #require(value.object?["steps"]?.array).map { node in
      let object = try #require(node.value.object)
      let files = try #require(object["files"]?.object).members
      return Step(
        now: try #require(object["now"]?.integer) * 1000,
        path: try #require(object["find"]?.string),
        files: Dictionary(
          files.map { ($0.key, $0.node.value.string.map { Array($0.utf8) }) },
          uniquingKeysWith: { first, _ in first }))
    }
  }

  var json: JSONValue {
    func text(_ bytes: [UInt8]) -> JSONValue { .string(String(decoding: bytes, as: UTF8.self)) }
    return .sorted([
      "root": text(root),
      "steps": .list(
        steps.map { step in
          .sorted([
            "now": .integer(step.now / 1000), "find": .string(step.path),
            "files": .sorted(step.files.mapValues { $0.map(text) ?? .null }),
          ])
        }),
    ])
  }

  /// Updates a device in each step.
  func outcomes() throws -> [Outcome] {
    var device = TestDevice(pinnedRoot: root)
    var files: [String: [UInt8]] = [:]
    return steps.map { step in
      for (name, bytes) in step.files { files[name] = bytes }
      device.now = step.now
      var outcome = Outcome()
      do {
        outcome.digest = try device.update(from: files, find: step.path).target?.file.digest
          .description
        outcome.succeeds = true
      } catch {
        outcome.error = "\(error)"
      }
      outcome.versions = [
        device.version(RootMetadata.self), device.version(TimestampMetadata.self),
        device.version(SnapshotMetadata.self), device.version(TargetsMetadata.self),
      ]
      return outcome
    }
  }
}
