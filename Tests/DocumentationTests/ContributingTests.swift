import ErosTestSupport
import Foundation
import Testing

@Suite("Pages for contributors")
struct ContributingTests {
  @Test(
    "name only paths that exist", arguments: ["CONTRIBUTING.md", "RELEASING.md", "SECURITY.md"])
  func paths(page: String) throws {
    let text = try String(
      contentsOf: Tool.packageRoot.appending(path: page), encoding: .utf8)
    let inCode = /`((?:Sources|Tests|scripts|docs|templates|packaging)\/[A-Za-z0-9\/.+_-]+)[` ]/
    let linked = /\]\(([A-Za-z0-9\/._-]+)\)/
    let paths = text.matches(of: inCode).map(\.1) + text.matches(of: linked).map(\.1)
    #expect(!paths.isEmpty)
    for path in paths {
      let file = Tool.packageRoot.appending(path: String(path)).path(percentEncoded: false)
      #expect(FileManager.default.fileExists(atPath: file), "\(path)")
    }
  }
}
