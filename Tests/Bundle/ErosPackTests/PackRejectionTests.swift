import ErosBundle
import ErosBundleTestSupport
import ErosCore
import ErosFiles
import ErosTestSupport
import Foundation
import SystemPackage
import Testing

@testable import ErosPack

@Suite("Rejected sources", .temporaryFolder)
struct PackRejectionTests {
  /// A source that cannot be packed.
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    var followsSymlinks = false
    /// The expected problems: `<name>: <reason>`.
    let problems: [String]
    /// Creates the problem in the folder `dist`.
    let make: @Sendable (TemporaryFolder) throws -> Void

    var testDescription: String { name }
  }

  static let cases: [Case] = [
    Case(name: "empty", problems: [": empty"]) { try $0.makeFolder("dist") },
    Case(name: "only folders", problems: [": empty"]) { try $0.makeFolder("dist/pages/a") },
    Case(name: "only skipped files", problems: [": empty"]) {
      try $0.write("", to: "dist/.DS_Store")
    },
    Case(name: "a symlink to a file", problems: ["b.js: symlink"]) {
      try $0.link("dist/b.js", to: "a.js")
    },
    Case(name: "a symlink to a folder", problems: ["b: symlink"]) {
      try $0.makeFolder("dist/c")
      try $0.link("dist/b", to: "c")
    },
    Case(
      name: "a symlink to the outside", followsSymlinks: true, problems: ["b.js: symlinkOutside"]
    ) {
      try $0.write("secret", to: "outside")
      try $0.link("dist/b.js", to: "../outside")
    },
    Case(
      name: "an absolute symlink to the outside", followsSymlinks: true,
      problems: ["b: symlinkOutside"]
    ) {
      try $0.link("dist/b", to: "/")
    },
    Case(
      name: "a symlink to a folder whose name starts with that of the source",
      followsSymlinks: true,
      problems: ["b.js: symlinkOutside"]
    ) {
      try $0.write("secret", to: "dist-private/a.js")
      try $0.link("dist/b.js", to: "../dist-private/a.js")
    },
    Case(name: "a broken symlink", followsSymlinks: true, problems: ["b.js: symlinkBroken"]) {
      try $0.link("dist/b.js", to: "nothing")
    },
    Case(name: "a symlink to itself", followsSymlinks: true, problems: ["b.js: symlinkBroken"]) {
      try $0.link("dist/b.js", to: "b.js")
    },
    Case(name: "a loop", followsSymlinks: true, problems: ["c/b: symlinkLoop"]) {
      try $0.makeFolder("dist/c")
      try $0.link("dist/c/b", to: "../c")
    },
    Case(name: "a loop to the root", followsSymlinks: true, problems: ["b: symlinkLoop"]) {
      try $0.link("dist/b", to: ".")
    },
    Case(name: "a pipe", problems: ["pipe: special"]) {
      try #require(mkfifo($0.path("dist/pipe"), 0o600) == 0)
    },
    Case(
      name: "a symlink to a pipe", followsSymlinks: true,
      problems: [
        "a: special", "pipe: special",
      ]
    ) {
      try #require(mkfifo($0.path("dist/pipe"), 0o600) == 0)
      try $0.link("dist/a", to: "pipe")
    },
    Case(name: "a socket", problems: ["socket: special"]) { try $0.makeSocket("dist/socket") },
    Case(name: "names that differ in case", problems: ["A.js ~ a.js"]) {
      try $0.write("", to: "dist/A.js")
    },
    Case(name: "folders that differ in case", problems: ["Pages ~ pages"]) {
      for name in ["pages/a", "pages/c/d", "Pages/b", "Pages/c/d"] {
        try $0.write("", to: "dist/" + name)
      }
    },
    Case(name: "names that differ in the case of non-Latin letters", problems: ["Ж ~ ж"]) {
      try $0.write("", to: "dist/Ж")
      try $0.write("", to: "dist/ж")
    },
    Case(name: "names that fold to several letters", problems: ["STRASSE ~ straße"]) {
      try $0.write("", to: "dist/straße")
      try $0.write("", to: "dist/STRASSE")
    },
    Case(name: "names that differ in Unicode form", problems: ["é ~ é"]) {
      try $0.write("", to: "dist/\u{E9}")
      try $0.write("", to: "dist/e\u{301}")
    },
    Case(name: "a name with a line feed", problems: ["a\nb: name controlCharacter(10)"]) {
      try $0.write("", to: "dist/a\nb")
    },
    Case(name: "a name with a terminal escape", problems: ["\u{1B}[31m: name controlCharacter(27)"])
    {
      try $0.write("", to: "dist/\u{1B}[31m")
    },
    Case(
      name: "a name with a right-to-left override",
      problems: ["a\u{202E}b: name controlCharacter(8238)"]
    ) {
      try $0.write("", to: "dist/a\u{202E}b")
    },
    Case(name: "a name with a backslash", problems: ["a\\b: name backslash"]) {
      try $0.write("", to: "dist/a\\b")
    },
    Case(
      name: "names that some systems cannot store",
      problems: [
        "AUX: notPortable, 'AUX' is the name of a device on Windows",
        "a.js.: notPortable, 'a.js.' ends with a dot or a space, which Windows removes",
        "a.js::$DATA: notPortable, the name contains a colon, which Windows does not allow in names",
        "con.js: notPortable, 'con.js' is the name of a device on Windows",
        "x\u{200B}.js: notPortable, the name contains the invisible character U+200B",
        "x\u{E0041}: notPortable, the name contains the invisible character U+E0041",
      ]
    ) {
      for name in [
        "AUX/b.js", "a.js.", "a.js::$DATA", "con.js", "x\u{200B}.js", "x\u{E0041}",
      ] {
        try $0.write("", to: "dist/" + name)
      }
    },
    Case(name: "a drive name", problems: ["C:: name drive"]) { try $0.write("", to: "dist/C:") },
    Case(name: "a manifest in the source", problems: ["md5.json: reserved"]) {
      try $0.write("{}", to: "dist/md5.json")
    },
    Case(name: "a manifest in the source in another case", problems: ["MD5.json: reserved"]) {
      try $0.write("{}", to: "dist/MD5.json")
    },
    Case(name: "a folder with the manifest's name", problems: ["md5.json: reserved"]) {
      try $0.write("{}", to: "dist/md5.json/a")
    },
    Case(name: "a name that is not UTF-8", problems: ["x\\xFFy: nameNotUTF8"]) {
      let path = Array($0.path("dist/x").utf8CString.dropLast()) + [-1, 0x79, 0]
      let descriptor = open(path, O_CREAT | O_WRONLY, 0o600)
      try #require(descriptor >= 0)
      close(descriptor)
    },
    Case(
      name: "a file over the depth limit",
      problems: [deep(64) + "/a.js: name, the name has more than 64 components"]
    ) {
      try $0.write("", to: "dist/" + deep(64) + "/a.js")
    },
    Case(name: "a folder over the depth limit", problems: [deep(65) + ": tooDeep"]) {
      try $0.makeFolder("dist/" + deep(80))
    },
    Case(
      name: "a path over the length limit",
      problems: [
        (longPath + "/a: name tooLong"), (longPath + ": name tooLong"),
      ]
    ) {
      try $0.write("", to: "dist/" + longPath + "/a")
    },
  ]

  /// Components of 200 bytes, 1,205 bytes in all.
  static let longPath = Array(repeating: String(repeating: "l", count: 200), count: 6)
    .joined(separator: "/")

  private static func deep(_ count: Int) -> String {
    Array(repeating: "d", count: count).joined(separator: "/")
  }

  @Test("a source is rejected with all problems", arguments: cases)
  func rejected(_ rejected: Case) throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.makeFolder("out")
    if rejected.problems != [": empty"] { try folder.write("", to: "dist/a.js") }
    try rejected.make(folder)
    let error = try #require(throws: BundleSourceError.self) {
      try pack(into: "out/bundle.zip", in: folder, followsSymlinks: rejected.followsSymlinks)
    }
    #expect(error.problems.map(\.summary).sorted() == rejected.problems.sorted())
    #expect(error.exitStatus == .badData)
    #expect(!error.problem.isEmpty && error.remedy != nil)
    #expect(try folder.names(in: "out") == [])
    // The message has no terminal control characters.
    #expect(!error.problem.description.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
    #expect(!error.problem.description.unicodeScalars.contains("\u{202E}"))
  }

  @Test("a missing source is an error")
  func missing() throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.makeFolder("out")
    let error = try #require(throws: FileError.self) {
      try pack(into: "out/bundle.zip", in: folder)
    }
    #expect(error.exitStatus == .inputNotFound)
    #expect(try folder.names(in: "out") == [])
  }

  @Test("a file as the source")
  func file() throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write("", to: "dist")
    #expect(throws: FileError(.list, folder.path("dist"), .notDirectory)) { try pack(in: folder) }
  }

  @Test("twenty problems are listed, and the rest is counted")
  func allProblems() throws {
    let folder = try TemporaryFolder.ofTest()
    for index in 0..<30 { try folder.write("", to: "dist/a\\\(index)") }
    try folder.link("dist/link", to: "nowhere")
    try folder.write("", to: "dist/md5.json")
    let error = try #require(throws: BundleSourceError.self) {
      try BundleSource(folder.path("dist"))
    }
    #expect(error.problems.count == 32)
    #expect(error.problem.hasSuffix("… and 12 more"))
    #expect(error.problem.description.split(separator: "\n").count == 22)
  }

  @Test("a private key under any name is refused", arguments: ["server.key", "pages/a.js"])
  func privateKey(name: String) throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(["a.js": [1]], below: "dist")
    try folder.write("-----BEGIN OPENSSH PRIVATE KEY-----\nb3Bl\n", to: "dist/" + name)
    try folder.makeFolder("out")
    let path = folder.path("dist/" + name)
    #expect(throws: PackError.privateKey(path)) { try pack(into: "out/bundle.zip", in: folder) }
    #expect(try folder.names(in: "out") == [])
    #expect(throws: PackError.privateKey(path)) {
      try SourceDigests<Int>(BundleSource(folder.path("dist")), threads: 1) { _, _ in nil }
    }
  }

  @Test("dot files and 'node_modules' give a warning each, and empty files none")
  func unneeded() throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(
      [
        "a.js": [1], ".env": [1], "pages/.gitkeep": [], "pages/.cache/a": [1],
        "pages/.cache/b": [1], "pages/node_modules/a/b.js": [1], "pages/node_modules/c.js": [1],
      ], below: "dist")
    let findings = try BundleSource(folder.path("dist")).unneededFindings()
    #expect(findings.map(\.subject) == [".env", "pages/.cache", "pages/node_modules"])
    #expect(findings.allSatisfy { $0.code == "fileUnneeded" && $0.severity == .warning })
  }

  @Test("pages that are not UTF-8 give a warning each, in the source and in the bundle")
  func encodings() throws {
    let folder = try TemporaryFolder.ofTest()
    let gbk: [UInt8] = [0x61, 0xD6, 0xD0, 0xCE, 0xC4]
    try folder.write(
      [
        "pages/gbk.js": gbk, "pages/wide.js": [0x61, 0, 0x62, 0], "pages/a.js": [0xE4, 0xB8, 0xAD],
        "pages/b.js": [], "assets/gbk.js": gbk, "pages/cut.js": [0xE4, 0xB8],
      ], below: "dist")
    let findings = try BundleSource(folder.path("dist")).encodingFindings(threads: 2)
    #expect(findings.map(\.subject) == ["pages/cut.js", "pages/gbk.js", "pages/wide.js"])
    #expect(findings.allSatisfy { $0.code == "pageNotUTF8" && $0.severity == .warning })
    try pack(in: folder)
    let zip = try ReadableFile(folder.path("bundle.zip"))
    let report = try BundleVerifier(threads: 2).verify(zip)
    // A bundle that starts with the framework line is not wide.
    #expect(
      report.findings.filter { $0.code == "pageNotUTF8" }.map(\.subject)
        == ["pages/cut.js", "pages/gbk.js"])
    #expect(report.verdict == .verified)
  }

  @Test("unreadable files are errors", .needsFilePermissions)
  func unreadable() throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(["a.js": [1], "b.js": [2]], below: "dist")
    try folder.makeFolder("out")
    try #require(chmod(folder.path("dist/b.js"), 0) == 0)
    #expect(throws: FileError(.read, folder.path("dist/b.js"), .permissionDenied)) {
      try pack(into: "out/bundle.zip", in: folder)
    }
    #expect(try folder.names(in: "out") == [])
  }

  @Test("unreadable folders are errors", .needsFilePermissions)
  func unreadableFolder() throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(["a.js": [1], "b/c.js": [2]], below: "dist")
    try #require(chmod(folder.path("dist/b"), 0) == 0)
    defer { chmod(folder.path("dist/b"), 0o700) }
    let error = try #require(throws: BundleSourceError.self) {
      try BundleSource(folder.path("dist"))
    }
    #expect(error.problems.map(\.path) == ["b"])
    #expect(error.exitStatus == .inputNotFound)
  }

  @Test("symlinks inside the source are followed on request")
  func followed() throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(["a.js": [1], "c/d.js": [2]], below: "dist")
    try folder.link("dist/b.js", to: "a.js")
    try folder.link("dist/e", to: "c")
    try pack(in: folder, followsSymlinks: true)
    try unpackVerified(in: folder)
    let tree = try folder.readTree("unpacked")
    #expect(
      tree.files.filter { $0.key != "md5.json" }
        == ["a.js": [1], "b.js": [1], "c/d.js": [2], "e/d.js": [2]])
  }

  @Test("a symlink to the source is packed")
  func linkedRoot() throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(["a.js": [1]], below: "real")
    try folder.link("dist", to: "real")
    try pack(in: folder)
    try unpackVerified(in: folder)
  }

  @Test("files of editors and systems are skipped and listed")
  func skipped() throws {
    let folder = try TemporaryFolder.ofTest()
    let zip = "js/0123456789abcdef0123456789abcdef.zip"
    let left = [
      ".DS_Store", ".git/HEAD", "__MACOSX/a", "pages/.DS_Store", "pages/Thumbs.db",
      "pages/a.js.map", "version.json", zip, "\u{600}.map", "pages/._home.js", "Desktop.ini",
      "pages/home.js~", ".svn/entries", "npm-debug.log.12", "pages/.home.js.swp", "pages/#a.js#",
    ]
    let kept = [
      "pages/.map/a.js", "pages/folder.map/a.js", "pages/\u{301}.git",
      "a.js", "pages/a.js", "pages/version.json", "js/other.zip", "map", "a.mapx", ".gitignore",
      "pages/._", "pages/~", "#", "cvs/a.js", "pages/_home.js", "npm.log",
      "pages/js/0123456789abcdef0123456789abcdef.zip",
    ]
    for name in left + kept { try folder.write("x", to: "dist/" + name) }
    let source = try BundleSource(folder.path("dist"))
    #expect(
      source.skipped == [
        ".DS_Store", ".git", ".svn", "Desktop.ini", "__MACOSX", zip, "npm-debug.log.12",
        "pages/#a.js#", "pages/.DS_Store", "pages/._home.js", "pages/.home.js.swp",
        "pages/Thumbs.db", "pages/a.js.map", "pages/home.js~", "version.json", "\u{600}.map",
      ])
    #expect(source.files.map(\.path.string) == kept.sorted())
  }

  @Test("a folder whose name ends with .map is packed, also through a symlink")
  func mapFolder() throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write("x", to: "dist/one.map/two.map/a.js")
    try folder.write("x", to: "dist/a.js.map")
    try folder.link("dist/link.map", to: "one.map")
    try folder.link("dist/b.js.map", to: "a.js.map")
    try folder.link("dist/broken.map", to: "nothing")
    let source = try BundleSource(folder.path("dist"), followsSymlinks: true)
    #expect(source.skipped == ["a.js.map", "b.js.map", "broken.map"])
    #expect(
      source.files.map(\.path.string) == ["link.map/two.map/a.js", "one.map/two.map/a.js"])
  }

  @Test("names at the limits of depth and length are packed")
  func limits() throws {
    let folder = try TemporaryFolder.ofTest()
    let deep = String(repeating: "d/", count: 63) + "a.js"
    let long = String(repeating: "x", count: 255)
    try folder.write([deep: [1], long: [2]], below: "dist")
    try pack(in: folder)
    try unpackVerified(in: folder)
    #expect(try folder.read("unpacked/" + deep) == [1])
    #expect(try folder.read("unpacked/" + long) == [2])
  }
}

