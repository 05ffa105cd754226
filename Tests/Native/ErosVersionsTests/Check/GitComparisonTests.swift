import ErosCore
import ErosTestSupport
import Foundation
import Testing

@testable import ErosVersions

@Suite("Comparisons with a commit of git", .temporaryFolder)
struct GitComparisonTests {
  private static let same = ["versionRaisedForNothing eros.native.json:4"]

  /// A repository whose base has `stored` at `dist/config/index.js`.
  private func repository(
    _ stored: String, attributes: String = "", config: String = ""
  ) async throws -> CheckFixture {
    let fixture = try await CheckFixture.make()
    try fixture.write(stored, to: "dist/config/index.js")
    try await fixture.commit("stored")
    try fixture.write("dist/config/*.js \(attributes)\n", to: ".git/info/attributes")
    try fixture.write(try fixture.read(".git/config") + config, to: ".git/config")
    try VersionBump(fixture.project(), to: .patch, on: [.ios]).write()
    return fixture
  }

  /// The notes about files that are not compared.
  private func filterNotes(_ check: ProjectCheck) -> [Message] {
    check.notes.filter { $0.contains("runs no filters") }
  }

  private static let pointer = """
    version https://git-lfs.github.com/spec/v1
    oid sha256:4355a46b19d348dc2f57c046f8ef63d4538ebb936000f3c9ee954a27460dd865
    size 2

    """

  /// The stored text, the text of the same file in a working tree, the attributes and the settings.
  static let conversions = [
    ("a\nb\n", "a\r\nb\r\n", "", "[core] autocrlf = true\n"),
    ("a\nb\n", "a\r\nb\r\n", "", "[core] autocrlf = input\n"),
    ("a\nb\n", "a\r\nb\r\n", "text", ""),
    ("a\nb\n", "a\r\nb\r\n", "text=auto", ""),
    ("a\nb\n", "a\r\nb\r\n", "eol=crlf", ""),
    ("a\nb\n", "a\r\nb\r\n", "crlf", ""),
    ("// $Id$\n", "// $Id: 4355a46b19d348dc $\n", "ident", ""),
    ("// $Id$\n", "// $Id: 4355a46b19d348dc $\r\n", "ident text", ""),
    (pointer, "1\n", "filter=lfs", "[filter \"lfs\"] clean = false\n"),
    (pointer, "1\n", "filter=lfs -text", ""),
    // A file that was stored with the other line ends stays the same.
    ("a\r\nb\r\n", "a\r\nb\r\n", "text", ""),
  ]

  @Test("a file that git would store like the base is the same", arguments: conversions)
  func converted(stored: String, text: String, attributes: String, config: String) async throws {
    let fixture = try await repository(stored, attributes: attributes, config: config)
    try fixture.write(text, to: "dist/config/index.js")
    #expect(try fixture.check(.git(reference: "HEAD")).short == Self.same)
    for other in [text + "c\n", "c" + text.dropFirst(), ""] {
      try fixture.write(other, to: "dist/config/index.js")
      let check = try fixture.check(.git(reference: "HEAD"))
      #expect(check.short == [] && filterNotes(check).isEmpty, "\(other)")
    }
  }

  @Test("other line ends are a change without a setting or an attribute")
  func unconverted() async throws {
    for (attributes, config) in [("", ""), ("-text", "[core] autocrlf = true\n"), ("binary", "")] {
      let fixture = try await repository("a\n", attributes: attributes, config: config)
      try fixture.write("a\r\n", to: "dist/config/index.js")
      #expect(try fixture.check(.git(reference: "HEAD")).short == [], "\(attributes)")
    }
  }

  static let incomparable = [
    ("filter=x", "[filter \"x\"] clean = cat\n"), ("working-tree-encoding=UTF-16", ""),
  ]

  @Test("a note names a file that another program converts", arguments: incomparable)
  func notComparable(attributes: String, config: String) async throws {
    let fixture = try await repository("a\n", attributes: attributes, config: config)
    #expect(try fixture.check(.git(reference: "HEAD")).short == Self.same, "the bytes are the same")
    try fixture.write("b\n", to: "dist/config/index.js")
    let check = try fixture.check(.git(reference: "HEAD"))
    #expect(check.short == [])
    let note: Message =
      "the pages are not compared with 'HEAD', because git converts '\(fixture.root)/dist/config/index.js' "
      + "with '\(attributes)'; `eros` runs no filters"
    #expect(filterNotes(check) == [note])
    // Another file decides.
    try fixture.write("// new\n", to: "dist/pages/home/index.js")
    #expect(try filterNotes(fixture.check(.git(reference: "HEAD"))) == [])
    // Git does not convert with a filter that is not configured.
    try await fixture.git("checkout", "--quiet", "dist/pages")
    if attributes.hasPrefix("filter") {
      try await fixture.git("config", "--remove-section", "filter.x")
      #expect(try filterNotes(fixture.check(.git(reference: "HEAD"))) == [])
    }
  }

