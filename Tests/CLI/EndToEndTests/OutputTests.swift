import ErosTestSupport
import Foundation
import Testing

@Suite("Outputs", .temporaryFolder)
struct OutputTests {
  /// The options and arguments that name a file or folder to write; all others name one to read.
  private static let written: Set = [
    "output", "map-archive", "new-keys", "sandbox", "folder", "ios-folder", "android-folder",
  ]

  /// The commands that write without ``pairs``, and the reason why they replace no input.
  private static let exempt = [
    "adopt": "edits the description; other files are replaced only with --force",
    "confirm": "changes a sandbox", "fetch": "changes a sandbox",
    "generate new": "only creates files", "init": "only creates files",
    "install": "changes a sandbox", "keys new": "only creates files",
    "requires": "reads the folder of --output", "rollback": "changes a sandbox",
    "rollout simulate": "reads no file", "routes install": "changes a sandbox",
    "routes resolve": "reads a sandbox", "sandbox apply": "changes a sandbox",
    "sandbox collect": "changes a sandbox", "sandbox unblock": "changes a sandbox",
    "stage": "changes a sandbox", "status": "reads a sandbox",
    "symbolicate": "reads the archive of --map-archive",
  ]

  /// An option to read and an option to write of one command.
  private struct Pair {
    let command: String
    let input: String
    let output: String
    /// The file of the input; the input itself, unless `folder` is set.
    let file: String
    /// The folder that the input names.
    var folder: String?
    /// The file that the command writes below the output; `nil` if the output is the file.
    var name: String?
    /// Whether the command reports a symlink out of the output with another error.
    var refusesSymlinks: Bool { ["generate", "docs"].contains(command) }
    /// The arguments, with IN and OUT for the input and the output.
    let arguments: String

    func arguments(_ input: String, _ output: String) -> [String] {
      "\(command) \(arguments)".split(separator: " ").map { word in
        word == "IN" ? input : word == "OUT" ? output : String(word)
      }
    }
  }

