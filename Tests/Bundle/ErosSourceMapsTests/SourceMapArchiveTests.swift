import ErosBundle
import ErosCore
import ErosFiles
import ErosSourceMaps
import ErosTestSupport
import Foundation
import Testing

@Suite("Archives of source maps", .temporaryFolder)
struct SourceMapArchiveTests {
  private static let verifier = BundleVerifier(threads: 1)
  private static let map =
    #"{"version":3,"sources":["src/a.js"],"names":[],"mappings":"AAUA;IAUA"}"#
  private static let script = "go();\n    go();\n"

  private func scripts(_ files: [String: String]) throws -> BundleScripts {
    let zip = try ZipForge.bundle(files: files.mapValues { Array($0.utf8) })
    return try BundleScripts(
      OpenedBundle(ZipBytes(zip.bytes(), path: "bundle.zip"), by: Self.verifier))
  }

  private func tree(_ digit: Character) throws -> TreeHash {
    try #require(TreeHash(String(repeating: digit, count: 64)))
  }

  /// Keeps the maps of a folder, and returns the archive and the findings.
  private func keep(
    _ files: [String: String], maps: [String: String], tree: TreeHash, isDryRun: Bool = false
  ) throws -> (archive: SourceMapArchive, findings: [Finding]) {
    let folder = try TemporaryFolder.ofTest()
    let build = "build\(maps.count)"
    try folder.write(maps.mapValues { Array($0.utf8) }, below: build)
    let archive = SourceMapArchive(folder.path("private/maps"))
    let kept = try archive.keep(
      mapsOf: scripts(files), in: SourceMapFolder(folder.path(build)), tree: tree,
      isDryRun: isDryRun)
    return (archive, kept.findings)
  }

