import ErosBundle
import ErosCore
import ErosCrypto
import ErosTestSupport
import Testing

@Suite("Hostile manifests")
struct HostileManifestTests {
  static let files: [String: [UInt8]] = [
    "config/index.js": utf8("let a = 1"), "pages/home.js": utf8("let b = 1"),
  ]

  /// A bundle with other bytes as its manifest.
  private static func text(
    _ name: String, _ code: BundleFindingCode = .manifestMalformed,
    _ text: @escaping @Sendable () -> [UInt8]
  ) -> HostileCase {
    HostileCase("with a manifest \(name)", code) {
      try ZipForge.bundle(files: files, text: text()).bytes()
    }
  }

  private static func text(_ name: String, _ string: String) -> HostileCase {
    text(name) { utf8(string) }
  }

  /// A bundle with a changed manifest.
  private static func parts(
    _ name: String, _ codes: BundleFindingCode..., isExtended: Bool = false,
    change: @escaping @Sendable (inout ForgedManifest) -> Void
  ) -> HostileCase {
    HostileCase("with a manifest \(name)", .manifestMalformed) {
      try ZipForge.bundle(files: files, isExtended: isExtended, manifest: change).bytes()
    }.with(Set(codes.isEmpty ? [.manifestMalformed] : codes))
  }

  /// A bundle with a changed text of the valid manifest.
  private static func edited(
    _ name: String, _ change: @escaping @Sendable (String) -> [UInt8]
  ) -> HostileCase {
    HostileCase("with a manifest \(name)", .manifestMalformed) {
      let text = change(try ForgedManifest(files).text)
      return try ZipForge.bundle(files: files, text: text).bytes()
    }
  }

  static let texts: [HostileCase] = [
    HostileCase("without a manifest", .manifestMissing) {
      try ZipForge.bundle(files: files).with { $0.entries.removeFirst() }.bytes()
    },
    HostileCase("that is empty", .manifestMissing) { ZipForge([]).bytes() },
    HostileCase("with a manifest name in another case", .manifestMissing) {
      try ZipForge.bundle(files: files).with { $0.entries[0].name = utf8("MD5.json") }.bytes()
    },
    HostileCase("with a manifest in a folder", .manifestMissing) {
      try ZipForge.bundle(files: files).with { $0.entries[0].name = utf8("x/md5.json") }.bytes()
    },
    HostileCase("with a folder instead of a manifest", .manifestMissing) {
      try ZipForge.bundle(files: files).with { $0.entries[0] = ZipForge.Entry("md5.json/") }.bytes()
    },
    text("that is empty", ""),
    text("of white space", " \n\t "),
    text("that is a web server's error page", "<html>502</html>"),
    text("that is a list", "[]"),
    text("that is a string", "\"md5\""),
    text("that is null", "null"),
    text("that is an empty object", "{}"),
    text("that is truncated", "{\"filesMd5\":[{\"page\":\"/a.js\""),
    edited("with a byte after it") { utf8($0 + "x") },
    edited("with a second object after it") { utf8($0 + $0) },
    edited("with a NUL after it") { utf8($0) + [0] },
    edited("with a trailing comma") { utf8($0.dropLast() + ",}") },
    edited("with a comment") { utf8("/* demo */" + $0) },
    edited("in UTF-16") { Array([0xFF, 0xFE] + $0.utf16.flatMap { littleEndian($0) }) },
    edited("in UTF-16 without a byte-order mark") { $0.utf16.flatMap { littleEndian($0) } },
    edited("with a byte that is invalid in UTF-8") {
      utf8($0.dropLast() + ",\"x\":\"") + [0xFF] + utf8("\"}")
    },
    edited("with an overlong slash") {
      utf8($0.dropLast() + ",\"x\":\"") + [0xC0, 0xAF] + utf8("\"}")
    },
    edited("with a surrogate") {
      utf8($0.dropLast() + ",\"x\":\"") + [0xED, 0xA0, 0x80] + utf8("\"}")
    },
    edited("with an escaped unpaired surrogate") { utf8($0.dropLast() + ",\"x\":\"\\ud800\"}") },
    edited("with a line feed in a string") { utf8($0.dropLast() + ",\"x\":\"\n\"}") },
    edited("with an invalid escape") { utf8($0.dropLast() + ",\"x\":\"\\x41\"}") },
    edited("with NaN") { utf8($0.dropLast() + ",\"x\":NaN}") },
    edited("with Infinity") { utf8($0.dropLast() + ",\"x\":-Infinity}") },
    edited("with a number with a leading zero") { utf8($0.dropLast() + ",\"x\":01}") },
    edited("with a hexadecimal number") { utf8($0.dropLast() + ",\"x\":0x10}") },
    edited("with a duplicate key") { utf8($0.dropLast() + ",\"appName\":\"other\"}") },
    edited("with a duplicate escaped key") {
      utf8($0.dropLast() + ",\"app\\u004eame\":\"other\"}")
    },
    edited("with a duplicate list of files") { utf8($0.dropLast() + ",\"filesMd5\":[]}") },
    edited("with a duplicate unknown key") { utf8($0.dropLast() + ",\"x\":1,\"x\":2}") },
    edited("with a nested duplicate key") { utf8($0.dropLast() + ",\"x\":[{\"y\":1,\"y\":1}]}") },
    text("of 200,000 nested unclosed lists") {
      [UInt8](repeating: UInt8(ascii: "["), count: 200_000)
    },
    text("of 200,000 nested lists") {
      [UInt8](repeating: UInt8(ascii: "["), count: 200_000)
        + [UInt8](repeating: UInt8(ascii: "]"), count: 200_000)
    },
    text("of 200,000 nested unclosed objects") {
      utf8(String(repeating: "{\"a\":", count: 200_000))
    },
  ]

