import ErosBundle
import ErosBundleTestSupport
import ErosCore
import ErosCrypto
import ErosFiles
import ErosPack
import ErosTestSupport
import Foundation
import Testing

@Suite("Verification against the manifest", .temporaryFolder)
struct VerifyTests {
  static let files: [String: [UInt8]] = [
    "config/index.js": Array("config".utf8), "pages/a.js": Array("page a".utf8),
    "pages/b.js": Array("page b".utf8), "assets/logo.png": [0x89, 0x50, 0xFF, 0x00],
  ]
  static let otherMD5 = MD5Digest(bytes: .init(repeating: 1))

  /// A changed bundle and the expected findings.
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    /// The expected findings: `<code>` or `<code> <entry>`, followed by `?` for a warning.
    let problems: [String]
    var verdict = VerificationReport.Verdict.mismatch
    var isStrict = false
    let alter: @Sendable (inout BundleDraft) throws -> Void

    var testDescription: String { name }
  }

  static let cases: [Case] = [
    Case(name: "unchanged", problems: [], verdict: .verified) { _ in },
    Case(
      name: "different contents",
      problems: [
        "md5Mismatch pages/a.js", "sha256Mismatch pages/a.js", "sizeMismatch pages/a.js",
        "treeHashMismatch",
      ]
    ) { $0.files["pages/a.js"] = Array("other".utf8) },
    Case(
      name: "different contents of the same size",
      problems: [
        "md5Mismatch pages/a.js", "sha256Mismatch pages/a.js", "treeHashMismatch",
      ]
    ) { $0.files["pages/a.js"] = Array("page x".utf8) },
    Case(
      name: "two swapped pages with the same jsVersion",
      problems: [
        "md5Mismatch pages/a.js", "md5Mismatch pages/b.js", "sha256Mismatch pages/a.js",
        "sha256Mismatch pages/b.js", "treeHashMismatch",
      ]
    ) {
      $0.files.merge(["pages/a.js": Array("page b".utf8), "pages/b.js": Array("page a".utf8)]) {
        $1
      }
    },
    Case(
      name: "two swapped pages and an adjusted list", problems: ["treeHashMismatch"]
    ) { draft in
      let hash = draft.manifest.treeHash
      draft = try BundleDraft(
        files.merging(["pages/a.js": Array("page b".utf8), "pages/b.js": Array("page a".utf8)]) {
          $1
        }
      )
      draft.manifest.treeHash = hash
    },
    Case(name: "a wrong MD5", problems: ["md5Mismatch pages/a.js"]) {
      $0.edit("pages/a.js") { $0.md5 = otherMD5 }
      try $0.renewVersion()
    },
    Case(
      name: "a wrong MD5 and the old jsVersion",
      problems: ["md5Mismatch pages/a.js", "versionMismatch"]
    ) { $0.edit("pages/a.js") { $0.md5 = otherMD5 } },
    Case(name: "a wrong SHA-256", problems: ["sha256Mismatch pages/a.js"]) {
      $0.edit("pages/a.js") { $0.sha256 = SHA256Digest(bytes: .init(repeating: 1)) }
    },
    Case(name: "a wrong size", problems: ["sizeMismatch pages/a.js"]) {
      $0.edit("pages/a.js") { $0.size = 7 }
    },
    Case(name: "a wrong tree hash", problems: ["treeHashMismatch"]) {
      $0.manifest.treeHash = TreeHash(bytes: .init(repeating: 1))
    },
    Case(name: "a wrong jsVersion", problems: ["versionMismatch"]) {
      $0.manifest.jsVersion = BundleVersion(bytes: .init(repeating: 1))
    },
    Case(name: "only MD5 digests", problems: [], verdict: .verified) {
      for name in files.keys {
        $0.edit(name) { $0 = BundleManifest.File(page: $0.page, md5: $0.md5) }
      }
      $0.manifest.treeHash = nil
    },
    Case(
      name: "an unlisted file", problems: ["fileUnlisted pages/c.js?"], verdict: .verified
    ) {
      $0.files["pages/c.js"] = []
      $0.manifest.treeHash = nil
    },
    Case(
      name: "an unlisted file in strict mode", problems: ["fileUnlisted pages/c.js"],
      isStrict: true
    ) {
      $0.files["pages/c.js"] = []
      $0.manifest.treeHash = nil
    },
    Case(
      name: "an unlisted file and a tree hash",
      problems: [
        "fileUnlisted pages/c.js?", "treeHashMismatch",
      ]
    ) { $0.files["pages/c.js"] = [] },
    Case(name: "a missing file", problems: ["fileMissing pages/a.js", "treeHashMismatch"]) {
      $0.files["pages/a.js"] = nil
    },
    Case(
      name: "all files missing",
      problems: files.keys.sorted().map { "fileMissing \($0)" } + [
        "treeHashMismatch"
      ]
    ) { $0.files = [:] },
    Case(
      name: "a file that is listed twice",
      problems: ["fileListedTwice /pages/a.js", "versionMismatch"]
    ) { $0.manifest.files.append($0.manifest.files[2]) },
    Case(name: "the manifest lists itself", problems: ["fileNameInvalid /md5.json"]) {
      $0.manifest.files.append(.init(page: "/md5.json", md5: otherMD5))
      try $0.renewVersion()
    },
    Case(name: "a listed path outside the bundle", problems: ["fileNameInvalid /../a.js"]) {
      $0.manifest.files.append(.init(page: "/../a.js", md5: otherMD5))
      try $0.renewVersion()
    },
    Case(
      name: "names that some systems cannot store",
      problems: [
        "nameNotPortable con.js?", "nameNotPortable pages/a.?", "nameNotPortable pages/a::$DATA?",
        #"nameNotPortable pages/a\u{200b}.js?"#,
      ], verdict: .verified
    ) { draft in
      var files = files
      for name in ["con.js", "pages/a.", "pages/a::$DATA", "pages/a\u{200B}.js"] {
        files[name] = []
      }
      draft = try BundleDraft(files)
    },
    Case(
      name: "private keys, by the start of a line",
      problems: ["privateKey a.pem?", "privateKey pages/b.txt?", "privateKey pages/f.txt?"],
      verdict: .verified
    ) { draft in
      var files = files
      files["a.pem"] = Array("-----BEGIN PRIVATE KEY-----\nMC4C".utf8)
      files["pages/b.txt"] = Array("-----BEGIN RSA PRIVATE KEY-----\nMC4C".utf8)
      files["pages/c.txt"] = Array("-----BEGIN PUBLIC KEY-----\nMCow".utf8)
      files["pages/d.txt"] = Array("key: -----BEGIN PRIVATE KEY-----\nMC4C".utf8)
      files["pages/e.txt"] = Array("-----BEGIN PRIVATE KEY".utf8)
      let data = String(repeating: "MC4CAQAw", count: 8)
      files["pages/f.txt"] = Array("Bag Attributes\n-----BEGIN PRIVATE KEY-----\n\(data)\n".utf8)
      draft = try BundleDraft(files)
    },
    Case(name: "a missing manifest", problems: ["manifestMissing"]) { $0.text = { _ in nil } },
    Case(name: "an empty manifest", problems: ["manifestMalformed md5.json"]) {
      $0.text = { _ in [] }
    },
    Case(name: "a manifest that is not an object", problems: ["manifestMalformed md5.json"]) {
      $0.text = { _ in Array("[]".utf8) }
    },
  ]

  @Test("a change gives exactly the expected findings", arguments: cases)
  func altered(_ alteration: Case) throws {
    let folder = try TemporaryFolder.ofTest()
    var draft = try BundleDraft(Self.files)
    try alteration.alter(&draft)
    let verifier = BundleVerifier(isStrict: alteration.isStrict, threads: 2)
    let report = try verifier.verify(draft.zip(in: folder))
    #expect(report.findings.map(\.summary).sorted() == alteration.problems.sorted())
    #expect(report.verdict == alteration.verdict)
    #expect(
      report.findings.allSatisfy { BundleFindingCode(rawValue: $0.code)?.meansUnsafe == false })
  }

  @Test("strict mode makes errors of all warnings", arguments: cases)
  func strict(_ alteration: Case) throws {
    var draft = try BundleDraft(Self.files)
    try alteration.alter(&draft)
    let zip = try draft.zip(in: TemporaryFolder.ofTest())
    let report = try BundleVerifier(isStrict: true, threads: 2).verify(zip)
    let problems = alteration.problems.map { $0.replacing("?", with: "") }
    #expect(report.findings.map(\.summary).sorted() == problems.sorted())
    #expect(report.verdict == (problems.isEmpty ? .verified : .mismatch))
  }

  @Test("a private key is an error if the bundle is not public yet")
  func privateKey() throws {
    var files = Self.files
    files["server.key"] = Array("-----BEGIN ENCRYPTED PRIVATE KEY-----\nMIGb".utf8)
    let zip = try BundleDraft(files).zip(in: TemporaryFolder.ofTest())
    var verifier = BundleVerifier(threads: 1)
    verifier.isForPublishing = true
    let report = try verifier.verify(zip)
    #expect(report.findings.map(\.summary) == ["privateKey server.key"])
    #expect(report.verdict == .mismatch)
  }

  @Test("a build time of more than a day in the future gives a warning")
  func future() throws {
    let zip = try BundleDraft(Self.files).zip(in: TemporaryFolder.ofTest())
    let day: Int64 = 86_400_000
    for (now, findings) in [
      (testTimestamp - day - 1, ["timestampInFuture md5.json?"]), (testTimestamp - day, []),
      (testTimestamp, []), (.max, []), (nil, []),
    ] {
      let verifier = BundleVerifier(threads: 1, now: now)
      let report = try verifier.verify(zip)
      #expect(report.findings.map(\.summary) == findings)
      #expect(report.verdict == .verified)
      #expect(try verifier.inspect(zip).map(\.summary) == findings)
    }
  }

  @Test("unpacking gives the same findings as verifying")
  func unpacking() throws {
    for alteration in Self.cases {
      let folder = try TemporaryFolder.ofTest()
      var draft = try BundleDraft(Self.files)
      try alteration.alter(&draft)
      let verifier = BundleVerifier(isStrict: alteration.isStrict, threads: 2)
      let zip = try draft.zip(in: folder)
      let name = "unpacked-\(alteration.name)"
      try folder.makeFolder(name)
      let unpacked = try BundleUnpacker(verifier).unpack(zip, into: .init(folder.path(name)))
      let verified = try verifier.verify(zip)
      #expect(Set(unpacked.findings) == Set(verified.findings), "\(alteration.name)")
      #expect(unpacked.verdict == verified.verdict, "\(alteration.name)")
      #expect(unpacked.treeHash == verified.treeHash, "\(alteration.name)")
    }
  }

  @Test("a bundle packed again differs from the old manifest")
  func repacked() throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(Self.files, below: "dist")
    let old = try pack(in: folder).manifestBytes
    try folder.write("changed", to: "dist/pages/a.js")
    try pack(in: folder)
    let report = try BundleVerifier.strict.verify(
      ZipBytes(folder.read("bundle.zip"), path: "bundle.zip"), config: (old, "bundle.config"))
    #expect(report.findings.map(\.summary) == ["manifestMismatch"])
    #expect(report.verdict == .mismatch)
  }

  @Test("a flipped bit in any byte of the data is detected")
  func flippedBits() throws {
    let folder = try TemporaryFolder.ofTest()
    let draft = try BundleDraft(["pages/a.js": Array("page".utf8)])
    let zip = try draft.zip(in: folder)
    let bytes = try zip.read(at: 0, count: Int(zip.size))
    let entries = try ZipStructure(zip).entries
    for entry in entries {
      for offset in 0..<Int(entry.compressedSize) {
        var damaged = bytes
        damaged[Int(entry.dataOffset) + offset] ^= 1 << UInt8(offset % 8)
        let report = try BundleVerifier.strict.verify(ZipBytes(damaged, path: "damaged.zip"))
        #expect(report.verdict == .unsafe, "\(entry.path), \(offset)")
        #expect(
          report.findings.contains { $0.has(BundleFindingCode.crcMismatch) },
          "\(entry.path), \(offset)")
      }
    }
  }
}