  @Test("new, deleted and ignored files count, and files that packing omits do not")
  func files() async throws {
    let fixture = try await repository("a\n")
    func short() throws -> [String] { try fixture.check(.git(reference: "HEAD")).short }
    try fixture.write("x", to: "dist/.DS_Store")
    #expect(try short() == Self.same)
    try fixture.write("x", to: "dist/new.js")
    try fixture.write("/dist/new.js\n", to: ".git/info/exclude")
    #expect(try short() == [])
    try FileManager.default.removeItem(atPath: fixture.folder.path("app/dist/new.js"))
    #expect(try short() == Self.same)
    try FileManager.default.removeItem(atPath: fixture.folder.path("app/dist/config/index.js"))
    #expect(try !short().contains(Self.same[0]))
  }

  @Test("names objects in repositories with SHA-256")
  func sha256() async throws {
    let fixture = try await CheckFixture.make(commits: false)
    try await fixture.git(
      "init", "--quiet", "--initial-branch", "main", "--object-format", "sha256")
    try await fixture.commit("first")
    try VersionBump(fixture.project(), to: .patch, on: [.ios]).write()
    #expect(try fixture.check(.git(reference: "main")).short == Self.same)
    try fixture.write("// new\n", to: "dist/config/index.js")
    #expect(try fixture.check(.git(reference: "main")).short == [])
  }

  @Test("converts random files as git does", arguments: ["false", "true", "input"])
  func random(autocrlf: String) async throws {
    let folder = try TemporaryFolder.ofTest()
    let root = folder.path("random")
    var random = SeededGenerator(seed: 45)
    let pieces = [
      "\r\n", "\n", "\r", "a", "$Id$", "$Id: x $", "$Id:", "$", "\0", "\u{1}", "\u{1A}", "é", "\t",
      String(repeating: "text ", count: 40),
    ].map { Array($0.utf8) }
    let attributes = [
      "", "text", "-text", "text=auto", "text=input", "crlf", "-crlf", "crlf=input", "crlf=auto",
      "eol=lf",
      "eol=crlf", "text=auto eol=crlf", "-text eol=lf", "ident", "text ident", "binary",
      "text=other",
    ]
    var files: [(name: String, attributes: String, bytes: [UInt8])] = []
    for index in 0..<300 {
      let bytes = (0..<Int.random(in: 0...12, using: &random))
        .flatMap { _ in pieces.randomElement(using: &random) ?? [] }
      let attribute = attributes[index % attributes.count]
      files.append(("f\(index)", attribute, bytes))
      try folder.write(bytes, to: "random/f\(index)")
    }
    let lines = files.map { "\($0.name) \($0.attributes)\n" }.joined()
    try folder.write(lines, to: "random/.gitattributes")
    let list = folder.path("names")
    try folder.write(files.map { $0.name + "\n" }.joined(), to: "names")
    let script = """
      export GIT_CONFIG_NOSYSTEM=1 GIT_CONFIG_GLOBAL=/dev/null
      git init --quiet . && git -c core.autocrlf=\(autocrlf) hash-object --stdin-paths < '\(list)' \
        && git check-attr --stdin text crlf eol ident < '\(list)'
      """
    let result = try await runTool("sh", ["-c", script], in: root)
    try #require(result.status == 0, "\(result)")
    let output = result.standardOutput.split(separator: "\n").map(String.init)
    try #require(output.count == files.count * 5)
    for (index, file) in files.enumerated() {
      let values = output[(files.count + 4 * index)...].prefix(4).map {
        String($0.split(separator: " ").last ?? "")
      }
      let conversion = GitConversion(
        Dictionary(uniqueKeysWithValues: zip(["text", "crlf", "eol", "ident"], values)),
        guesses: autocrlf != "false")
      let object = output[index]
      let stored = conversion.stored(file.bytes)
      #expect(try GitBlobName.of(stored, like: object) == object, "\(file)")
    }
  }
}
