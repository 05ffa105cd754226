import ErosBundle
import ErosBundleTestSupport
import ErosCore
import ErosCrypto
import ErosTestSupport
import Foundation
import Testing

// The public API cannot reproduce the race with another process that truncates a page.
@testable import ErosFiles
@testable import ErosPack

@Suite("The framework line", .temporaryFolder)
struct FrameworkLineTests {
  static let line = Array("// { \"framework\": \"Vue\" }".utf8)
  static let code = Array("var page = 1\n".utf8)
  /// The size of a part of a large file.
  static let part = 2 << 20

  @Test(
    "pages get the line, other files do not",
    arguments: [
      ("config/index.js", true), ("mediator/index.js", true), ("pages/a.js", true),
      ("pages/deep/er/index.js", true), ("pages/.js", true),
      ("pages/\u{301}a.js", true), ("pages/\u{600}.js", true),
      ("assets/a.js", false), ("iconfont/a.js", false), ("a.js", false), ("pages.js", false),
      ("pages/a.json", false), ("pages/a.js.txt", false), ("pages/a.JS", false),
      ("Pages/a.js", false), ("pagesx/a.js", false), ("other/pages/a.js", false),
    ])
  func pages(path: String, isPage: Bool) throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write([path: Self.code], below: "dist")
    let packed = try pack(in: folder)
    try unpackVerified(in: folder)
    let bytes = try folder.read("unpacked/" + path)
    #expect(bytes == (isPage ? Self.line + [0x0A] : []) + Self.code)
    #expect(packed.files.map(\.digest.sha256) == [try SHA256Digest.of(bytes.span)])
    #expect(packed.files.map(\.digest.md5) == [try MD5Digest.of(bytes.span)])
    #expect(packed.manifest.files.map(\.size) == [UInt64(bytes.count)])
  }

  @Test("no line is added without a framework")
  func none() throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(["pages/a.js": Self.code, "config/b.js": []], below: "dist")
    try pack(in: folder, framework: .none)
    try unpackVerified(in: folder)
    #expect(try folder.read("unpacked/pages/a.js") == Self.code)
    #expect(try folder.read("unpacked/config/b.js") == [])
  }

  /// Pages that contain the line.
  static let present: [(String, [UInt8])] = [
    ("alone", line), ("at the start", line + [0x0A] + code), ("at the end", code + line),
    ("in the middle", code + line + [0x0D, 0x0A] + code), ("after other text", [0x61] + line),
    ("after its own prefix", line.prefix(10) + line),
  ]

  @Test("a page that contains the line anywhere is unchanged", arguments: present)
  func unchanged(position: String, bytes: [UInt8]) throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(["pages/a.js": bytes], below: "dist")
    try pack(in: folder)
    try unpackVerified(in: folder)
    #expect(try folder.read("unpacked/pages/a.js") == bytes)
  }

  /// The starts of pages that name a framework in another form than the line.
  static let named = [
    "// {\"framework\": \"Vue\"}\n", "//  { \"framework\": \"Vue\" }\n",
    "// { \"framework\" : \"Rax\" }\nvar a\n", "// {'framework':'Weex'}\r\nvar a",
    "/*! Acme */\n// { \"framework\": \"Vue\"}\nvar a", "/*! { \"framework\": \"Vue\" } */",
    "\"use weex:vue\";\nvar a", "// Acme\n'use strict';'use weex:rax';",
    "!function(e){\"use weex:vue\";e()}()", "\u{FEFF}// {\"framework\": \"Vue\"}\n",
  ]

  @Test("a page that names a framework is unchanged", arguments: named)
  func otherForms(text: String) throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(["pages/a.js": Array(text.utf8)], below: "dist")
    try pack(in: folder)
    try unpackVerified(in: folder)
    #expect(try folder.read("unpacked/pages/a.js") == Array(text.utf8))
    // The digests of an unpacked source agree.
    let digests = try SourceDigests<Int>(BundleSource(folder.path("dist")), threads: 1) { _, _ in
      nil
    }
    #expect(digests.files.map(\.hasAddedLine) == [false])
  }

  @Test(
    "text that only resembles a framework does not count",
    arguments: [
      "// { \"framework\"", "var framework = \"Vue\"\n", "use weex:vue", "\"use weex:\"",
      "a(\"use weex:vue;\")",
      "var a\n\n\n\n\nvar b\nvar c\nvar d\n// { \"framework\": \"Rax\" }\n",
    ])
  func similar(text: String) throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(["pages/a.js": Array(text.utf8)], below: "dist")
    try pack(in: folder)
    try unpackVerified(in: folder)
    #expect(try folder.read("unpacked/pages/a.js") == Self.line + [0x0A] + Array(text.utf8))
  }

  @Test(
    "the line is found at any offset of a page of several parts",
    arguments: [part - 10, part, 2 * part - 10])
  func largePages(offset: Int) throws {
    let folder = try TemporaryFolder.ofTest()
    var bytes = [UInt8](repeating: 0x3B, count: 2 * Self.part + 100)
    bytes.replaceSubrange(offset..<(offset + Self.line.count), with: Self.line)
    try folder.write(["pages/a.js": bytes], below: "dist")
    let packed = try pack(in: folder, level: .store)
    #expect(packed.files.map(\.digest.size) == [UInt64(bytes.count)])
    #expect(packed.files.map(\.digest.sha256) == [try SHA256Digest.of(bytes.span)])
  }

  @Test(
    "the line is added to pages of several parts, and to pages that fill one part",
    arguments: [part - 1, part, 2 * part])
  func addedToLargePages(size: Int) throws {
    let folder = try TemporaryFolder.ofTest()
    let bytes = [UInt8](repeating: 0x3B, count: size)
    try folder.write(["pages/a.js": bytes], below: "dist")
    try pack(in: folder, level: .store)
    try unpackVerified(in: folder)
    let isRight = try folder.read("unpacked/pages/a.js") == Self.line + [0x0A] + bytes
    #expect(isRight)
  }

  @Test(
    "a page truncated while it is searched ends the search", .timeLimit(.minutes(10)),
    arguments: [0, 10, part, part + 3])
  func shortened(size: Int) throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write([UInt8](repeating: 0x3B, count: Self.part + 1_000), to: "a.js")
    let page = try ReadableFile(folder.path("a.js"))
    let start = try page.read(at: 0, count: Self.part)
    #expect(truncate(folder.path("a.js"), size) == 0)
    #expect(try !Framework.contains(Self.line + [0x0A], start.span, page))
  }
}