@Suite("Comparison with bundle.config", .temporaryFolder)
struct ConfigBesideTests {
  private func problems(of change: (String) -> String) throws -> [String] {
    let folder = try TemporaryFolder.ofTest()
    let draft = try BundleDraft(["pages/a.js": Array("page".utf8)])
    let text = String(decoding: draft.manifest.encoded(), as: UTF8.self)
    let report = try BundleVerifier.strict.verify(
      draft.zip(in: folder), config: (Array(change(text).utf8), "bundle.config"))
    #expect((report.verdict == .verified) == report.findings.isEmpty)
    return report.findings.map(\.summary)
  }

  @Test("other white space and another order of keys are accepted")
  func accepted() throws {
    #expect(try problems { $0 } == [])
    #expect(try problems { " " + $0.replacing("\":", with: "\" :\n") + "\n" } == [])
    #expect(
      try problems {
        "{\"iOS\":\"1\"," + $0.replacing("\"iOS\":\"1\",", with: "").dropFirst()
      } == [])
    #expect(try problems { $0.replacing("/pages", with: "\\u002Fpages") } == [])
  }

  @Test("a different value, an additional key or a missing key is an error")
  func rejected() throws {
    for change: (String) -> String in [
      { $0.replacing("\"iOS\":\"1\"", with: "\"iOS\":\"2\"") },
      { "{\"more\":1," + $0.dropFirst() },
      { $0.replacing("\"iOS\":\"1\",", with: "") },
      { $0.replacing(String(testTimestamp), with: String(testTimestamp + 1)) },
      { $0.replacing(String(testTimestamp), with: String(testTimestamp) + ".0") },
    ] {
      let found = try problems(of: change)
      #expect(
        found.contains("manifestMismatch") || found.contains("manifestMalformed bundle.config"))
    }
  }

  @Test("an invalid manifest is malformed")
  func malformed() throws {
    #expect(try problems { _ in "" } == ["manifestMalformed bundle.config"])
    #expect(try problems { $0 + "x" } == ["manifestMalformed bundle.config"])
    #expect(
      try problems { "{\"iOS\":\"1\"," + $0.dropFirst() } == ["manifestMalformed bundle.config"])
  }
}

