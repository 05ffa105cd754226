import ErosTestSupport
import Foundation
import Testing

/// Follows the printed remedies of a damaged store literally, until `store check` is green.
@Suite("Remedies of a store", .phase(.servers), .temporaryFolder)
struct StoreRemedyTests {
  private static let channel = "demo/production"
  private static let timestamp = "metadata/timestamp.json"
  /// The number of releases in the store.
  private static let releaseCount = 3
  /// The maximum number of checks; each follows the remedies of one check.
  private static let maximumRounds = 4

  /// The ways to damage a file.
  enum Damage: String, CaseIterable, Sendable {
    case deleted, truncated, older
    /// The copy from before the first release; only of the timestamp.
    case oldest
  }

  private func run(_ arguments: [String], in folder: String) async throws -> ToolResult {
    try await runTool(
      Tool.built("eros"), arguments, in: TemporaryFolder.ofTest().path(folder),
      environment: ["COLUMNS": "80"])
  }

  private func json(_ arguments: String..., in folder: String) async throws {
    let result = try await run(arguments + ["--json"], in: folder)
    try #require(result.status == 0, "\(arguments): \(result)")
  }

  /// Creates a store in the folder `template`, with three releases and a beta channel.
  private func makeTemplate() async throws {
    let count = Self.releaseCount
    let folder = try TemporaryFolder.ofTest()
    try folder.makeFolder("template")
    let name = "template"
    try await json(
      "store", "init", "--store", "store", "--new-keys", "keys", "--channel", Self.channel, in: name
    )
    for number in 1...(count + 1) {
      try folder.writeApp()
      try folder.write("// release \(number)\n", to: "dist/pages/home/index.js")
      try await json(
        "pack", "--output", "template/v\(number)", "--timestamp", "\(number)000", in: ".")
      guard number <= count else { break }
      try folder.write(
        folder.read("template/store/" + Self.timestamp), to: "template/timestamps/\(number)")
      try await json(
        "publish", "v\(number)/bundle.zip", "--store", "store", "--channel", Self.channel,
        "--keys", "keys", in: name)
    }
  }

