import ErosCore
import ErosTestSupport
import Foundation
import Testing

@Suite("The catalogue of errors")
struct ErrorCatalogueTests {
  @Test("has every case of every error", arguments: ErrorCatalogue.sections.map(\.title))
  func complete(title: String) throws {
    let section = try #require(ErrorCatalogue.sections.first { $0.title == title })
    for entry in section.entries {
      // An enumeration's case without values has no label of its own to compare with.
      let label = Mirror(reflecting: entry.error).children.first?.label
      let isEnumeration = Mirror(reflecting: entry.error).displayStyle == .enum
      #expect(!isEnumeration || label == nil || label == entry.name)
    }
    guard let source = section.source else { return }
    let cases = try SourceCases(source).summaries
    #expect(!cases.isEmpty)
    #expect(Set(section.entries.map(\.name)) == Set(cases.keys))
  }

  @Test("knows every type that is an error")
  func types() throws {
    let known = Set(
      ErrorCatalogue.sections.flatMap(\.entries).map { entry in
        "\(type(of: entry.error))".prefix { $0 != "<" }.description
      })
    let declaration = #/(?m)^(?:public )?(?:enum|struct) (\w+)(?:<[^>]*>)?: ErosError/#
    var declared: Set<String> = []
    for path in try SourceCases.swiftFiles() {
      let text = try String(contentsOf: path, encoding: .utf8)
      declared.formUnion(text.matches(of: declaration).map { String($0.1) })
    }
    #expect(declared.count > 10)
    #expect(declared == known)
  }

  @Test("errors have one form", arguments: ErrorCatalogue.sections.map(\.title))
  func form(title: String) throws {
    let section = try #require(ErrorCatalogue.sections.first { $0.title == title })
    for entry in section.entries {
      let error = entry.error
      #expect(!error.problem.isEmpty && !error.problem.hasSuffix("."), "\(entry.name)")
      if let remedy = error.remedy {
        #expect(!remedy.isEmpty && !remedy.hasSuffix("."), "\(entry.name)")
        #expect(!error.problem.contains(remedy), "\(entry.name)")
      }
      #expect(error.exitStatus != .success, "\(entry.name)")
      #expect(error.description == error.problem)
      // No name of a type or of a case of ours reaches people.
      #expect(!error.problem.contains("Error("), "\(entry.name)")
    }
  }

  @Test("is what docs/errors.md shows")
  func page() throws {
    let place = Tool.packageRoot.appending(path: "docs/errors.md")
    let text = try ErrorPage.text()
    if ProcessInfo.processInfo.environment["EROS_RECORD_SNAPSHOTS"] == "1" {
      try Data(text.utf8).write(to: place)
      Issue.record("recorded docs/errors.md")
      return
    }
    #expect(try String(contentsOf: place, encoding: .utf8) == text)
  }
}

/// The cases of an enumeration as a source declares them, with the summaries in front of them.
private struct SourceCases {
  private(set) var summaries: [String: String] = [:]

  init(_ path: String) throws {
    let place = Tool.packageRoot.appending(path: path)
    var summary = ""
    var isInside = false
    for line in try String(contentsOf: place, encoding: .utf8).components(separatedBy: "\n") {
      if line.contains(#/^(?:public )?enum \w+: (?:ErosError|TextErrorKind)/#) {
        isInside = true
      } else if line == "}" {
        isInside = false
      } else if isInside, let name = line.firstMatch(of: #/^  case (\w+)/#) {
        summaries[String(name.1)] = summary
        summary = ""
      } else if isInside, let words = line.firstMatch(of: #/^  \/\/\/ (.*)/#) {
        summary += (summary.isEmpty ? "" : " ") + words.1
      } else {
        summary = ""
      }
    }
  }

  static func swiftFiles() throws -> [URL] {
    let folder = Tool.packageRoot.appending(path: "Sources")
    return try FileManager.default.subpathsOfDirectory(atPath: folder.path())
      .filter { $0.hasSuffix(".swift") }.map { folder.appending(path: $0) }
  }
}

/// `docs/errors.md`.
private enum ErrorPage {
  static func text() throws -> String {
    var lines = [
      "# Errors",
      "",
      "What ends a command, what to do about it, and the exit status. A command prints `error:` with the",
      "problem and `hint:` with the remedy; with `--json` both are in the document. Words in capitals stand",
      "for what the error is about. Findings of checks are in the pages of their checks: of bundles in",
      "[bundle-format.md](bundle-format.md), of configurations in [config-format.md](config-format.md), of",
      "registrations in [registry.md](registry.md), of routes in [routes.md](routes.md), of versions in",
      "[versions.md](versions.md).",
      "",
      "This page is made from the code: `EROS_RECORD_SNAPSHOTS=1 swift test --filter ErrorCatalogue`.",
    ]
    for section in ErrorCatalogue.sections {
      lines += ["", "## \(section.title)", "", "| when | problem | remedy | exit |"]
      lines.append("| --- | --- | --- | --: |")
      let summaries = try section.source.map { try SourceCases($0).summaries } ?? [:]
      for entry in section.entries {
        let error = entry.error
        let cells = [
          summaries[entry.name] ?? entry.name, error.problem, error.remedy ?? "–",
          "\(error.exitStatus.rawValue)",
        ]
        lines.append("| " + cells.map(cell).joined(separator: " | ") + " |")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The text as one cell of a table.
  private static func cell(_ text: String) -> String {
    let words = text.replacing("|", with: "\\|").replacing("<", with: "&lt;")
      .replacing("\n", with: "<br>")
    return words.hasSuffix(".") ? String(words.dropLast()) : words
  }
}