  /// Returns the pairs; `patch` is the name of a patch of `diff --against`, and `maps` the folder of a
  /// release in an archive of source maps.
  private static func pairs(patch: String, maps: String) -> [Pair] {
    let config = "eros.native.json"
    let script = "dist/pages/home/index.js"
    let publish = "one --store store --channel demo/production --no-rehearsal --map-archive OUT"
    let map = maps + "/pages/home/index.js.map"
    func publishing(_ input: String, _ file: String, _ more: String) -> Pair {
      Pair(
        command: "publish", input: input, output: "map-archive", file: file, name: map,
        arguments: publish + " " + more)
    }
    return [
      Pair(
        command: "pack", input: "config", output: "output", file: config, name: config,
        arguments: "dist --config IN --output OUT"),
      Pair(
        command: "pack", input: "source", output: "output", file: script, folder: "dist",
        name: "bundle.zip", arguments: "IN --output OUT"),
      Pair(
        command: "report", input: "bundle", output: "output", file: "one/bundle.zip",
        arguments: "IN --output OUT"),
      Pair(
        command: "report", input: "bundle", output: "output", file: "one/bundle.zip",
        arguments: "IN two/bundle.zip --output OUT"),
      Pair(
        command: "report", input: "against", output: "output", file: "old/1.zip", folder: "old",
        arguments: "two/bundle.zip --against IN --output OUT"),
      Pair(
        command: "report", input: "source-map", output: "output", file: script + ".map",
        folder: "dist", arguments: "two/bundle.zip --source-map IN --output OUT"),
      Pair(
        command: "report", input: "config", output: "output", file: config,
        arguments: "two/bundle.zip --config IN --output OUT"),
      Pair(
        command: "diff", input: "bundles", output: "output", file: "one/bundle.zip",
        arguments: "IN two/bundle.zip --output OUT"),
      Pair(
        command: "diff", input: "bundles", output: "output", file: "two/bundle.zip",
        arguments: "one/bundle.zip IN --output OUT"),
      Pair(
        command: "diff", input: "against", output: "output", file: "old/1.zip", folder: "old",
        name: patch, arguments: "two/bundle.zip --format delta --against IN --output OUT"),
      Pair(
        command: "patch", input: "old", output: "output", file: "one/bundle.zip",
        arguments: "IN a.erosdelta --output OUT"),
      Pair(
        command: "patch", input: "patch", output: "output", file: "a.erosdelta",
        arguments: "one IN --output OUT"),
      Pair(
        command: "config encrypt", input: "file", output: "output", file: config,
        arguments: "IN --output OUT"),
      Pair(
        command: "config encrypt", input: "config", output: "output", file: config,
        arguments: "--config IN --output OUT"),
      Pair(
        command: "config decrypt", input: "file", output: "output", file: "one/" + config,
        arguments: "IN --output OUT"),
      Pair(
        command: "config decrypt", input: "config", output: "output", file: "one/" + config,
        arguments: "--config IN --output OUT"),
      Pair(
        command: "routes build", input: "map", output: "output", file: "map.json",
        name: "routes.json",
        arguments: "dist --map IN --base-url https://example.com --output OUT"),
      Pair(
        command: "routes build", input: "map", output: "output", file: "map.json",
        name: "assets/logo.png",
        arguments: "dist --map IN --base-url https://example.com --output OUT"),
      Pair(
        command: "routes build", input: "config", output: "output", file: config,
        name: "routes.json",
        arguments: "dist --config IN --base-url https://example.com --output OUT"),
      Pair(
        command: "routes build", input: "source", output: "output", file: script, folder: "dist",
        name: "routes.json",
        arguments: "IN --map map.json --base-url https://example.com --output OUT"),
      Pair(
        command: "generate", input: "config", output: "output", file: config,
        name: "types/eros-native.d.ts", arguments: "--config IN --output OUT --force"),
      Pair(
        command: "generate", input: "templates", output: "output",
        file: "templates/eros-native.names.js.stencil", folder: "templates",
        name: "types/eros-native.d.ts", arguments: "--templates IN --output OUT --force"),
      Pair(
        command: "docs", input: "config", output: "folder", file: config, name: "README.md",
        arguments: "OUT --config IN --force"),
      Pair(
        command: "reference", input: "server", output: "output", file: "server.json",
        arguments: "markdown --server IN --output OUT"),
      publishing("config", config, "--source-maps dist --keys keys --config IN"),
      publishing("notes-file", "notes.json", "--source-maps dist --keys keys --notes-file IN"),
      publishing("root", "keys/root.json", "--source-maps dist --keys keys --root IN"),
      publishing(
        "key", "keys/demo-production.key",
        "--source-maps dist --key IN --online keys/online.key --root keys/root.json"),
      publishing(
        "online", "keys/online.key",
        "--source-maps dist --key keys/demo-production.key --online IN --root keys/root.json"),
      Pair(
        command: "publish", input: "keys", output: "map-archive", file: "keys/root-1.pub",
        folder: "keys", name: map, arguments: publish + " --source-maps dist --keys IN"),
      Pair(
        command: "publish", input: "source-maps", output: "map-archive", file: script + ".map",
        folder: "dist", name: map, arguments: publish + " --source-maps IN --keys keys"),
      Pair(
        command: "publish", input: "bundle", output: "map-archive", file: "one/bundle.zip",
        name: map,
        arguments: publish.replacing("one ", with: "IN ") + " --source-maps dist --keys keys"),
    ]
  }