  @Test("an invalid manifest is rejected", arguments: texts)
  func rejectedText(_ hostile: HostileCase) throws { try hostile.expectRejectedBundle() }

  static let values: [HostileCase] = [
    parts("without a timestamp") { $0["timestamp"] = nil },
    parts("with a timestamp that is a string") { $0["timestamp"] = "\"1500000000000\"" },
    parts("with a negative timestamp") { $0["timestamp"] = "-1" },
    parts("with a timestamp in the year 10000") { $0["timestamp"] = "253402300800000" },
    parts("with a fractional timestamp") { $0["timestamp"] = "1500000000000.5" },
    parts("with a timestamp of 2^63") { $0["timestamp"] = "9223372036854775808" },
    parts("with a timestamp over 2^64") { $0["timestamp"] = "18446744073709551617" },
    parts("with a timestamp of 400 digits") {
      $0["timestamp"] = String(repeating: "9", count: 400)
    },
    parts("with a timestamp of 1e999999999") { $0["timestamp"] = "1e999999999" },
    parts("with a timestamp that is null") { $0["timestamp"] = "null" },
    parts("with a timestamp that is true") { $0["timestamp"] = "true" },
    parts("without a jsVersion") { $0["jsVersion"] = nil },
    parts("with a jsVersion that is a path") { $0["jsVersion"] = "\"../../evil\"" },
    parts("with a jsVersion of 32 characters that is a path") {
      $0["jsVersion"] = "\"../../../../../../../../tmp/evil1\""
    },
    parts("with an empty jsVersion") { $0["jsVersion"] = "\"\"" },
    parts("with a jsVersion in upper case") { $0["jsVersion"] = $0["jsVersion"]?.uppercased() },
    parts("with a jsVersion of 31 digits") {
      $0["jsVersion"] = "\"\(String(repeating: "a", count: 31))\""
    },
    parts("with a jsVersion of 33 digits") {
      $0["jsVersion"] = "\"\(String(repeating: "a", count: 33))\""
    },
    parts("with a jsVersion of full-width digits") {
      $0["jsVersion"] = "\"\(String(repeating: "１", count: 32))\""
    },
    parts("with a NUL after the jsVersion") {
      $0["jsVersion"] = $0["jsVersion"].map { $0.dropLast() + "\\u0000\"" }
    },
    parts("with a jsVersion that is a number") { $0["jsVersion"] = "1" },
    parts("with a jsPath that is a number") { $0["jsPath"] = "1" },
    parts("with a jsPath that is true") { $0["jsPath"] = "true" },
    parts("with an app name that is a list") { $0["appName"] = "[]" },
    parts("with an Android version that is a number") { $0["android"] = "1.0" },
    parts("with a tree hash of 32 digits", isExtended: true) {
      $0["treeHash"] = "\"\(String(repeating: "a", count: 32))\""
    },
    parts("with a tree hash that is null", isExtended: true) { $0["treeHash"] = "null" },
    parts("with a file that is an empty object") { $0.items[0].fields = [] },
    parts("with a file without a path") { $0.items[0]["page"] = nil },
    parts("with a file without a digest") { $0.items[0]["md5"] = nil },
    parts("with a path that is a number") { $0.items[0]["page"] = "1" },
    parts("with a path without a leading slash") { $0.items[0]["page"] = "\"config/index.js\"" },
    parts("with an empty path") { $0.items[0]["page"] = "\"\"" },
    parts("with a digest of 31 digits") { $0.items[0]["md5"]?.removeLast(2) },
    parts("with a digest in upper case") { $0.items[0]["md5"] = $0.items[0]["md5"]?.uppercased() },
    parts("with a digest of non-hexadecimal letters") {
      $0.items[0]["md5"] = "\"\(String(repeating: "g", count: 32))\""
    },
    parts("with a digest that is null") { $0.items[0]["md5"] = "null" },
    parts("with a SHA-256 of 32 digits", isExtended: true) {
      $0.items[0]["sha256"] = $0.items[0]["md5"]
    },
    parts("with a negative size", isExtended: true) { $0.items[0]["size"] = "-9" },
    parts("with a size that is a string", isExtended: true) { $0.items[0]["size"] = "\"9\"" },
    parts("with a size of 2^64", isExtended: true) {
      $0.items[0]["size"] = "18446744073709551616"
    },
  ]