@Suite("Legacy digest rules", .temporaryFolder)
struct LegacyDigestTests {
  /// Bytes that each rule replaces with a different number of characters.
  static let telling: [UInt8] = [0xE2, 0x82, 0x41, 0xE0, 0x80, 0x80]
  static let legacy: [DigestRule] = [.maximalSubpart, .perByte, .structural]

  @Test("each rule is detected and counted", arguments: legacy)
  func rules(rule: DigestRule) throws {
    let folder = try TemporaryFolder.ofTest()
    let draft = try BundleDraft(
      ["pages/a.js": Array("页".utf8), "assets/a.png": Self.telling, "assets/b.png": Self.telling],
      rule: rule)
    let report = try BundleVerifier.strict.verify(draft.zip(in: folder))
    #expect(report.findings == [])
    #expect(report.verdict == .verified)
    #expect(report.digestRules == [.raw: 1, rule: 2])
  }

  @Test("a file that gives the same digest by all rules matches all of them")
  func ambiguous() throws {
    let folder = try TemporaryFolder.ofTest()
    var draft = try BundleDraft(
      ["assets/a.png": [0xFF], "assets/b.png": Self.telling], rule: .perByte)
    try draft.useRule(.structural, for: "assets/a.png")
    let report = try BundleVerifier.strict.verify(draft.zip(in: folder))
    #expect(report.findings == [])
    #expect(report.files.first?.rules == Set(Self.legacy))
    #expect(report.files.dropFirst().first?.rules == [.perByte])
  }

