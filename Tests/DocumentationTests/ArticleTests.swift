import Foundation
import Testing

/// Checks that each Swift listing in the documentation is an example that is compiled and run here.
///
/// A listing follows the line `<!-- example: NAME -->`. Its text equals the lines between
/// `// docs: NAME` and `// docs: end` in a file of `Examples`. `EROS_RECORD_SNAPSHOTS=1` writes the
/// examples into the articles; the test still fails, so a recording does not count as a pass.
@Suite("Documentation listings")
struct ArticleTests {
  private static let project = URL(filePath: #filePath)
    .deletingLastPathComponent().appending(path: "../..").standardizedFileURL
  private static let isRecording =
    ProcessInfo.processInfo.environment["EROS_RECORD_SNAPSHOTS"] == "1"

  /// The articles that must contain a listing.
  private static let concepts = [
    "ErosPack/ErosPack.docc/TheBundle.md", "ErosBundle/ErosBundle.docc/Verification.md",
    "ErosDevice/ErosDevice.docc/Hosting.md",
    "ErosPack/ErosPack.docc/Updates.md",
    "ErosRegistry/ErosRegistry.docc/Registration.md",
  ]

  @Test("every listing is an example, and every example is a listing")
  func listings() throws {
    let examples = try Self.examples()
    var shown: Set<String> = []
    for page in try Self.pages() {
      let text = try String(contentsOf: page, encoding: .utf8)
      let listings = Listing.all(in: text)
      if Self.concepts.contains(where: { page.path(percentEncoded: false).hasSuffix($0) }) {
        #expect(!listings.isEmpty, "\(page.lastPathComponent) shows no example")
      }
      for listing in listings {
        let location = "\(page.lastPathComponent):\(listing.line)"
        guard let name = listing.name, let example = examples[name] else {
          Issue.record("\(location): the listing has no valid example name")
          continue
        }
        shown.insert(name)
        #expect(
          listing.text == example, "\(location): the listing differs from the example '\(name)'")
      }
      if Self.isRecording {
        try Listing.replacing(examples, in: text).write(to: page, atomically: true, encoding: .utf8)
        Issue.record("recorded \(page.lastPathComponent)")
      }
    }
    #expect(shown == Set(examples.keys), "some examples are not in any page")
  }

  @Test("the parser finds the name, the line and the text of a listing")
  func parsing() {
    let text = """
      # A page

      <!-- example: one -->
      ```swift
      let a = 1

      let b = 2
      ```

      ```console
      $ ls
      ```

      ```swift
      let c = 3
      ```
      """
    #expect(
      Listing.all(in: text) == [
        Listing(name: "one", line: 4, text: "let a = 1\n\nlet b = 2"),
        Listing(name: nil, line: 14, text: "let c = 3"),
      ])
    #expect(
      Listing.replacing(["one": "let d = 4"], in: text)
        == text.replacing("let a = 1\n\nlet b = 2", with: "let d = 4"))
  }

  /// Returns the examples by name.
  private static func examples() throws -> [String: String] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Examples")
    var examples: [String: String] = [:]
    for file in try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    {
      var name: String?
      var lines: [Substring] = []
      for line in try String(contentsOf: file, encoding: .utf8).split(
        separator: "\n", omittingEmptySubsequences: false)
      {
        if line == "// docs: end" {
          let isNew =
            examples.updateValue(
              lines.joined(separator: "\n"), forKey: try #require(name, "missing start marker"))
            == nil
          #expect(isNew, "\(file.lastPathComponent): duplicate name")
          (name, lines) = (nil, [])
        } else if line.hasPrefix("// docs: ") {
          name = String(line.dropFirst(9))
        } else if name != nil {
          lines.append(line)
        }
      }
      #expect(name == nil, "\(file.lastPathComponent): missing end marker")
    }
    return examples
  }

  /// Returns the pages of all DocC catalogs, and the READMEs.
  private static func pages() throws -> [URL] {
    let sources = FileManager.default.enumerator(
      at: project.appending(path: "Sources"), includingPropertiesForKeys: nil)
    var pages = (sources?.allObjects ?? []).compactMap { $0 as? URL }
      .filter { $0.pathExtension == "md" && $0.deletingLastPathComponent().pathExtension == "docc" }
    for concept in concepts {
      #expect(
        pages.contains { $0.path(percentEncoded: false).hasSuffix(concept) },
        "\(concept) is missing")
    }
    pages += try FileManager.default.contentsOfDirectory(
      at: project, includingPropertiesForKeys: nil
    ).filter { $0.lastPathComponent.hasPrefix("README") && $0.pathExtension == "md" }
    return pages
  }
}

/// A Swift listing in a page.
private struct Listing: Equatable {
  /// The example name in the preceding comment.
  let name: String?
  /// The line number of its fence, starting at 1.
  let line: Int
  let text: String

  static func all(in text: String) -> [Listing] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return fences(in: lines).map { fence in
      Listing(
        name: fence.name, line: fence.body.lowerBound,
        text: lines[fence.body].joined(separator: "\n"))
    }
  }

  /// Replaces each listing by its example.
  static func replacing(_ examples: [String: String], in text: String) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for fence in fences(in: lines).reversed() {
      guard let example = fence.name.flatMap({ examples[$0] }) else { continue }
      lines.replaceSubrange(
        fence.body, with: example.split(separator: "\n", omittingEmptySubsequences: false))
    }
    return lines.joined(separator: "\n")
  }

  private static func fences(in lines: [Substring]) -> [(name: String?, body: Range<Int>)] {
    var fences: [(name: String?, body: Range<Int>)] = []
    var start: Int?
    for (index, line) in lines.enumerated() {
      if let opened = start {
        guard line == "```" else { continue }
        fences.append((name(before: opened, in: lines), opened..<index))
        start = nil
      } else if line == "```swift" {
        start = index + 1
      }
    }
    return fences
  }

  private static func name(before body: Int, in lines: [Substring]) -> String? {
    guard body >= 2 else { return nil }
    let comment = lines[body - 2]
    guard comment.hasPrefix("<!-- example: "), comment.hasSuffix(" -->") else { return nil }
    return String(comment.dropFirst(14).dropLast(4))
  }
}
