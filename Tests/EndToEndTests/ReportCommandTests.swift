import ErosTestSupport
import Foundation
import Testing

@Suite("eros report", .temporaryFolder)
struct ReportCommandTests {
  private func packVersions(in folder: TemporaryFolder) async throws {
    try folder.writeApp()
    for version in 1...2 {
      try folder.write("// version \(version)\n", to: "dist/pages/home/index.js")
      let packed = try await eros(
        "pack", "--output", "v\(version)", "--timestamp", "\(version)000", in: folder)
      try #require(packed.status == 0)
    }
  }

  @Test("report writes a reproducible page and prints a summary")
  func page() async throws {
    let folder = try TemporaryFolder.ofTest()
    try await packVersions(in: folder)
    let arguments = ["v2/bundle.zip", "v1/bundle.zip", "--output"]
    let made = try await runTool(
      Tool.built("eros"), ["report"] + arguments + ["page.html"], in: folder.path("."))
    #expect(made.status == 0, "\(made)")
    #expect(made.standardOutput.contains("0 added, 2 changed, 0 moved, 0 removed"))
    #expect(made.standardOutput.contains("content delta  "))
    let page = try folder.read("page.html")
    #expect(page.starts(with: Array("<!DOCTYPE html>".utf8)))
    try folder.write("existing", to: "again.html")
    let again = try await runTool(
      Tool.built("eros"), ["report"] + arguments + ["again.html"], in: folder.path("."))
    #expect(again.status == 0)
    #expect(try folder.read("again.html") == page)
  }

  @Test("--json prints the page's data, with and without a page")
  func json() async throws {
    let folder = try TemporaryFolder.ofTest()
    try await packVersions(in: folder)
    let printed = try await eros("report", "v2/bundle.zip", "v1/bundle.zip", "--json", in: folder)
    let document = try printed.json()
    let updates = try #require(document["updates"] as? [[String: Any]])
    #expect(updates.map { $0["form"] as? String } == ["zip", "bsdiff", "delta"])
    for (form, name) in [("bsdiff", "u.bin"), ("delta", "u.erosdelta")] {
      _ = try await eros("diff", "v1/bundle.zip", "v2/bundle.zip", "--output", name, in: folder)
      let cost = updates.first { $0["form"] as? String == form }
      #expect(cost?["bytes"] as? Int == (try folder.read(name).count))
    }
    let bundle = try #require(document["bundle"] as? [String: Any])
    #expect(bundle["bytes"] as? Int == (try folder.read("v2/bundle.zip").count))
    #expect(bundle["verdict"] as? String == "verified")
    let both = try await eros(
      "report", "v2/bundle.zip", "v1/bundle.zip", "--json", "--output", "p.html", in: folder)
    #expect(both.standardOutput == printed.standardOutput)
    #expect(try folder.names(in: ".").contains("p.html"))
    let alone = try await eros("report", "v2/bundle.zip", "--json", in: folder).json()
    #expect(alone["old"] is NSNull)
    #expect((alone["updates"] as? [Any])?.isEmpty == true)
  }

  @Test("the page of an invalid bundle contains its findings, and report exits with 65")
  func unsafe() async throws {
    let folder = try TemporaryFolder.ofTest()
    try await packVersions(in: folder)
    let made = try await eros("report", "eros.native.json", "--output", "p.html", in: folder)
    #expect(made.status == 65)
    #expect(made.standardOutput.contains("unsafe"))
    #expect(String(decoding: try folder.read("p.html"), as: UTF8.self).contains("notAZip"))
    let old = try await eros(
      "report", "v1/bundle.zip", "eros.native.json", "--output", "q.html", in: folder)
    #expect(old.status == 65)
    #expect(old.standardError.contains("'eros.native.json' is not a safe zip"))
    #expect(old.standardError.contains("\nhint: "))
    #expect(try !folder.names(in: ".").contains("q.html"))
  }

  @Test("a page that cannot be written does not change existing files")
  func outputs() async throws {
    let folder = try TemporaryFolder.ofTest()
    try await packVersions(in: folder)
    let before = try folder.read("v1/bundle.zip")
    for (output, status) in [
      ("v1", 73), ("v1/bundle.zip", 73), ("v2/../v2/bundle.zip", 73), ("no/page.html", 73),
    ] {
      let made = try await eros(
        "report", "v2/bundle.zip", "v1/bundle.zip", "--output", output, in: folder)
      #expect(made.status == Int32(status), "\(output): \(made)")
      #expect(made.standardError.hasPrefix("error: "))
      #expect(made.standardOutput == "")
    }
    #expect(try folder.read("v1/bundle.zip") == before)
    #expect(try !folder.names(in: ".").contains("no"))
    for arguments in [["v2/bundle.zip"], ["v2/bundle.zip", "--json", "--max-image-side", "0"]] {
      let wrong = try await runTool(
        Tool.built("eros"), ["report"] + arguments, in: folder.path("."))
      #expect(wrong.status == 64, "\(wrong)")
    }
  }

  @Test("a full disk exits with 74 and keeps the previous page", .needsMount)
  func fullDisk() async throws {
    let folder = try TemporaryFolder.ofTest()
    try await packVersions(in: folder)
    let small = try folder.makeFolder("small")
    try await SmallDisk.withMounted(kilobytes: 20, at: small) {
      try folder.write("previous", to: "small/page.html")
      let made = try await eros(
        "report", "v2/bundle.zip", "--output", "small/page.html", in: folder)
      #expect(made.status == 74, "\(made)")
      #expect(try folder.names(in: "small") == ["page.html"])
      #expect(try folder.read("small/page.html") == Array("previous".utf8))
    }
  }

  @Test("the image limits are applied and printed in the data")
  func limits() async throws {
    let folder = try TemporaryFolder.ofTest()
    try await packVersions(in: folder)
    let document = try await eros(
      "report", "v2/bundle.zip", "--json", "--max-image-side", "640", "--max-image-bytes", "4K",
      in: folder
    ).json()
    let limits = try #require(document["imageLimits"] as? [String: Any])
    #expect(limits["side"] as? Int == 640 && limits["bytes"] as? Int == 4096)
    let files = try #require(document["files"] as? [[String: Any]])
    let logo = files.first { $0["path"] as? String == "assets/logo.png" }
    let findings = try #require(logo?["imageFindings"] as? [[String: Any]])
    #expect(findings.map { $0["code"] as? String } == ["wrongContent"])
  }
}