  @Test("different rules in one bundle are a warning")
  func mixed() throws {
    let folder = try TemporaryFolder.ofTest()
    var draft = try BundleDraft(
      ["assets/a.png": Self.telling, "assets/b.png": Self.telling], rule: .perByte)
    try draft.useRule(.structural, for: "assets/b.png")
    let report = try BundleVerifier(threads: 2).verify(draft.zip(in: folder))
    #expect(report.findings.map(\.summary) == ["digestRulesMixed?"])
    #expect(report.verdict == .verified)
    #expect(report.digestRules == [.perByte: 1, .structural: 1])
  }

  @Test("a page with a legacy digest is a warning")
  func page() throws {
    let folder = try TemporaryFolder.ofTest()
    let draft = try BundleDraft(["pages/a.js": Self.telling], rule: .perByte)
    let report = try BundleVerifier(threads: 2).verify(draft.zip(in: folder))
    #expect(
      report.findings.map(\.summary) == ["pageNotUTF8 pages/a.js?", "digestRuleLegacy pages/a.js?"])
    #expect(report.verdict == .verified)
  }

  @Test("a recorded SHA-256 decides for any rule of the MD5")
  func sha256Decides() throws {
    let folder = try TemporaryFolder.ofTest()
    var draft = try BundleDraft(["assets/a.png": Self.telling], rule: .perByte)
    draft.edit("assets/a.png") { $0.sha256 = SHA256Digest(bytes: .init(repeating: 1)) }
    let report = try BundleVerifier.strict.verify(draft.zip(in: folder))
    #expect(report.findings.map(\.summary) == ["sha256Mismatch assets/a.png"])
  }

  /// A manifest as the first packer wrote it; its digests were computed with Python.
  static let manifest = """
    {"filesMd5":[{"page":"/config/index.js","md5":"edea5f1cfff2d6e9da8e858887cb8e5a"},\
    {"page":"/mediator/index.js","md5":"f52427a00ba9fe032652d70a2db1ef36"},\
    {"page":"/pages/home/index.js","md5":"71d3aa6c8098d83ff2f05ec650c840e1"},\
    {"page":"/assets/logo.png","md5":"3bdaf5969285188ac756c339f69f5c79"}],\
    "android":"eros-template-version","iOS":"eros-template-version","appName":"demo",\
    "jsVersion":"4af2f245ac0a2c266f9a5c0531b8d260","timestamp":1536722733725,\
    "jsPath":"https://app.example.com/source"}
    """

  @Test("a manifest without SHA-256 and tree hash is read, and its digests give its jsVersion")
  func manifestOfTheFirstPacker() throws {
    let read = BundleManifest.read(Array(Self.manifest.utf8), name: "bundle.config")
    #expect(read.findings == [])
    let manifest = try #require(read.manifest)
    #expect(manifest.files.count == 4)
    #expect(manifest.files.allSatisfy { $0.sha256 == nil } && manifest.treeHash == nil)
    #expect(try BundleVersion.of(manifest.files.map(\.md5)) == manifest.jsVersion)
  }
}

extension Finding {
  /// The finding in one line: `<code>` or `<code> <entry>`, followed by `?` for a warning.
  fileprivate var summary: String {
    code + (subject.map { " " + $0 } ?? "") + (severity == .warning ? "?" : "")
  }
}
