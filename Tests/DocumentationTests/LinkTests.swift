import ErosTestSupport
import Foundation
import Testing

/// The links of the pages to other pages, to headings and to pictures.
@Suite("Links of pages")
struct LinkTests {
  /// The pages at the top, and those of `docs`.
  private static func pages() throws -> [String] {
    let folders = ["", "docs/", "docs/decisions/"]
    return try folders.flatMap { folder in
      try FileManager.default.contentsOfDirectory(atPath: path(folder)).sorted()
        .filter { $0.hasSuffix(".md") }.map { folder + $0 }
    }
  }

  private static func path(_ file: String) -> String {
    Tool.packageRoot.appending(path: file).path(percentEncoded: false)
  }

  /// The lines of a page outside code blocks.
  private static func lines(of page: String) throws -> [String] {
    var isCode = false
    return try String(contentsOfFile: path(page), encoding: .utf8)
      .components(separatedBy: "\n").filter { line in
        if line.hasPrefix("```") { isCode.toggle() }
        return !isCode
      }
  }

  /// The anchors of a page, as GitHub makes them from its headings.
  private static func anchors(of page: String) throws -> Set<String> {
    var anchors: Set<String> = []
    var counts: [String: Int] = [:]
    for line in try lines(of: page) where line.hasPrefix("#") {
      let heading = line.drop { $0 == "#" }.dropFirst()
      let text = heading.replacing(/\[([^\]]*)\]\([^)]*\)/) { $0.1 }.lowercased()
      let anchor = String(
        text.unicodeScalars.filter {
          $0.properties.isAlphabetic || $0.properties.numericType != nil
            || " -_".unicodeScalars.contains($0)
        }.map(Character.init)
      ).replacing(" ", with: "-")
      let earlier = counts[anchor, default: 0]
      counts[anchor] = earlier + 1
      anchors.insert(earlier == 0 ? anchor : "\(anchor)-\(earlier)")
    }
    return anchors
  }

  @Test("lead to files and headings that exist")
  func targets() throws {
    var count = 0
    var anchors: [String: Set<String>] = [:]
    for page in try Self.pages() {
      let folder = page.prefix(
        upTo: page.lastIndex(of: "/").map { page.index(after: $0) } ?? page.startIndex)
      for line in try Self.lines(of: page) where line.contains("](") || line.contains("src") {
        let text = line.replacing(/`[^`]*`/, with: "")
        for match in text.matches(of: /\]\(([^)\s]+)\)|(?:src|srcset)="([^"]+)"/) {
          let link = String(match.1 ?? match.2 ?? "")
          guard link.prefixMatch(of: /[a-z]+:/) == nil else { continue }
          count += 1
          let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
          let file = parts[0].isEmpty ? page : String(folder) + parts[0]
          let isPresent = FileManager.default.fileExists(atPath: Self.path(file))
          #expect(isPresent, "\(page): \(link)")
          if isPresent, parts.count == 2, file.hasSuffix(".md") {
            let anchor = String(parts[1]).removingPercentEncoding ?? ""
            let headings = try anchors[file] ?? Self.anchors(of: file)
            anchors[file] = headings
            #expect(headings.contains(anchor), "\(page): \(link)")
          }
        }
      }
    }
    #expect(count > 500)
  }
}