  @Test("a value of the wrong type is rejected", arguments: values)
  func rejectedValue(_ hostile: HostileCase) throws {
    let report = try BundleVerifier(threads: 1).verify(ZipBytes(try hostile.forge(), path: "zip"))
    #expect(errorCodes(report.findings) == hostile.codes, "\(report.findings)")
    #expect(report.verdict == .mismatch)
    #expect(report.manifest == nil)
  }

  /// Listed paths, in JSON notation.
  static let names: [(name: String, code: BundleFindingCode)] = [
    ("/../evil.js", .fileNameInvalid), ("/pages/../../evil.js", .fileNameInvalid),
    ("/pages/../pages/home.js", .fileNameInvalid), ("/./pages/home.js", .fileNameInvalid),
    ("//pages/home.js", .fileNameInvalid), ("/pages//home.js", .fileNameInvalid),
    ("/pages\\\\home.js", .fileNameInvalid), ("/..\\\\evil.js", .fileNameInvalid),
    ("/C:/evil.js", .fileNameInvalid), ("/C:evil.js", .fileNameInvalid),
    ("/", .fileNameInvalid), ("/pages/", .fileNameInvalid), ("/..", .fileNameInvalid),
    ("/pages/home.js\\u0000.png", .fileNameInvalid), ("/\\u0000", .fileNameInvalid),
    ("/\\u001b[2Jhome.js", .fileNameInvalid), ("/\\u202esj.js", .fileNameInvalid),
    ("/pages/home.js\\n", .fileNameInvalid), ("/md5.json", .fileNameInvalid),
    ("/" + String(repeating: "a", count: 256), .fileNameInvalid),
    ("/" + String(repeating: "a/", count: 64) + "b", .fileNameInvalid),
    ("/pages", .fileMissing), ("/pages/home.j", .fileMissing), ("/Pages/home.js", .fileMissing),
    ("/pages/home.js ", .fileMissing), ("/pages%2Fhome.js", .fileMissing),
  ]

