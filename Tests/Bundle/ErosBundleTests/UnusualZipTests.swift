import ErosBundle
import ErosCore
import ErosTestSupport
import Testing

@Suite("Unusual but valid zips")
struct UnusualZipTests {
  @Test("an unusual but valid zip is accepted", arguments: try UnusualZip.all())
  func accepted(_ unusual: UnusualZip) throws {
    let bytes = unusual.forge.bytes()
    let structure = try ZipStructure(ZipBytes(bytes, path: "a zip"))
    #expect(errorCodes(structure.findings).isEmpty, "\(structure.findings)")
    let names = structure.entries.map { $0.path.string + ($0.isFolder ? "/" : "") }
    #expect(names == unusual.entries.map(\.name))
    for (entry, expected) in zip(structure.entries, unusual.entries) {
      #expect(entry.size == UInt64(expected.content.count))
      #expect(entry.crc32 == crc32(of: expected.content))
    }
  }

  @Test("an unusual but valid bundle is verified", arguments: try UnusualZip.all())
  func verified(_ unusual: UnusualZip) throws {
    let report = try BundleVerifier(threads: 1).verify(
      ZipBytes(unusual.forge.bytes(), path: "a zip"))
    #expect(report.verdict == .verified, "\(report.findings)")
    #expect(report.manifest?.files.count == UnusualZip.pages.count)
  }

  /// Changes of a manifest that do not change its meaning.
  static let manifests: [(name: String, change: @Sendable (String) -> String)] = [
    ("with white space around it", { " \r\n\t" + $0 + " \n" }),
    ("with an unknown key", { $0.dropLast() + ",\"x\":{\"filesMd5\":[1,2,null]}}" }),
    ("with the key `__proto__`", { $0.dropLast() + ",\"__proto__\":{\"appName\":1}}" }),
    ("with the key `constructor`", { $0.dropLast() + ",\"constructor\":1}" }),
    ("with an empty key", { $0.dropLast() + ",\"\":1}" }),
    ("with a key that differs in case", { $0.dropLast() + ",\"appname\":\"other\"}" }),
    ("with a huge number in an unknown key", { $0.dropLast() + ",\"x\":1e400}" }),
    (
      "with 60 nested lists",
      {
        $0.dropLast() + ",\"x\":" + String(repeating: "[", count: 60)
          + String(repeating: "]", count: 60) + "}"
      }
    ),
    ("with escaped slashes", { String($0.split(separator: "\"/").joined(separator: "\"\\/")) }),
    ("with escaped letters", { $0.dropLast() + ",\"x\":\"\\u0041\\ud83d\\ude00\"}" }),
  ]

  @Test("an unusual but valid manifest is accepted", arguments: manifests)
  func manifest(name: String, change: @Sendable (String) -> String) throws {
    let text = change(try ForgedManifest(UnusualZip.pages).text)
    let bytes = try ZipForge.bundle(files: UnusualZip.pages, text: utf8(text)).bytes()
    let report = try BundleVerifier(isStrict: true, threads: 1)
      .verify(ZipBytes(bytes, path: "a zip"))
    #expect(report.findings.isEmpty)
  }

  @Test("a bundle without files is verified if its manifest lists none")
  func noFiles() throws {
    let bytes = try ZipForge.bundle(files: [:]).with { $0.entries.append(ZipForge.Entry("pages/")) }
      .bytes()
    let report = try BundleVerifier(isStrict: true, threads: 1)
      .verify(ZipBytes(bytes, path: "a zip"))
    #expect(report.findings.isEmpty)
    #expect(report.verdict == .verified)
  }

  @Test(
    "unusual but valid values of the manifest are accepted",
    arguments: [
      ("jsPath", "false"), ("jsPath", nil), ("android", nil), ("iOS", "null"), ("timestamp", "0"),
      ("timestamp", "253402300799999"), ("android", "\"eros-template-version\""),
      ("appName", "\"演示\""),
    ])
  func value(key: String, value: String?) throws {
    let bytes = try ZipForge.bundle(files: UnusualZip.pages) { $0[key] = value }.bytes()
    let report = try BundleVerifier(isStrict: true, threads: 1)
      .verify(ZipBytes(bytes, path: "a zip"))
    #expect(report.findings.isEmpty)
  }
}