  @Test("each pair of an option to read and an option to write of a command is tested, or exempt")
  func table() async throws {
    let pairs = Set(
      Self.pairs(patch: "", maps: "").map { "\($0.command): \($0.input), \($0.output)" })
    var expected: Set<String> = []
    for command in try await DescribedCommand.allOfTool() {
      let name = command.path.joined(separator: " ")
      let paths = (command.arguments ?? []).filter {
        $0.completionKind?["file"] != nil || $0.completionKind?["directory"] != nil
      }.map { $0.names?.first { $0.kind == "long" }?.name ?? $0.valueName ?? "" }
      let outputs = paths.filter(Self.written.contains)
      guard !outputs.isEmpty, Self.exempt[name] == nil else { continue }
      for output in outputs {
        for input in paths where !Self.written.contains(input) {
          expected.insert("\(name): \(input), \(output)")
        }
      }
    }
    // Routes have no source maps, and generated files belong into the folders of the sources.
    expected.subtract(["publish: routes, map-archive", "generate: sources, output"])
    #expect(expected.count > 25)
    #expect(expected.isSubset(of: pairs), "\(expected.subtracting(pairs))")
  }

  @Test("no output replaces an input, and nothing is written")
  func pairs() async throws {
    let folder = try TemporaryFolder.ofTest()
    let pairs = try await makeInputs(in: folder)
    for pair in pairs {
      let written = pair.name.map { "made/" + $0 } ?? "made"
      try folder.makeParent(of: written)
      if pair.refusesSymlinks {
        try FileManager.default.linkItem(
          atPath: folder.path(pair.file), toPath: folder.path(written))
      } else {
        try FileManager.default.createSymbolicLink(
          atPath: folder.path(written), withDestinationPath: folder.path(pair.file))
      }
      try await expectRefused(pair, pair.folder ?? pair.file, "made", in: folder)
      try FileManager.default.removeItem(atPath: folder.path(written))
      if pair.name == nil {
        try await expectRefused(pair, pair.folder ?? pair.file, "./" + pair.file, in: folder)
      } else if pair.folder == nil {
        try FileManager.default.copyItem(
          atPath: folder.path(pair.file), toPath: folder.path(written))
        try await expectRefused(pair, written, "made", in: folder)
      }
      try? FileManager.default.removeItem(atPath: folder.path("made"))
    }
  }