  @Test("a listed path that is not a file of the bundle is rejected", arguments: names)
  func rejectedName(name: String, code: BundleFindingCode) throws {
    try HostileCase("with a listed path", code) {
      try ZipForge.bundle(files: Self.files) { $0.items[1]["page"] = "\"\(name)\"" }.bytes()
    }
    .expectRejectedBundle()
  }

  static let lists: [HostileCase] = [
    parts("that lists a missing file", .fileMissing, .versionMismatch) {
      $0.items.append($0.items[0])
      $0.items[2]["page"] = "\"/pages/gone.js\""
    },
    parts("that lists a file twice", .fileListedTwice, .versionMismatch) {
      $0.items.append($0.items[0])
    },
    parts(
      "that lists a file twice with two digests", .fileListedTwice, .versionMismatch,
      .md5Mismatch
    ) {
      $0.items.append($0.items[0])
      $0.items[2]["md5"] = $0.items[1]["md5"]
    },
    parts(
      "that lists a file in two Unicode forms", .fileListedTwice, .fileMissing,
      .versionMismatch
    ) {
      for name in ["/\u{E9}.js", "/e\u{301}.js"] {
        $0.items.append($0.items[0])
        $0.items[$0.items.count - 1]["page"] = "\"\(name)\""
      }
    },
    parts("with an empty list", .fileUnlisted, .versionMismatch) { $0.items = [] },
    parts("with an empty list and its jsVersion", .fileUnlisted) {
      $0.items = []
      $0["jsVersion"] = "\"d41d8cd98f00b204e9800998ecf8427e\""
    },
    parts("that omits a file", .versionMismatch) { $0.items.removeLast() },
    parts("of another bundle", .fileMissing, .md5Mismatch, .versionMismatch) {
      $0.items[0]["page"] = "\"/pages/other.js\""
      $0.items[1]["md5"] = "\"\(String(repeating: "0", count: 32))\""
    },
    parts("with a wrong digest", .md5Mismatch, .versionMismatch) {
      $0.items[0]["md5"] = "\"\(String(repeating: "0", count: 32))\""
    },
    parts("with a wrong jsVersion", .versionMismatch) {
      $0["jsVersion"] = "\"\(String(repeating: "0", count: 32))\""
    },
    parts("with a wrong SHA-256", .sha256Mismatch, isExtended: true) {
      $0.items[0]["sha256"] = "\"\(String(repeating: "0", count: 64))\""
    },
    parts("with a wrong size", .sizeMismatch, isExtended: true) { $0.items[0]["size"] = "8" },
    parts("with a size of 2^63-1", .sizeMismatch, isExtended: true) {
      $0.items[0]["size"] = "9223372036854775807"
    },
    parts("with a wrong tree hash", .treeHashMismatch, isExtended: true) {
      $0["treeHash"] = "\"\(String(repeating: "0", count: 64))\""
    },
    parts("with swapped digests", .md5Mismatch) {
      ($0.items[0]["md5"], $0.items[1]["md5"]) = ($0.items[1]["md5"], $0.items[0]["md5"])
    },
  ]

  @Test("a list that differs from the files is rejected", arguments: lists)
  func rejectedList(_ hostile: HostileCase) throws { try hostile.expectRejectedBundle() }

  @Test("unlisted files are errors only in strict mode")
  func unlisted() throws {
    let shorter = try ForgedManifest(Self.files.filter { $0.key == "pages/home.js" })
    let bytes = try ZipForge.bundle(files: Self.files, text: utf8(shorter.text)).bytes()
    let source = ZipBytes(bytes, path: "zip")
    let lenient = try BundleVerifier(threads: 1).verify(source)
    #expect(lenient.verdict == .verified)
    #expect(lenient.findings.map(\.code) == ["fileUnlisted"])
    let strict = try BundleVerifier(isStrict: true, threads: 1).verify(source)
    #expect(strict.verdict == .mismatch)
    #expect(errorCodes(strict.findings) == [.fileUnlisted])
  }
}

