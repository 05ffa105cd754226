import ErosBundle
import ErosCore
import ErosTestSupport
import Testing

@Suite("Odd but legal zips")
struct OddZipTests {
  @Test("what is odd but legal is accepted", arguments: try OddZip.all())
  func accepted(_ odd: OddZip) throws {
    let bytes = odd.forge.bytes()
    let structure = try ZipStructure(ZipBytes(bytes, path: "a zip"))
    #expect(errorCodes(structure.findings).isEmpty, "\(structure.findings)")
    let names = structure.entries.map { $0.path.string + ($0.isFolder ? "/" : "") }
    #expect(names == odd.entries.map(\.name))
    for (entry, expected) in zip(structure.entries, odd.entries) {
      #expect(entry.size == UInt64(expected.content.count))
      #expect(entry.crc32 == crc32(of: expected.content))
    }
  }

  @Test("what is odd but legal is verified", arguments: try OddZip.all())
  func verified(_ odd: OddZip) throws {
    let report = try BundleVerifier(threads: 1).verify(ZipBytes(odd.forge.bytes(), path: "a zip"))
    #expect(report.verdict == .verified, "\(report.findings)")
    #expect(report.manifest?.files.count == OddZip.pages.count)
  }

  /// Manifests that are odd, and mean the same.
  static let manifests: [(what: String, change: @Sendable (String) -> String)] = [
    ("with blanks round everything", { " \r\n\t" + $0 + " \n" }),
    ("with an unknown key", { $0.dropLast() + ",\"x\":{\"filesMd5\":[1,2,null]}}" }),
    ("with a key of JavaScript's", { $0.dropLast() + ",\"__proto__\":{\"appName\":1}}" }),
    ("with another key of JavaScript's", { $0.dropLast() + ",\"constructor\":1}" }),
    ("with an empty key", { $0.dropLast() + ",\"\":1}" }),
    ("with a key that differs in case", { $0.dropLast() + ",\"appname\":\"other\"}" }),
    ("with a huge number under an unknown key", { $0.dropLast() + ",\"x\":1e400}" }),
    (
      "with 60 lists in each other",
      {
        $0.dropLast() + ",\"x\":" + String(repeating: "[", count: 60)
          + String(repeating: "]", count: 60) + "}"
      }
    ),
    ("with escaped slashes", { String($0.split(separator: "\"/").joined(separator: "\"\\/")) }),
    ("with escapes for letters", { $0.dropLast() + ",\"x\":\"\\u0041\\ud83d\\ude00\"}" }),
  ]

  @Test("an odd manifest is accepted", arguments: manifests)
  func manifest(what: String, change: @Sendable (String) -> String) throws {
    let text = change(try ForgedManifest(OddZip.pages).text)
    let bytes = try ZipForge.bundle(files: OddZip.pages, text: utf8(text)).bytes()
    let report = try BundleVerifier(isStrict: true, threads: 1)
      .verify(ZipBytes(bytes, path: "a zip"))
    #expect(report.findings.isEmpty)
  }

  @Test("a bundle of no files is verified when its manifest lists none")
  func noFiles() throws {
    let bytes = try ZipForge.bundle(files: [:]).with { $0.entries.append(ZipForge.Entry("pages/")) }
      .bytes()
    let report = try BundleVerifier(isStrict: true, threads: 1)
      .verify(ZipBytes(bytes, path: "a zip"))
    #expect(report.findings.isEmpty)
    #expect(report.verdict == .verified)
  }

  @Test(
    "odd values of the manifest are accepted",
    arguments: [
      ("jsPath", "false"), ("jsPath", nil), ("android", nil), ("iOS", "null"), ("timestamp", "0"),
      ("timestamp", "253402300799999"), ("android", "\"eros-template-version\""),
      ("appName", "\"演示\""),
    ])
  func value(key: String, value: String?) throws {
    let bytes = try ZipForge.bundle(files: OddZip.pages) { $0[key] = value }.bytes()
    let report = try BundleVerifier(isStrict: true, threads: 1)
      .verify(ZipBytes(bytes, path: "a zip"))
    #expect(report.findings.isEmpty)
  }
}