  @Test("keep maps by tree hash, with the lines that packing added")
  func keep() throws {
    let tree = try tree("a")
    let packed = "// added\n" + Self.script
    let (archive, findings) = try keep(
      ["pages/a.js": packed, "b.js": "1", "c.css": ""],
      maps: ["pages/a.js": Self.script, "pages/a.js.map": Self.map], tree: tree)
    #expect(findings.isEmpty)
    let release = try #require(try archive.release(tree))
    #expect(release.scripts.map(\.string).sorted() == ["b.js", "pages/a.js"])
    #expect(release.mapCount == 1)
    #expect(release.scriptsWithoutMap.map(\.string) == ["b.js"])
    let folder = try TemporaryFolder.ofTest()
    #expect(
      Set(try folder.readTree("private/maps").files.keys)
        == Set(["maps.json", "pages/a.js", "pages/a.js.map"].map { "\(tree)/\($0)" }))
    let result = try Symbolicator(scripts: release.scripts, sourceMap: release.read)
      .symbolicate("a.js:3:5\nb.js:1:1")
    #expect(result.lines == ["src/a.js:21:1", "b.js:1:1"])
    #expect(try archive.release(self.tree("b")) == nil)
  }

  @Test("a second call keeps the maps of the first, and replaces those that are new")
  func again() throws {
    let tree = try tree("a")
    let files = ["a.js": Self.script, "b.js": Self.script]
    _ = try keep(files, maps: ["a.js.map": Self.map, "b.js.map": Self.map, "x": ""], tree: tree)
    let other = Self.map.replacing("src/a.js", with: "src/new.js")
    let (archive, _) = try keep(files, maps: ["a.js.map": other], tree: tree)
    let release = try #require(try archive.release(tree))
    #expect(release.mapCount == 2)
    let result = try Symbolicator(scripts: release.scripts, sourceMap: release.read)
      .symbolicate("a.js:1:1\nb.js:1:1")
    #expect(result.lines == ["src/new.js:11:1", "src/a.js:11:1"])
  }

  @Test("only the owner can read the folders and files")
  func modes() throws {
    let tree = try tree("a")
    let (archive, _) = try keep(
      ["pages/a.js": Self.script], maps: ["pages/a.js.map": Self.map], tree: tree)
    for (path, mode) in [
      ("", 0o700), ("/\(tree)", 0o700), ("/\(tree)/pages", 0o700), ("/\(tree)/maps.json", 0o600),
      ("/\(tree)/pages/a.js", 0o600), ("/\(tree)/pages/a.js.map", 0o600),
    ] {
      let attributes = try FileManager.default.attributesOfItem(atPath: archive.path + path)
      #expect(attributes[.posixPermissions] as? Int == mode, "\(path)")
    }
  }

  @Test("a second call replaces the added lines; a damaged list is replaced, others are errors")
  func otherLines() throws {
    let tree = try tree("a")
    let packed = "// added\n" + Self.script
    let build = ["a.js": Self.script, "a.js.map": Self.map]
    let (archive, _) = try keep(["a.js": packed], maps: build, tree: tree)
    func symbolicate() throws -> [String] {
      let release = try #require(try archive.release(tree))
      return try Symbolicator(scripts: release.scripts, sourceMap: release.read)
        .symbolicate("a.js:2:5").lines
    }
    #expect(try symbolicate() == ["src/a.js:11:1"])
    // The map is of the script with the line.
    let other = ["a.js": packed, "a.js.map": Self.map, "x": ""]
    _ = try keep(["a.js": packed], maps: other, tree: tree)
    #expect(try symbolicate() == ["src/a.js:21:1"])
    let folder = try TemporaryFolder.ofTest()
    try folder.write("{}", to: "private/maps/\(tree)/maps.json")
    _ = try keep(["a.js": packed], maps: other, tree: tree)
    #expect(try archive.release(tree)?.mapCount == 1)
    try FileManager.default.removeItem(atPath: archive.path + "/\(tree)/maps.json")
    try folder.write("", to: "private/maps/\(tree)/maps.json/file")
    #expect(throws: FileError.self) { try keep(["a.js": packed], maps: other, tree: tree) }
  }

  @Test("maps that do not belong to the script are findings, and without any map nothing is kept")
  func unusable() throws {
    let tree = try tree("a")
    let outside = #"{"version":3,"sources":["a.js"],"mappings":"gzBAAA"}"#
    let maps = ["a.js.map": outside, "b.js.map": Self.map, "b.js": "other"]
    let (_, findings) = try keep(
      ["a.js": Self.script, "b.js": Self.script, "c.js": Self.script],
      maps: maps.merging(["c.js.map": Self.map]) { $1 }, tree: tree)
    #expect(findings.map(\.code) == ["sourceMapInvalid", "sourceMapStale"])
    let folder = try TemporaryFolder.ofTest()
    let before = try folder.readTree("private/maps").files
    for files in [["a.js": Self.script, "b.js": Self.script], ["d.js": "1"], ["d.css": ""]] {
      #expect(throws: SourceMapError.self) {
        try keep(files, maps: maps, tree: self.tree("b"))
      }
    }
    #expect(try folder.readTree("private/maps").files == before)
  }

  @Test("a map with positions in bytecode is kept without a check of the positions")
  func bytecode() throws {
    let bytes: [UInt8] = [0xC6, 0x1F, 0xBC, 0x03, 0xC1, 0x03, 0x19, 0x1F, 0]
    let zip = try ZipForge.bundle(files: ["a.js": bytes])
    let folder = try TemporaryFolder.ofTest()
    let map = #"{"version":3,"sources":["a.js"],"mappings":"gzBAAA"}"#
    try folder.write(map, to: "build/a.js.map")
    let scripts = try BundleScripts(
      OpenedBundle(ZipBytes(zip.bytes(), path: "bundle.zip"), by: Self.verifier))
    let tree = try tree("a")
    let archive = SourceMapArchive(folder.path("maps"))
    _ = try archive.keep(
      mapsOf: scripts, in: SourceMapFolder(folder.path("build")), tree: tree)
    let release = try #require(try archive.release(tree))
    let result = try Symbolicator(scripts: release.scripts, sourceMap: release.read)
      .symbolicate("    at run (address at a.js:1:816)")
    #expect(result.lines == ["    at a.js:1:1 (run)"])
  }

  @Test("a dry run writes nothing")
  func dryRun() throws {
    _ = try keep(
      ["a.js": Self.script], maps: ["a.js.map": Self.map], tree: tree("a"), isDryRun: true)
    let folder = try TemporaryFolder.ofTest()
    #expect(try folder.names(in: ".") == ["build1"])
  }

  @Test("find a tree hash by its first six digits, if only one has them")
  func digits() throws {
    let (archive, _) = try keep(
      ["a.js": Self.script], maps: ["a.js.map": Self.map], tree: tree("a"))
    let close = String(repeating: "a", count: 63) + "b"
    _ = try keep(
      ["a.js": Self.script], maps: ["a.js.map": Self.map], tree: #require(TreeHash(close)))
    _ = try keep(["a.js": Self.script], maps: ["a.js.map": Self.map], tree: tree("c"))
    #expect(try archive.tree("cccccc") == tree("c"))
    #expect(try archive.tree(close).description == close)
    for digits in ["ccccc", "", "aaaaaaaa", "dddddd", "../aaaa"] {
      #expect(throws: SourceMapError.self) { try archive.tree(digits) }
    }
  }

  @Test(
    "a malformed list is an error",
    arguments: [
      "", "[]", "{}", #"{"version":2,"scripts":{}}"#, #"{"version":1,"scripts":[]}"#,
      #"{"version":1,"scripts":{"../a.js":{}}}"#, #"{"version":1,"scripts":{"a.js":1}}"#,
      #"{"version":1,"scripts":{"a.js":{"addedLines":-1}}}"#,
    ])
  func malformed(list: String) throws {
    let folder = try TemporaryFolder.ofTest()
    let tree = try tree("a")
    try folder.write(list, to: "maps/\(tree)/maps.json")
    #expect(throws: SourceMapError.self) {
      try SourceMapArchive(folder.path("maps")).release(tree)
    }
  }
}
