import ErosCore
import ErosTestSupport
import Testing

@testable import ErosReport

@Suite("Shared code")
struct SharedCodeTests {
  /// Returns code that does not repeat itself.
  private static func code(_ seed: Int, lines: Int) -> String {
    var value = UInt64(seed)
    return (0..<lines).map { line in
      value = value &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return "function f\(value >> 40)(a, b) { return a * \(value >> 20) + b - \(line); }\n"
    }.joined()
  }

  private static func sharedCode(_ files: [String: String]) throws -> SharedCode? {
    try BundleReporterTests.reporter.report(on: BundleReporterTests.bundle(files)).sharedCode
  }

  @Test("code in the middle of two pages is found at any offset, and a common file saves its copy")
  func found() throws {
    let common = Self.code(1, lines: 200)
    let pages = [
      "a.js": Self.code(2, lines: 50) + common + Self.code(3, lines: 10),
      "b.js": Self.code(4, lines: 7) + common,
      "c.js": Self.code(5, lines: 80),
    ]
    let shared = try #require(try Self.sharedCode(pages))
    let expected = UInt64(common.utf8.count)
    // Only the chunks at both ends differ.
    #expect(shared.commonSize <= expected && shared.commonSize > expected * 9 / 10)
    #expect(shared.sharedSize == 2 * shared.commonSize)
    #expect(shared.size == UInt64(pages.values.reduce(0) { $0 + $1.utf8.count }))
    #expect(shared.sizes.keys.map(\.string).sorted() == ["a.js", "b.js"])
    #expect(shared.groups.map { $0.paths.map(\.string) } == [["a.js", "b.js"]])
    #expect(shared.groups.first?.size == shared.commonSize)
    // A common file removes one compressed copy of the code.
    #expect(shared.saving > 0)
    #expect(shared.splitSize < shared.packedSize)
  }

  @Test("different scripts, equal scripts and other files share no code")
  func notFound() throws {
    let text = Self.code(1, lines: 100)
    #expect(try Self.sharedCode(["a.js": text, "b.js": Self.code(2, lines: 100)]) == nil)
    #expect(try Self.sharedCode(["a.js": text, "copy.js": text]) == nil)
    #expect(
      try Self.sharedCode(["a.js": text, "page.html": text + "<p>", "m.wasm": text + "x"]) == nil)
    #expect(try Self.sharedCode(["a.js": "", "b.js": ""]) == nil)
  }

  @Test("groups are listed by the bytes that repeat, at most twenty")
  func groups() throws {
    let pieces = (0..<25).map { Self.code($0 + 1, lines: 40 + 20 * $0) }
    var files: [String: String] = [:]
    for (number, piece) in pieces.enumerated() {
      files["\(number)a.js"] = piece + Self.code(100 + number, lines: 20)
      files["\(number)b.js"] = piece + Self.code(200 + number, lines: 20)
    }
    let shared = try #require(try Self.sharedCode(files))
    #expect(shared.groups.count == SharedCode.maximumGroups)
    #expect(shared.groups.first?.paths.map(\.string) == ["24a.js", "24b.js"])
    let sizes = shared.groups.map(\.size)
    #expect(sizes == sizes.sorted(by: >))
    #expect(shared.sizes.count == 50)
  }
}
