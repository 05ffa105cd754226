import ErosTestSupport
import Foundation
import Testing

@Suite("eros diff and patch", .temporaryFolder)
struct UpdateCommandTests {
  /// Packs three versions of an app as v1, v2 and v3.
  private func packVersions(in folder: TemporaryFolder) async throws {
    try folder.writeApp()
    var random = SeededGenerator(seed: 4)
    try folder.write(random.noise(40_000), to: "dist/assets/photo.png")
    for version in 1...3 {
      try folder.write("// version \(version)\n", to: "dist/pages/home/index.js")
      let packed = try await eros(
        "pack", "--output", "v\(version)", "--timestamp", "\(version)000", in: folder)
      try #require(packed.status == 0)
    }
  }

  @Test("a patch of either format reproduces the new bundle", arguments: ["bsdiff", "delta"])
  func roundTrip(format: String) async throws {
    let folder = try TemporaryFolder.ofTest()
    try await packVersions(in: folder)
    let made = try await eros(
      "diff", "v1/bundle.zip", "v2/bundle.zip", "--output", "update", "--format", format, "--json",
      in: folder
    ).json()
    #expect(made["format"] as? String == format)
    #expect(made["identical"] as? Bool == true)
    #expect(try #require(made["share"] as? Double) < 0.2)
    #expect(made["bytes"] as? Int == (try folder.read("update").count))
    let patched = try await eros(
      "patch", "v1/bundle.zip", "update", "--output", "new.zip", "--json", in: folder
    ).json()
    // A BSDIFF40 patch does not identify its result.
    #expect(patched["identical"] as? Bool == (format == "delta" ? true : nil))
    #expect(patched["treeHash"] as? String == made["to"] as? String)
    #expect(try folder.read("new.zip") == folder.read("v2/bundle.zip"))
  }