  private func files(of folder: String) throws -> [String] {
    let root = try TemporaryFolder.ofTest().path(folder)
    return try FileManager.default.subpathsOfDirectory(atPath: root).sorted().filter {
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: root + "/" + $0, isDirectory: &isFolder)
      return !isFolder.boolValue && $0 != "lock"
    }
  }

  /// Returns the file that an operator could mistake for a newer one: the one before in its folder with
  /// the same kind, or `nil`.
  private func older(_ file: String, _ files: [String]) -> String? {
    let parts = file.split(separator: "/")
    let kind = parts.last?.split(separator: ".", maxSplits: 1).last ?? ""
    return files.filter { other in
      let parts = other.split(separator: "/")
      return parts.last?.split(separator: ".", maxSplits: 1).last ?? "" == kind && other != file
        && parts.first == file.split(separator: "/").first
    }.max { $0 < $1 }
  }

  private func damage(_ file: String, _ damage: Damage, _ files: [String]) throws -> Bool {
    let folder = try TemporaryFolder.ofTest()
    let path = "case/store/" + file
    switch damage {
    case .deleted: try FileManager.default.removeItem(atPath: folder.path(path))
    case .truncated:
      let bytes = try folder.read(path)
      try folder.write(Array(bytes.prefix(bytes.count / 2)), to: path)
    case .older where file == Self.timestamp:
      try folder.write(folder.read("case/timestamps/\(Self.releaseCount)"), to: path)
    case .older:
      guard let other = older(file, files) else { return false }
      try folder.write(folder.read("case/store/" + other), to: path)
    case .oldest:
      guard file == Self.timestamp else { return false }
      try folder.write(folder.read("case/timestamps/1"), to: path)
    }
    return true
  }

  /// The outcome of following the remedies of a damage.
  private enum Outcome: Equatable {
    case green(commands: Int)
    /// Only the copy of a file signed by offline keys helps.
    case copy
    case failed(String)
  }

  private struct Finding: Decodable {
    let severity: String
    let subject: String?
    let remedy: String?
  }

  private struct Findings: Decodable {
    let findings: [Finding]
  }

  private func commands(_ remedy: String) -> [String] {
    remedy.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
      .filter { !$0.hasPrefix("eros release list") }
  }

  /// Follows the remedies of `store check`.
  private func follow(_ bundle: String?) async throws -> Outcome {
    var done: [String] = []
    var trace = ""
    for _ in 0..<Self.maximumRounds {
      let check = try await run(
        ["store", "check", "--store", "store", "--keys", "keys", "--json"], in: "case")
      guard
        let report = try? JSONDecoder().decode(Findings.self, from: Data(check.standardOutput.utf8))
      else { return .failed(trace + "\(check)") }
      // An older timestamp may also be an interrupted publication, so it can be a warning.
      let remedies = report.findings
        .filter { $0.severity == "error" || $0.subject == Self.timestamp }.map { $0.remedy ?? "" }
      if check.status == 0, remedies.isEmpty { return .green(commands: done.count) }
      var steps: [String] = []
      for remedy in remedies { steps += commands(remedy) }
      guard !steps.isEmpty else {
        return remedies == ["restore the file from a copy"] ? .copy : .failed(trace + "\(check)")
      }
      for step in steps where !done.contains(step) {
        // A bundle that the operator still has, unless it is lost.
        guard let text = substituting(step, bundle) else { continue }
        let result = try await runTool(
          "sh",
          ["-c", text.replacing("eros ", with: Tool.built("eros") + " ", maxReplacements: 1)],
          in: TemporaryFolder.ofTest().path("case"), environment: ["COLUMNS": "80"])
        done.append(step)
        trace += "$ \(text)\n\(result)\n"
        // A repair that reports a loss exits with 1, and prints what to do.
        guard result.status == 0 || (result.status == 1 && text.contains("--repair")) else {
          return .failed(trace)
        }
        steps = commands(result.standardError)
        if text.contains("--repair") {
          for next in steps where !done.contains(next) && !next.contains("--repair") {
            guard let text = substituting(next, bundle) else { continue }
            let result = try await runTool(
              "sh",
              ["-c", text.replacing("eros ", with: Tool.built("eros") + " ", maxReplacements: 1)],
              in: TemporaryFolder.ofTest().path("case"), environment: ["COLUMNS": "80"])
            done.append(next)
            trace += "$ \(text)\n\(result)\n"
            guard result.status == 0 else { return .failed(trace) }
          }
        }
        break
      }
    }
    return .failed(trace + "a circle")
  }

  private func substituting(_ step: String, _ bundle: String?) -> String? {
    if step.contains("BUNDLE"), bundle == nil { return nil }
    return step.replacing("BUNDLE", with: bundle ?? "")
      .replacing("KEY ", with: "keys/demo-production.key ")
  }

  /// Returns the bundle whose files are lost.
  private func bundle(of file: String) -> String? {
    let parts = file.split(separator: "/")
    guard parts.first == "targets", parts.count > 3 else { return nil }
    return "v\(parts[3])/bundle.zip"
  }

  /// Whether a store without the file is damaged.
  ///
  /// Earlier versions of metadata stay only for devices that read them at the moment.
  private func isNeeded(_ file: String) -> Bool {
    file == Self.timestamp || file.hasSuffix(".root.json")
  }

  /// Publishes another release after the remedies, and returns a sentence about what is wrong then.
  ///
  /// Devices refuse a store that uses the number of a release again.
  private func publishNext() async throws -> String? {
    let number = Self.releaseCount + 1
    let result = try await run(
      [
        "publish", "v\(number)/bundle.zip", "--store", "store", "--channel", Self.channel, "--keys",
        "keys", "--json",
      ], in: "case")
    struct Publication: Decodable {
      struct Release: Decodable { let number: Int }
      let release: Release
    }
    let publication = try? JSONDecoder().decode(
      Publication.self, from: Data(result.standardOutput.utf8))
    guard let found = publication?.release.number, found >= number else { return "\(result)" }
    let check = try await run(["store", "check", "--store", "store", "--keys", "keys"], in: "case")
    return check.status == 0 ? nil : "\(check)"
  }

  @Test("remedies lead to a green check for each file, and the next release has a new number")
  func everyFile() async throws {
    try await makeTemplate()
    let folder = try TemporaryFolder.ofTest()
    let files = try files(of: "template/store")
    var counts: [String: Int] = [:]
    for file in files {
      for damage in Damage.allCases {
        try? FileManager.default.removeItem(atPath: folder.path("case"))
        try FileManager.default.copyItem(
          atPath: folder.path("template"), toPath: folder.path("case"))
        guard try self.damage(file, damage, files) else { continue }
        let outcome = try await follow(bundle(of: file))
        switch outcome {
        case .green(let commands):
          // No damage of a file that the check reads is green at once.
          #expect(commands > 0 || !isNeeded(file), "\(damage) \(file)")
          counts["\(commands) commands", default: 0] += 1
          let problem = try await publishNext()
          #expect(problem == nil, "\(damage) \(file): \(problem ?? "")")
        case .copy:
          counts["copy", default: 0] += 1
          #expect(file.hasSuffix(".root.json"), "\(damage) \(file)")
        case .failed(let trace): Issue.record("\(damage) \(file):\n\(trace)")
        }
      }
    }
    print("objects: \(files.count), outcomes: \(counts)")
  }
}