@Suite("Limits of the legacy format")
struct OldFormatLimitTests {
  private static let files = ["a.js": utf8("let a = 1"), "b.js": utf8("let b = 1")]
  private static let swapped = ["a.js": utf8("let b = 1"), "b.js": utf8("let a = 1")]

  private func report(
    _ files: [String: [UInt8]], isExtended: Bool = true,
    change: (inout ForgedManifest) -> Void = { _ in }
  ) throws -> VerificationReport {
    let bundle = try ZipForge.bundle(files: files, isExtended: isExtended, manifest: change)
    return try BundleVerifier(threads: 1).verify(ZipBytes(bundle.bytes(), path: "zip"))
  }

  @Test("two bundles with swapped pages share their jsVersion, but not their tree hash")
  func swappedPages() throws {
    let (one, other) = (try report(Self.files), try report(Self.swapped))
    #expect(one.verdict == .verified && other.verdict == .verified)
    #expect(one.manifest?.jsVersion == other.manifest?.jsVersion)
    #expect(one.treeHash != other.treeHash)
  }

  @Test("a bundle with swapped pages fails with the other tree hash")
  func swappedTreeHash() throws {
    let hash = try ForgedManifest(Self.files, isExtended: true)["treeHash"]
    let swapped = try report(Self.swapped) { $0["treeHash"] = hash }
    #expect(errorCodes(swapped.findings) == [.treeHashMismatch])
    #expect(swapped.verdict == .mismatch)
  }

  @Test("a bundle with renamed pages has a different tree hash")
  func renamedPages() throws {
    let renamed = try report(["a.js": utf8("let a = 1"), "c.js": utf8("let b = 1")])
    #expect(try renamed.manifest?.jsVersion == report(Self.files).manifest?.jsVersion)
    #expect(try renamed.treeHash != report(Self.files).treeHash)
  }

  /// Two files of 128 bytes with the same MD5 (Wang, Yu: How to Break MD5, 2005).
  private static let collision: ([UInt8], [UInt8]) = {
    let first = """
      d131dd02c5e6eec4693d9a0698aff95c2fcab58712467eab4004583eb8fb7f89\
      55ad340609f4b30283e488832571415a085125e8f7cdc99fd91dbdf280373c5b\
      d8823e3156348f5bae6dacd436c919c6dd53e2b487da03fd02396306d248cda0\
      e99f33420f577ee8ce54b67080a80d1ec69821bcb6a8839396f9652b6ff72a70
      """
    var rest = Substring(first)
    var bytes: [UInt8] = []
    while !rest.isEmpty {
      bytes.append(UInt8(rest.prefix(2), radix: 16) ?? 0)
      rest = rest.dropFirst(2)
    }
    var other = bytes
    for index in [19, 45, 59, 83, 109, 123] { other[index] ^= 0x80 }
    return (bytes, other)
  }()

  @Test("a recorded SHA-256 decides even if the MD5 matches")
  func forgedMD5() throws {
    let (good, evil) = Self.collision
    #expect(try MD5Digest.of(good.span) == MD5Digest.of(evil.span))
    let manifest = try ForgedManifest(["a.bin": good], isExtended: true)
    let bundle = try ZipForge.bundle(files: ["a.bin": evil], text: utf8(manifest.text))
    let report = try BundleVerifier(threads: 1).verify(ZipBytes(bundle.bytes(), path: "zip"))
    #expect(errorCodes(report.findings) == [.sha256Mismatch, .treeHashMismatch])
    let old = try ZipForge.bundle(
      files: ["a.bin": evil], text: utf8(ForgedManifest(["a.bin": good]).text))
    let unseen = try BundleVerifier(threads: 1).verify(ZipBytes(old.bytes(), path: "zip"))
    #expect(unseen.verdict == .verified)
  }
}