  @Test("no archive of source maps is inside the pages, because the next bundle would contain it")
  func archiveInPages() async throws {
    let folder = try TemporaryFolder.ofTest()
    let pairs = try await makeInputs(in: folder)
    try FileManager.default.copyItem(atPath: folder.path("dist"), toPath: folder.path("copy"))
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link"), withDestinationPath: "dist")
    // The folder of the release is a link into the pages.
    let release = try #require(pairs.last?.name?.split(separator: "/").first)
    try folder.makeFolder("linked")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("linked/\(release)"), withDestinationPath: "../dist")
    let config = String(decoding: try folder.read("eros.native.json"), as: UTF8.self)
    try folder.write(
      config.replacing(
        "\"getui\":", with: "\"release\": { \"mapArchive\": \"dist/configured\" }, \"getui\":"),
      to: "eros.native.json")
    let before = try folder.readTree(".")
    // With another folder of maps, the pages of the project are still not a place for the archive.
    for (maps, archive) in [
      ("dist", "dist"), ("dist", "dist/maps"), ("copy", "none/../dist/maps"), ("copy", "link/maps"),
      ("copy", "copy/maps"), ("dist", "linked"), ("copy", nil),
    ] as [(String, String?)] {
      let arguments =
        ["publish", "one", "--store", "store", "--channel", "demo/production", "--no-rehearsal"]
        + ["--keys", "keys", "--source-maps", maps]
        + (archive.map { ["--map-archive", $0] } ?? [])
      let result = try await runTool(Tool.built("eros"), arguments, in: folder.path("."))
      #expect(
        result.status == 73 && result.standardError.contains("is inside the source folder"),
        "\(arguments): \(result)")
      #expect(try folder.readTree(".") == before, "\(arguments)")
    }
  }

  private func expectRefused(
    _ pair: Pair, _ input: String, _ output: String, in folder: TemporaryFolder
  ) async throws {
    let before = try folder.readTree(".")
    let arguments = pair.arguments(input, output)
    let result = try await runTool(Tool.built("eros"), arguments, in: folder.path("."))
    #expect(
      result.status == 73 && result.standardError.contains("is one of the inputs"),
      "\(arguments): \(result)")
    #expect(try folder.readTree(".") == before, "\(arguments)")
  }

  /// Writes the inputs of all pairs.
  private func makeInputs(in folder: TemporaryFolder) async throws -> [Pair] {
    try folder.writeApp()
    let config = TemporaryFolder.config.replacing(
      #""getui":"#,
      with: """
        "generate": { "js": { "out": "types" } }, "modules": [
          { "name": "scan", "ios": "Scan", "android": "com.acme.Scan", "methods": [{ "name": "go" }] }
        ], "getui":
        """)
    try folder.write(config, to: "eros.native.json")
    try folder.write(
      #"{"version":3,"sources":["a.vue"],"names":[],"mappings":"AAAA"}"#,
      to: "dist/pages/home/index.js.map")
    try folder.write(
      #"[{"filename":"pages/home","uri":"^app://example\\.com/a$"}]"#, to: "map.json")
    try folder.write(#"{"en":"Fixes"}"#, to: "notes.json")
    func run(_ arguments: String...) async throws -> ToolResult {
      let result = try await runTool(Tool.built("eros"), arguments, in: folder.path("."))
      #expect(result.status == 0, "\(arguments): \(result)")
      return result
    }
    try folder.write(
      try await run("templates", "show", "eros-native.names.js").standardOutput,
      to: "templates/eros-native.names.js.stencil")
    try folder.write(
      try await runTool(Tool.built("eros-server"), ["--experimental-dump-help"]).standardOutput,
      to: "server.json")
    _ = try await run("pack", "--output", "one", "--timestamp", "1000")
    try folder.write(folder.read("one/bundle.zip"), to: "old/1.zip")
    try folder.write("// new\n", to: "dist/config/index.js")
    _ = try await run("pack", "--output", "two", "--timestamp", "2000")
    _ = try await run("diff", "one", "two", "--output", "a.erosdelta")
    _ = try await run("diff", "two", "--against", "old", "--format", "delta", "--output", "patches")
    _ = try await run(
      "store", "init", "--store", "store", "--new-keys", "keys", "--channel", "demo/production")
    let published =
      try await run(
        "publish", "one", "--store", "store", "--channel", "demo/production", "--no-rehearsal",
        "--map-archive", "maps", "--source-maps", "dist", "--keys", "keys", "--dry-run", "--json"
      ).json()["sourceMaps"] as? [String: Any]
    let maps = try #require(published?["folder"] as? String)
    return Self.pairs(
      patch: try #require(folder.names(in: "patches").first),
      maps: String(maps.dropFirst("maps/".count)))
  }

  @Test(
    "no output becomes the configuration of the project, which can be in the folder 'config'",
    arguments: ["config/eros.native.json", "config/eros.native.js"])
  func hiddenConfig(path: String) async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.writeApp()
    try folder.makeFolder("config")
    let text = String(decoding: try folder.read("eros.native.json"), as: UTF8.self)
    try folder.write((path.hasSuffix(".js") ? "module.exports = " : "") + text, to: path)
    try FileManager.default.removeItem(atPath: folder.path("eros.native.json"))
    let before = try folder.readTree(".")
    for arguments in [
      ["pack", "--output", "."], ["pack", "--output", "dist/.."],
      ["pack", "--config", path, "--output", folder.path(".")],
      ["config", "encrypt", "--output", "eros.native.json"],
    ] {
      let result = try await runTool(Tool.built("eros"), arguments, in: folder.path("."))
      #expect(result.status == 73, "\(arguments): \(result)")
      #expect(result.standardError.contains("instead of"), "\(result)")
      #expect(try folder.readTree(".") == before, "\(arguments)")
    }
  }
}

extension TemporaryFolder {
  /// Creates the folder of a file.
  fileprivate func makeParent(of file: String) throws {
    guard let slash = file.lastIndex(of: "/") else { return }
    try makeFolder(String(file[..<slash]))
  }
}