extension BundleSourceError.Problem {
  /// The problem in one line, for comparisons.
  fileprivate var summary: String {
    switch reason {
    case .empty: "\(path): empty"
    case .name(.controlCharacter(let scalar)): "\(path): name controlCharacter(\(scalar))"
    case .name(.backslash): "\(path): name backslash"
    case .name(.drive): "\(path): name drive"
    case .name(.tooLong): "\(path): name tooLong"
    case .name(let problem): "\(path): name, \(problem)"
    case .notPortable(let problem): "\(path): notPortable, \(problem)"
    // The order of the two depends on the file system.
    case .clash(let other): [path, other].sorted().joined(separator: " ~ ")
    case .reserved: "\(path): reserved"
    case .obstacle(.nameNotUTF8): "\(path): nameNotUTF8"
    case .obstacle(.symlink): "\(path): symlink"
    case .obstacle(.symlinkOutside): "\(path): symlinkOutside"
    case .obstacle(.symlinkBroken): "\(path): symlinkBroken"
    case .obstacle(.symlinkLoop): "\(path): symlinkLoop"
    case .obstacle(.special): "\(path): special"
    case .obstacle(.tooDeep): "\(path): tooDeep"
    case .obstacle(.unreadable(let error)): "\(path): \(error.problem)"
    }
  }
}

extension TemporaryFolder {
  fileprivate func link(_ name: String, to target: String) throws {
    if let slash = name.lastIndex(of: "/") { try makeFolder(String(name[..<slash])) }
    try #require(symlink(target, path(name)) == 0)
  }

  /// Creates a socket node; the path would be too long for `bind`.
  fileprivate func makeSocket(_ name: String) throws {
    try #require(mknod(path(name), S_IFSOCK | 0o600, 0) == 0)
  }
}