  @Test("releases that add no bytes are compared, published, reported and fetched")
  func withoutNewBytes() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.writeApp()
    var random = SeededGenerator(seed: 3)
    let text = random.text(6_000)
    let scripts = [text, Array(text.dropFirst(700)), text + text, Array(text.reversed()), []]
    func run(_ arguments: [String]) async throws -> ToolResult {
      let result = try await runTool(Tool.built("eros"), arguments, in: folder.path("."))
      #expect(result.status == 0, "\(arguments): \(result)")
      return result
    }
    let store = ["--store", "store", "--channel", "demo/production"]
    _ = try await run([
      "store", "init", "--store", "store", "--new-keys", "keys", "--channel", store[3],
    ])
    for (number, script) in scripts.enumerated() {
      try folder.write(script, to: "dist/pages/home/index.js")
      let new = "v\(number)"
      _ = try await run(["pack", "--output", new, "--timestamp", "\(number + 1)000"])
      _ = try await run(
        ["publish", new, "--keys", "keys", "--legacy", "--no-rehearsal", "--allow-identical"]
          + store)
      let fetched = try await run(
        ["fetch", "--sandbox", "box", "--keys", "keys", "--json"] + store)
      #expect(try fetched.json()["outcome"] as? String == "staged")
      _ = try await run(["install", "--sandbox", "box"])
      _ = try await run(["confirm", "--sandbox", "box"])
      guard number > 0 else { continue }
      let old = "v\(number - 1)"
      for format in ["delta", "bsdiff"] {
        let made = try await run(
          ["diff", old, new, "--format", format, "--output", "update", "--json"])
        let patched = try await run(
          ["patch", old + "/bundle.zip", "update", "--output", "made.zip", "--json"])
        #expect(try patched.json()["treeHash"] as? String == made.json()["to"] as? String)
      }
      _ = try await run(["report", old, new, "--output", "report.html"])
    }
  }

  @Test("--sha256 accepts only the published zip", arguments: ["bsdiff", "delta"])
  func expected(format: String) async throws {
    let folder = try TemporaryFolder.ofTest()
    try await packVersions(in: folder)
    _ = try await eros(
      "diff", "v1/bundle.zip", "v2/bundle.zip", "--output", "update", "--format", format, in: folder
    )
    func patch(_ digest: String, to output: String, _ more: String...) async throws -> ToolResult {
      try await runTool(
        Tool.built("eros"),
        ["patch", "v1/bundle.zip", "update", "--output", output, "--sha256", digest, "--json"]
          + more, in: folder.path("."))
    }
    func digest(_ file: String) async throws -> String {
      let result = try await runTool("sha256sum", [file], in: folder.path("."))
      return String(result.standardOutput.prefix(64))
    }
    let published = try await digest("v2/bundle.zip")
    let other = try await digest("v3/bundle.zip")
    #expect(try await patch(published, to: "new.zip").json()["identical"] as? Bool == true)
    let refused = try await patch(other, to: "other.zip")
    #expect(refused.status == 65, "\(refused)")
    #expect(try !folder.names(in: ".").contains { $0.contains("other.zip") })
    #expect(try await patch(published.uppercased(), to: "new.zip").status == 0)
    #expect(try await patch("abc", to: "other.zip").status == 64)
    if format == "bsdiff" {
      let raw = try await patch(published, to: "raw.zip", "--raw")
      #expect(try raw.json()["identical"] as? Bool == true)
      #expect(try await patch(other, to: "other.zip", "--raw").status == 65)
    }
    try folder.makeFolder("release")
    let onFolder = try await eros(
      "patch", "release", "update", "--output", "x", "--sha256", published, in: folder)
    #expect(onFolder.status == 64, "\(onFolder)")
  }

  @Test("a page of more than 2 MiB, compressed in parts, is reproduced")
  func largePage() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.writeApp()
    var random = SeededGenerator(seed: 6)
    let page = Array(repeatElement(random.text(10_007), count: 230).joined())
    for version in ["v1", "v2"] {
      try folder.write(page + Array("// \(version)\n".utf8), to: "dist/pages/large.js")
      _ = try await eros("pack", "--output", version, in: folder)
    }
    let made = try await eros(
      "diff", "v1/bundle.zip", "v2/bundle.zip", "--output", "u.erosdelta", "--json", in: folder)
    #expect(try made.json()["identical"] as? Bool == true)
    let patched = try await eros(
      "patch", "v1/bundle.zip", "u.erosdelta", "--output", "new.zip", "--json", in: folder)
    #expect(try patched.json()["identical"] as? Bool == true)
    let areSame = try folder.read("new.zip") == folder.read("v2/bundle.zip")
    #expect(areSame)
  }

  @Test("a patch for an unlikely pair of bundles is a warning")
  func unlikelyPairs() async throws {
    let folder = try TemporaryFolder.ofTest()
    try await packVersions(in: folder)
    let own = try await eros(
      "diff", "v1/bundle.zip", "v1/bundle.zip", "--output", "u", "--json", in: folder)
    #expect(own.standardError.contains("'v1/bundle.zip' has the jsVersion of the new bundle"))
    let document = try own.json()
    #expect(document["fromVersion"] as? String == document["toVersion"] as? String)
    #expect(document["old"] as? String == "v1/bundle.zip")
    let config = TemporaryFolder.config.replacing("\"demo\"", with: "\"other\"")
    try folder.write(config, to: "eros.native.json")
    try folder.write("// other\n", to: "dist/pages/home/index.js")
    _ = try await eros("pack", "--output", "other", in: folder)
    let other = try await eros(
      "diff", "v1/bundle.zip", "other/bundle.zip", "--output", "u", in: folder)
    #expect(other.status == 0)
    #expect(!other.standardError.contains("older release"))
    let back = try await eros(
      "diff", "v2/bundle.zip", "v1/bundle.zip", "--output", "u", in: folder)
    #expect(back.status == 0)
    #expect(back.standardError.contains("'v2/bundle.zip' was built after the new bundle"))
    #expect(
      other.standardError.contains(
        "belongs to the app 'demo', but the new bundle belongs to 'other'"))
  }

  @Test("the error for a file that is not a patch explains its content")
  func notAPatch() async throws {
    let folder = try TemporaryFolder.ofTest()
    try await packVersions(in: folder)
    try folder.write("", to: "empty")
    for (patch, message) in [
      ("v2/bundle.zip", "it is a zip\nhint: pass the old bundle first"), ("empty", "it is empty\n"),
      ("eros.native.json", "starts neither like"),
    ] {
      let result = try await eros(
        "patch", "v1/bundle.zip", patch, "--output", "new.zip", in: folder)
      #expect(result.status == 65)
      #expect(result.standardError.contains(message), "\(result)")
    }
  }

  @Test("the extension of the output determines the format")
  func auto() async throws {
    let folder = try TemporaryFolder.ofTest()
    try await packVersions(in: folder)
    for (name, format) in [("u.erosdelta", "delta"), ("u.zip", "bsdiff")] {
      let made = try await eros(
        "diff", "v1/bundle.zip", "v2/bundle.zip", "--output", name, "--json", in: folder)
      #expect(try made.json()["format"] as? String == format)
      let note = "the output is in the format of legacy clients (BSDIFF40)"
      #expect(made.standardError.contains(note) == (format == "bsdiff"), "\(made)")
    }
    let chosen = try await eros(
      "diff", "v1", "v2", "--output", "u.patch", "--format", "bsdiff", in: folder)
    #expect(chosen.status == 0 && chosen.standardError == "", "\(chosen)")
  }

  @Test("an output does not replace an input, a pipe or a link; the target of a link is replaced")
  func outputs() async throws {
    let folder = try TemporaryFolder.ofTest()
    try await packVersions(in: folder)
    let old = try folder.read("v1/bundle.zip")
    #expect(try await runTool("mkfifo", [folder.path("pipe")]).status == 0)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("broken"), withDestinationPath: "nowhere")
    for output in [
      "v1/bundle.zip", "v2/../v1/bundle.zip", "v2/bundle.zip", "pipe", "v1", "broken", "new/",
    ] {
      let made = try await eros(
        "diff", "v1/bundle.zip", "v2/bundle.zip", "--output", output, in: folder)
      #expect(made.status == 73, "\(output): \(made)")
    }
    #expect(try folder.read("v1/bundle.zip") == old)
    #expect(try folder.names(in: ".").allSatisfy { $0 != "-" && $0 != "new" && $0 != "nowhere" })
    let all = try await eros(
      "diff", "v3/bundle.zip", "--against", "v1", "--output", "v1", in: folder)
    #expect(all.status == 73)

    try folder.write("", to: "elsewhere/patch")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link"), withDestinationPath: "elsewhere/patch")
    #expect(
      try await eros("diff", "v1/bundle.zip", "v2/bundle.zip", "--output", "link", in: folder)
        .status
        == 0)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("link")) != "")
    #expect(try folder.read("elsewhere/patch").starts(with: Array("BSDIFF40".utf8)))
    let onto = try await eros(
      "patch", "v1/bundle.zip", "elsewhere/patch", "--output", "link", in: folder)
    #expect(onto.status == 73)
    #expect(onto.standardError.contains("is one of the inputs"))
  }

  @Test("an argument that is not UTF-8 is an error, and no file is written")
  func notUTF8() async throws {
    let folder = try TemporaryFolder.ofTest()
    try await packVersions(in: folder)
    let script = #"exec "$1" install --json --bundle v1/bundle.zip --sandbox "$(printf 'a\377b')""#
    let result = try await runTool(
      "sh", ["-c", script, "sh", Tool.built("eros")], in: folder.path("."))
    #expect(result.status == 64, "\(result)")
    #expect(try (result.json()["error"] as? [String: Any])?["exitStatus"] as? Int == 64)
    #expect(try folder.names(in: ".").allSatisfy { !$0.hasPrefix("a") })
  }

  @Test("bspatch of Debian applies a BSDIFF40 patch", .needs("bspatch"))
  func debian() async throws {
    let folder = try TemporaryFolder.ofTest()
    try await packVersions(in: folder)
    _ = try await eros("diff", "v1/bundle.zip", "v2/bundle.zip", "--output", "ours", in: folder)
    let applied = try await runTool(
      "bspatch", ["v1/bundle.zip", "new.zip", "ours"], in: folder.path("."))
    #expect(applied.status == 0)
    #expect(try folder.read("new.zip") == folder.read("v2/bundle.zip"))
  }

  @Test("--against writes patches with the file names that clients request")
  func against() async throws {
    let folder = try TemporaryFolder.ofTest()
    try await packVersions(in: folder)
    try folder.makeFolder("releases")
    for version in 1...3 {
      try folder.write(folder.read("v\(version)/bundle.zip"), to: "releases/\(version).zip")
    }
    let made = try await eros(
      "diff", "releases/3.zip", "--against", "releases", "--output", "patches", "--json", in: folder
    )
    let patches = try #require(try made.json()["patches"] as? [[String: Any]])
    #expect(patches.count == 2)
    for (version, patch) in zip([1, 2], patches) {
      let name = try #require(patch["publishedName"] as? String)
      #expect(patch["patch"] as? String == "patches/" + name)
      let applied = try await eros(
        "patch", "releases/\(version).zip", "patches/" + name, "--output", "new.zip", in: folder)
      #expect(applied.status == 0)
      #expect(try folder.read("new.zip") == folder.read("releases/3.zip"))
    }
    let none = try await eros(
      "diff", "v1/bundle.zip", "--against", "v1", "--output", "none", in: folder)
    #expect(none.status == 66)
  }

  @Test("links to earlier releases are followed, and a broken link is an error")
  func againstLinks() async throws {
    let folder = try TemporaryFolder.ofTest()
    try await packVersions(in: folder)
    try folder.makeFolder("releases")
    for version in ["v1", "v2", "v3"] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.path("releases/\(version).zip"),
        withDestinationPath: "../\(version)/bundle.zip")
    }
    let command = ["diff", "v3/bundle.zip", "--against", "releases", "--format", "delta", "--json"]
    let made = try await runTool(
      Tool.built("eros"), command + ["--output", "patches"], in: folder.path("."))
    let patches = try #require(try made.json()["patches"] as? [[String: Any]])
    #expect(patches.map { $0["old"] as? String } == ["releases/v1.zip", "releases/v2.zip"])
    #expect(patches.allSatisfy { $0["identical"] as? Bool == true })
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("releases/v0.zip"), withDestinationPath: "nowhere.zip")
    let broken = try await runTool(
      Tool.built("eros"), command + ["--output", "more"], in: folder.path("."))
    #expect(broken.status == 66)
    #expect(broken.standardError.contains("'releases/v0.zip'"))
    #expect(try !folder.names(in: ".").contains("more"))
  }

  @Test("diff accepts the output folders of pack, and prints short hashes without --full")
  func packedFolders() async throws {
    let folder = try TemporaryFolder.ofTest()
    try await packVersions(in: folder)
    #expect(
      try await eros("diff", "v1/bundle.zip", "v2/bundle.zip", "-o", "zips", in: folder).status == 0
    )
    let short = try await eros("diff", "v1", "v2", "-o", "folders", in: folder)
    #expect(short.status == 0, "\(short)")
    #expect(try folder.read("folders") == folder.read("zips"))
    let full = try await eros("diff", "v1", "v2", "-o", "folders", "--full", in: folder)
    let hash = /[0-9a-f]{64}/
    #expect(!short.standardOutput.contains(hash) && full.standardOutput.contains(hash))
  }

  @Test("diff of unpacked folders is an error")
  func folders() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.writeApp()
    for arguments in [["dist", "dist"], ["dist", "--against", "."]] {
      let made = try await runTool(
        Tool.built("eros"), ["diff"] + arguments + ["--output", "u"], in: folder.path("."))
      #expect(made.status == 66)
      #expect(
        made.standardError.contains(
          "\nhint: if it contains built pages, pack it first: `eros pack dist --output DIR`"))
    }
  }

  @Test("two bundles with the same version in the folder are an error with both paths")
  func againstTwice() async throws {
    let folder = try TemporaryFolder.ofTest()
    try await packVersions(in: folder)
    for (name, version) in [("1.zip", "v1"), ("2.zip", "v2"), ("copy.zip", "v1")] {
      try folder.write(folder.read(version + "/bundle.zip"), to: "releases/" + name)
    }
    for format in ["bsdiff", "delta"] {
      let made = try await eros(
        "diff", "v3/bundle.zip", "--against", "releases", "--output", "patches", "--format", format,
        in: folder)
      #expect(made.status == 65, "\(made)")
      #expect(made.standardError.contains("'releases/1.zip' and 'releases/copy.zip'"))
      #expect(made.standardError.contains("\nhint: "))
      #expect(try !folder.names(in: ".").contains("patches"))
    }
  }

  @Test("if one of several patches fails, none is written")
  func againstFailing() async throws {
    let folder = try TemporaryFolder.ofTest()
    try await packVersions(in: folder)
    for version in ["v1", "v2"] {
      try folder.write(folder.read(version + "/bundle.zip"), to: "releases/\(version).zip")
    }
    let command = ["diff", "v3/bundle.zip", "--against", "releases", "--output", "patches"]
    let all = try await runTool(Tool.built("eros"), command + ["--json"], in: folder.path("."))
    let patches = try #require(try all.json()["patches"] as? [[String: Any]])
    let names = try patches.map { try #require($0["publishedName"] as? String) }
    #expect(try folder.names(in: "patches") == names.sorted())

    // The first output is an older patch, the second one a folder.
    try FileManager.default.removeItem(atPath: folder.path("patches"))
    try folder.write("an older patch", to: "patches/" + names[0])
    try folder.makeFolder("patches/" + names[1])
    let taken = try await runTool(Tool.built("eros"), command, in: folder.path("."))
    #expect(taken.status == 73, "\(taken)")
    #expect(try folder.read("patches/" + names[0]) == Array("an older patch".utf8))
    #expect(try folder.names(in: "patches") == names.sorted())

    // One of the bundles is invalid, and the output folder does not exist.
    try FileManager.default.removeItem(atPath: folder.path("patches"))
    try folder.write("no zip", to: "releases/v0.zip")
    let broken = try await runTool(Tool.built("eros"), command, in: folder.path("."))
    #expect(broken.status == 65, "\(broken)")
    #expect(try !folder.names(in: ".").contains { $0.contains("patches") })
  }

  @Test("for a bundle of another packer, diff, patch and stage report a different zip")
  func otherPacker() async throws {
    let folder = try TemporaryFolder.ofTest()
    try await packVersions(in: folder)
    _ = try await runTool(
      "unzip", ["-q", "v2/bundle.zip", "-d", "unpacked"], in: folder.path("."))
    _ = try await runTool("zip", ["-qrX", "../foreign.zip", "."], in: folder.path("unpacked"))
    let made = try await eros(
      "diff", "v1/bundle.zip", "foreign.zip", "--output", "u.erosdelta", "--json", in: folder)
    #expect(try made.json()["identical"] as? Bool == false)
    #expect(made.standardError.contains("another tool or version packed the new bundle"))
    for version in ["v1", "v2"] {
      try folder.write(folder.read(version + "/bundle.zip"), to: "releases/\(version).zip")
    }
    let all = try await eros(
      "diff", "foreign.zip", "--against", "releases", "--output", "patches", "--format", "delta",
      "--json", in: folder)
    let patches = try #require(try all.json()["patches"] as? [[String: Any]])
    #expect(patches.map { $0["identical"] as? Bool } == [false, false])
    let patched = try await eros(
      "patch", "v1/bundle.zip", "u.erosdelta", "--output", "new.zip", "--json", in: folder)
    #expect(try patched.json()["identical"] as? Bool == false)
    _ = try await eros("install", "--sandbox", "box", "--bundle", "v1/bundle.zip", in: folder)
    let staged = try await eros(
      "stage", "u.erosdelta", "--sandbox", "box", "--json", in: folder)
    #expect(try staged.json()["identical"] as? Bool == false)
    for result in [patched, staged] {
      #expect(result.standardError.contains("BSDIFF40 patches do not apply to it"), "\(result)")
    }
  }

  @Test("the hint names the option that raises a limit")
  func overLimit() async throws {
    let folder = try TemporaryFolder.ofTest()
    try await packVersions(in: folder)
    for format in ["bsdiff", "delta"] {
      _ = try await eros(
        "diff", "v1/bundle.zip", "v2/bundle.zip", "--output", format, "--format", format, in: folder
      )
      let refused = try await eros(
        "patch", "v1/bundle.zip", format, "--output", "new.zip", "--max-size", "1K", in: folder)
      #expect(refused.status == 65, "\(refused)")
      #expect(refused.standardError.contains("raise the limit with `--max-size`"))
    }
  }

  @Test("a patch that cannot be applied exits with 65, and no file is written")
  func misfits() async throws {
    let folder = try TemporaryFolder.ofTest()
    try await packVersions(in: folder)
    for format in ["bsdiff", "delta"] {
      _ = try await eros(
        "diff", "v1/bundle.zip", "v2/bundle.zip", "--output", format, "--format", format, in: folder
      )
      let bytes = try folder.read(format)
      try folder.write(Array(bytes.prefix(bytes.count / 2)), to: format + "-cut")
      var later = bytes
      // The last digit of BSDIFF40, or the version after the delta's magic number.
      later[format == "delta" ? 8 : 7] += 2
      try folder.write(later, to: format + "-later")
    }
    let wrongBase = try await eros(
      "patch", "v3/bundle.zip", "delta", "--output", "new.zip", in: folder)
    #expect(wrongBase.standardError.contains("applies to release"))
    for (old, patch) in [
      ("v3", "delta"), ("v3", "bsdiff"), ("v1", "delta-cut"), ("v1", "bsdiff-cut"),
      ("v1", "delta-later"), ("v1", "bsdiff-later"), ("v1", "v2/bundle.zip"),
    ] {
      let result = try await eros(
        "patch", old + "/bundle.zip", patch, "--output", "new.zip", in: folder)
      #expect(result.status == 65, "\(patch): \(result)")
      #expect(result.standardError.contains("\nhint: "))
      #expect(try !folder.names(in: ".").contains { $0.contains("new.zip") }, "\(patch)")
    }
    let later = try await eros(
      "patch", "v1/bundle.zip", "delta-later", "--output", "new.zip", in: folder)
    #expect(later.standardError.contains("later version"))
    let notVerified = try await eros(
      "diff", "v1/bundle.zip", "delta", "--output", "new", in: folder)
    #expect(notVerified.status == 65)
  }

  @Test("patch writes an unpacked release to a new folder")
  func folder() async throws {
    let folder = try TemporaryFolder.ofTest()
    try await packVersions(in: folder)
    for name in ["u.erosdelta", "u.patch"] {
      _ = try await eros("diff", "v1/bundle.zip", "v2/bundle.zip", "--output", name, in: folder)
    }
    for version in ["v1", "v2", "v3"] {
      _ = try await runTool(
        "unzip", ["-q", version + "/bundle.zip", "-x", "md5.json", "-d", version + "/release"],
        in: folder.path("."))
    }
    let made = try await eros(
      "patch", "v1/release", "u.erosdelta", "--output", "new", "--json", in: folder)
    #expect(try made.json()["format"] as? String == "delta")
    let same = try await runTool("diff", ["-r", "new", "v2/release"], in: folder.path("."))
    #expect(same.status == 0, "\(same)")
    for (old, patch, status) in [
      ("v3", "u.erosdelta", 65), ("v1", "u.patch", 65), ("v1", "u.erosdelta", 73),
    ] {
      let output = status == 73 ? "v2/release" : "other"
      let refused = try await eros(
        "patch", old + "/release", patch, "--output", output, in: folder)
      #expect(refused.status == status, "\(old) \(patch): \(refused)")
      #expect(try !folder.names(in: ".").contains { $0.contains("other") })
    }
    #expect(try folder.read("v2/release/pages/home/index.js").count > 0)
    // A path inside a file, a file, a missing folder, a folder with files, the old release.
    for (output, hint) in [
      ("u.erosdelta/x", "use a folder"), ("v1/bundle.zip", "use a folder"),
      ("missing/new", "create the parent folder first"),
      ("v2/release", "does not exist or is empty"), ("v1/release/new", "outside"),
    ] {
      let refused = try await eros(
        "patch", "v1/release", "u.erosdelta", "--output", output, in: folder)
      #expect(refused.status == 73, "\(output): \(refused)")
      #expect(refused.standardError.contains(hint), "\(output): \(refused)")
    }
    try folder.makeFolder("empty")
    #expect(
      try await eros("patch", "v1/release", "u.erosdelta", "--output", "empty", in: folder).status
        == 0)
  }

  @Test("--raw applies a BSDIFF40 patch of any file")
  func raw() async throws {
    let folder = try TemporaryFolder.ofTest()
    try await packVersions(in: folder)
    _ = try await eros("diff", "v1/bundle.zip", "v2/bundle.zip", "--output", "u", in: folder)
    let result = try await eros(
      "patch", "v1/bundle.zip", "u", "--output", "new", "--raw", "--json", in: folder)
    #expect(try result.json()["identical"] is NSNull)
    #expect(try folder.read("new") == folder.read("v2/bundle.zip"))
  }

  @Test("patches of both formats can be staged", arguments: ["bsdiff", "delta"])
  func stage(format: String) async throws {
    let folder = try TemporaryFolder.ofTest()
    try await packVersions(in: folder)
    for (old, new) in [("v1", "v2"), ("v2", "v3")] {
      _ = try await eros(
        "diff", old + "/bundle.zip", new + "/bundle.zip", "--output", new + ".patch", "--format",
        format, in: folder)
    }
    _ = try await eros("install", "--sandbox", "box", "--bundle", "v1/bundle.zip", in: folder)
    let early = try await eros("stage", "v3.patch", "--sandbox", "box", in: folder)
    #expect(early.status == 65, "\(early)")
    for version in ["v2", "v3"] {
      let staged = try await eros("stage", version + ".patch", "--sandbox", "box", in: folder)
      #expect(staged.status == 0, "\(staged)")
      #expect(try await eros("install", "--sandbox", "box", in: folder).status == 0)
      #expect(try await eros("confirm", "--sandbox", "box", in: folder).status == 0)
      #expect(try folder.read("box/bundle.zip") == folder.read(version + "/bundle.zip"))
    }
    let status = try await eros("status", "--sandbox", "box", "--verify", in: folder)
    #expect(status.status == 0, "\(status)")
    #expect(try !folder.names(in: "box").contains("staging"))
  }
}
