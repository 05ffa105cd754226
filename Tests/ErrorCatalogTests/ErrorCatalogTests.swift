import ErosCore
import ErosTestSupport
import Foundation
import Testing

@testable import ErosCommands

@Suite("Error catalog")
struct ErrorCatalogTests {
  @Test(
    "the catalog contains every case of every error",
    arguments: ErrorCatalog.sections.map(\.title))
  func complete(title: String) throws {
    let section = try #require(ErrorCatalog.sections.first { $0.title == title })
    // The entries of other sections are not named after cases.
    guard let source = section.source else { return }
    for entry in section.entries {
      // An enumeration case without associated values has no label.
      let label = Mirror(reflecting: entry.error).children.first?.label
      let isEnumeration = Mirror(reflecting: entry.error).displayStyle == .enum
      #expect(!isEnumeration || ErrorCode.of(entry.error).hasSuffix("." + entry.name))
      #expect(!isEnumeration || label == nil || label == entry.name)
    }
    let cases = try SourceCases(source).summaries
    #expect(!cases.isEmpty)
    #expect(Set(section.entries.map(\.name)) == Set(cases.keys))
  }

  @Test("the catalog contains every error type")
  func types() throws {
    let known = Set(
      ErrorCatalog.sections.flatMap(\.entries).map { entry in
        "\(type(of: entry.error))".prefix { $0 != "<" }.description
      })
    let declaration = #/(?m)^(?:public |package )?(?:enum|struct) (\w+)(?:<[^>]*>)?: ErosError/#
    var declared: Set<String> = []
    for path in try SourceCases.swiftFiles() {
      let text = try String(contentsOf: path, encoding: .utf8)
      declared.formUnion(text.matches(of: declaration).map { String($0.1) })
    }
    #expect(declared.count > 10)
    #expect(declared == known)
  }

  @Test("errors have a consistent form", arguments: ErrorCatalog.sections.map(\.title))
  func form(title: String) throws {
    let section = try #require(ErrorCatalog.sections.first { $0.title == title })
    for entry in section.entries {
      let error = entry.error
      #expect(!error.problem.isEmpty && !error.problem.hasSuffix("."), "\(entry.name)")
      if let remedy = error.remedy {
        #expect(!remedy.isEmpty && !remedy.hasSuffix("."), "\(entry.name)")
        #expect(!error.problem.contains("\(remedy)"), "\(entry.name)")
      }
      #expect(error.exitStatus != .success, "\(entry.name)")
      #expect(error.description == "\(error.problem)")
      // Messages do not contain the name of a Swift type.
      #expect(!error.problem.contains("Error("), "\(entry.name)")
    }
  }

  @Test("docs/errors.md is up to date")
  func page() throws {
    let file = Tool.packageRoot.appending(path: "docs/errors.md")
    let text = try ErrorPage.text()
    if ProcessInfo.processInfo.environment["EROS_RECORD_SNAPSHOTS"] == "1" {
      try Data(text.utf8).write(to: file)
      Issue.record("recorded docs/errors.md")
      return
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == text)
  }
}

/// The cases of an enumeration in a source file, with their documentation comments.
private struct SourceCases {
  private(set) var summaries: [String: String] = [:]

  init(_ path: String) throws {
    let file = Tool.packageRoot.appending(path: path)
    var summary = ""
    var isInside = false
    for line in try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n") {
      if line.contains(#/^(?:public |package )?enum \w+: (?:ErosError|TextErrorKind)/#) {
        isInside = true
      } else if line == "}" {
        isInside = false
      } else if isInside, let name = line.firstMatch(of: #/^  case (\w+)/#) {
        summaries[String(name.1)] = summary
        summary = ""
      } else if isInside, let comment = line.firstMatch(of: #/^  \/\/\/ (.*)/#) {
        summary += (summary.isEmpty ? "" : " ") + comment.1
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

/// The text of `docs/errors.md`.
private enum ErrorPage {
  static func text() throws -> String {
    var lines = [
      "# Errors",
      "",
      "The errors that end a command, with their remedies and exit statuses. A command prints the problem",
      "after `error:` and the remedy after `hint:`; the output of `--json` contains both, and the code, which",
      "later versions keep. Names in capitals",
      "are placeholders. The findings of checks are listed elsewhere: of bundles in",
      "[bundle-format.md](bundle-format.md), of configurations in [config-format.md](config-format.md), of",
      "registries in [registry.md](registry.md), of routes in [routes.md](routes.md), of versions in",
      "[versions.md](versions.md).",
      "",
      "Generated: run `EROS_RECORD_SNAPSHOTS=1 swift test --filter ErrorCatalog` to update this page.",
    ]
    for section in ErrorCatalog.sections {
      lines += ["", "## \(section.title)", "", "| error | code | problem | remedy | exit status |"]
      lines.append("| --- | --- | --- | --- | --: |")
      let summaries = try section.source.map { try SourceCases($0).summaries } ?? [:]
      for entry in section.entries {
        let error = entry.error
        let cells = [
          summaries[entry.name] ?? entry.name, "`\(ErrorCode.of(error))`", error.description,
          error.remedy?.description ?? "–",
          "\(error.exitStatus.rawValue)",
        ]
        lines.append("| " + cells.map(cell).joined(separator: " | ") + " |")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns a text as a table cell.
  private static func cell(_ text: String) -> String {
    let escaped = text.replacing("|", with: "\\|").replacing("<", with: "&lt;")
      .replacing("\n", with: "<br>")
    return escaped.hasSuffix(".") ? String(escaped.dropLast()) : escaped
  }
}
