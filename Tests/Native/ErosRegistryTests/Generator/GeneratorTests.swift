import ErosConfig
import ErosCore
import ErosNativeTestSupport
import ErosRegistry
import ErosSources
import ErosTestSupport
import Foundation
import Testing

@testable import ErosTemplates

/// Generates the files for the input `name`, in which `changes` are replaced.
func generate(
  _ name: String, replacing changes: [String: String] = [:], templates: TemplateSet = .builtIn
) throws -> [GeneratedFile] {
  var text = String(decoding: try input(name), as: UTF8.self)
  for (old, new) in changes {
    #expect(text.contains(old), "'\(old)' not found")
    text = text.replacing(old, with: new)
  }
  let parsed = try ParsedRegistry.read(Array(text.utf8), file: "eros.native.json")
  let errors = parsed.findings.filter { $0.severity == .error }
  #expect(errors == [])
  return try RegistryGenerator(parsed, source: "eros.native.json", templates: templates).files()
}

/// Generates skeletons of the classes in `skeletons.json`, with one folder for each language.
func skeletonFiles(templates: TemplateSet = .builtIn) throws -> [GeneratedFile] {
  try skeletonFiles(
    "skeletons.json",
    [
      (.module, "acme-every"), (.module, "acmeNothing"), (.component, "acme-all"),
      (.component, "acme-bare"), (.widget, "share"), (.widget, "bare"), (.embedView, "acme_chart"),
      (.embedView, "acme_bare"),
    ], templates: templates)
}

private func skeletonFiles(
  _ name: String, _ entries: [(EntryKind, String)], templates: TemplateSet
) throws -> [GeneratedFile] {
  let parsed = try ParsedRegistry.read(try input(name), file: "eros.native.json")
  #expect(parsed.findings.filter { $0.severity == .error } == [])
  let generator = SkeletonGenerator(parsed, templates: templates)
  return try [NativeLanguage.objc, .swift, .java, .kotlin].flatMap { language in
    try entries.flatMap { kind, name in
      try generator.files(kind, named: name, in: language, folder: language.rawValue)
    }
  }
}

extension Golden {
  /// Returns the name of the snapshot of `file`.
  ///
  /// Swift skeletons get the suffix `.txt`, because no comment in them disables the formatter.
  func snapshotName(of file: GeneratedFile) -> String {
    let isSkeleton = (self == .skeletons || self == .uniApp) && file.path.hasSuffix(".swift")
    return "\(rawValue)/\(file.path)\(isSkeleton ? ".txt" : "")"
  }
}

/// The inputs whose output is recorded in snapshots.
enum Golden: String, CaseIterable {
  case acme, acmeSwift, every, everyKotlin, weexConfig, nothing, skeletons, reference, uniApp

  /// The recorded files, without those that another case records.
  var recorded: [GeneratedFile] {
    get throws {
      try files.filter { file in
        switch self {
        case .acme, .every, .skeletons, .reference, .uniApp: true
        case .acmeSwift, .everyKotlin: [".swift", ".kt"].contains { file.path.hasSuffix($0) }
        case .weexConfig: file.path.hasSuffix("weex_config_eros.json")
        case .nothing: !file.path.hasSuffix(".json")
        }
      }
    }
  }

  var files: [GeneratedFile] {
    get throws { try files(templates: .builtIn) }
  }

  func files(templates: TemplateSet) throws -> [GeneratedFile] {
    switch self {
    case .acme:
      // The example does not set the Android package of mini programs.
      try generate(
        "acme.json",
        replacing: [
          #""weexPackage": "com.taobao.weex""#:
            #""weexPackage": "com.taobao.weex", "mpaasPackage": "com.mpaas.nebula.adapter.api""#
        ], templates: templates)
    case .acmeSwift:
      try generate(
        "acme.json",
        replacing: [
          #""language": "objc""#: #""language": "swift""#,
          #""language": "java""#: #""language": "kotlin", "mpaasPackage": "com.acme.mpaas""#,
        ], templates: templates)
    case .every: try generate("every.json", templates: templates)
    case .everyKotlin:
      try generate(
        "every.json",
        replacing: [
          #""language": "objc""#: #""language": "swift""#,
          #""language": "java""#: #""language": "kotlin""#, "com.acme.eros": "com.acme.in.fun",
        ], templates: templates)
    case .weexConfig:
      try generate(
        "every.json",
        replacing: [
          #"["code", "app_config", "proguard"]"#: #"["weex_config"]"#,
          "com.acme.Chart": "com.acme.Chart$Inner",
        ], templates: templates)
    case .nothing:
      try RegistryGenerator(
        try read(
          config(
            around: #""generate": {"ios": {"out": "i"}, "js": {"out": "j"}, "#
              + #""android": {"out": "a", "package": "a.b"}}"#)),
        source: "config/eros.native.js", templates: templates
      ).files()
    case .skeletons: try skeletonFiles(templates: templates)
    case .uniApp:
      try generate("uni-app.json", templates: templates).filter { !$0.path.hasSuffix(".plist") }
        + skeletonFiles(
          "uni-app.json",
          [
            (.module, "Acme-Every"), (.module, "Acme-Nothing"), (.component, "acme-all"),
            (.component, "acme-bare"),
          ], templates: templates)
    case .reference:
      try RegistryGenerator(
        ParsedRegistry.read(input("every.json"), file: "eros.native.json"),
        source: "eros.native.json"
      ).reference(html: false)
    }
  }
}

@Suite("Generated files")
struct GeneratorTests {
  @Test("200 files are written together with 64 open files", .temporaryFolder)
  func manyFiles() async throws {
    let folder = try TemporaryFolder.ofTest()
    await #expect(processExitsWith: .success) { [path = folder.path as String] in
      let generator = SkeletonGenerator(
        try ParsedRegistry.read(try input("skeletons.json"), file: "eros.native.json"))
      let files = try (0..<200).map {
        let made = try generator.files(.module, named: "acmeNothing", in: .kotlin, folder: "\($0)")
        return try #require(made.first)
      }
      try ProcessLimits.limitOpenFiles(to: 64)
      try OutputFolder(path).create(files)
    }
    #expect(try folder.readTree(".").files.count == 200)
  }

  @Test("keep the permissions of the files that they replace", .temporaryFolder)
  func permissions() throws {
    let folder = try TemporaryFolder.ofTest()
    let output = OutputFolder(folder.path)
    let files = try SkeletonGenerator(
      try ParsedRegistry.read(try input("skeletons.json"), file: "eros.native.json")
    ).files(.module, named: "acmeNothing", in: .kotlin, folder: "k")
    try output.create(files)
    let path = folder.path(files[0].path)
    try folder.write("changed", to: files[0].path)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    try output.apply(output.compare(files, among: []))
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o755)
    #expect(try folder.read(files[0].path) == files[0].bytes)
  }

  @Test(
    "a manifest of files elsewhere is not replaced by the manifest of nothing", .temporaryFolder,
    arguments: [("other/a.h", false), ("here.h", true)])
  func foreignManifest(listed: String, isOwn: Bool) throws {
    let folder = try TemporaryFolder.ofTest()
    let manifest = "eros.registry.json"
    try folder.write("a", to: "here.h")
    try folder.write(
      #"{"surface":{},"files":[{"path":"\#(listed)","sha256":"0"}]}"#, to: manifest)
    let parsed = try ParsedRegistry.read(
      Array(#"{"appName":"demo"}"#.utf8), file: "eros.native.json")
    let files = try RegistryGenerator(parsed, source: "eros.native.json").files()
    #expect(files.map(\.path) == [manifest])
    let comparison = try OutputFolder(folder.path).compare(files, manifest: manifest)
    #expect(comparison.notGenerated == (isOwn ? [] : [manifest]))
  }

  @Test(
    "apply the settings of Rexxar that are present, on the platforms that have them",
    arguments: [
      (#""scheme": "acme""#, ["setRXRProtocolScheme"], ["Constants.SCHEMA ="]),
      (#""host": "acme""#, ["setRXRProtocolHost"], []),
      (#""mapURL": "https://a.example""#, ["setRoutesMapURL"], [".setRouteApi("]),
      (#""cachePath": "acme""#, ["setRoutesCachePath"], []),
      (#""resourcePath": "acme""#, ["setRoutesResourcePath"], []),
      ("", [], []),
    ])
  func rexxarSettings(text: String, ios: [String], android: [String]) throws {
    let settings =
      #""generate": {"ios": {"out": "i"}, "android": {"out": "a", "package": "a.b"}}, "#
    let files = try RegistryGenerator(
      read(config(around: settings + "\"routes\": {\(text)}")), source: "a"
    ).files()
    let code = { (suffix: String) in
      files.filter { $0.path.hasSuffix("RexxarRegistrant" + suffix) }
        .map { String(decoding: $0.bytes, as: UTF8.self) }.joined()
    }
    #expect(code(".m").matches(of: #/RXRConfig (set\w+):/#).map { String($0.output.1) } == ios)
    #expect(code(".h").contains("+ (void)configure;") == !ios.isEmpty)
    #expect(code(".java").contains("void configure()") == !android.isEmpty)
    for call in ["Constants.SCHEMA =", ".setRouteApi("] {
      #expect(code(".java").contains(call) == android.contains(call))
    }
  }

  @Test("a setting of Rexxar is part of the fingerprint of the platforms that apply it")
  func settingsInFingerprint() throws {
    let fingerprints = { (text: String, platform: Platform) in
      let parsed = try read(config(around: "\"routes\": {\(text)}"))
      return try RegistryGenerator(parsed, source: "a").registration(on: platform)
    }
    for (text, android) in [(#""scheme": "acme""#, false), (#""host": "acme""#, true)] {
      #expect(try fingerprints(text, .ios) != fingerprints("", .ios))
      #expect(try (fingerprints(text, .android) == fingerprints("", .android)) == android)
    }
  }

  @Test("a route map of an old manifest is not removed", .temporaryFolder)
  func oldRouteMap() throws {
    let folder = try TemporaryFolder.ofTest()
    let old = ["assets/rexxar/routes.json", "assets/weex_config_eros.json"]
    for path in old { try folder.write("{}", to: path) }
    let listed = old.map {
      #"{"path": "\#($0)", "sha256": "\#(Self.digestOfBraces)"}"#
    }.joined(separator: ", ")
    let manifest = "eros.registry.json"
    try folder.write(#"{"surface": {}, "files": [\#(listed)]}"#, to: manifest)
    let parsed = try read(config(around: #""routes": {"items": []}"#))
    let files = try RegistryGenerator(parsed, source: "eros.native.json").files()
    let comparison = try OutputFolder(folder.path).compare(files, manifest: manifest)
    #expect(comparison.orphans == ["assets/weex_config_eros.json"])
    try OutputFolder(folder.path).apply(comparison, manifest: manifest)
    #expect(try folder.names(in: "assets/rexxar") == ["routes.json"])
    #expect(try folder.names(in: "assets") == ["rexxar"])
  }

  /// The SHA-256 of `{}`.
  private static let digestOfBraces =
    "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a"

  @Test("generated files match their snapshots", arguments: Golden.allCases)
  func golden(_ golden: Golden) throws {
    for file in try golden.recorded {
      try expectSnapshot(
        String(decoding: file.bytes, as: UTF8.self), named: golden.snapshotName(of: file))
    }
  }

  @Test("every snapshot belongs to a generated file")
  func unusedSnapshots() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Snapshots")
    let recorded = try FileManager.default.subpathsOfDirectory(atPath: folder.path())
      .filter { FileManager.default.contents(atPath: folder.path() + "/" + $0) != nil }
    let generated = try Golden.allCases.flatMap { golden in
      try golden.recorded.map(golden.snapshotName)
    }
    #expect(Set(recorded) == Set(generated))
  }

  @Test("start with a marker, end with a newline, and do not contain carriage returns")
  func form() throws {
    for file in try Golden.allCases.flatMap({ try $0.files }) {
      let text = String(decoding: file.bytes, as: UTF8.self)
      #expect(text.hasSuffix("\n") && !text.hasSuffix("\n\n"), "\(file.path)")
      #expect(
        !text.contains("\r") && !text.contains(" \n") && !text.contains("\n\n\n"), "\(file.path)")
      #expect(!text.contains("\u{2028}") || file.path.hasSuffix(".json"), "\(file.path)")
      let isSkeleton = file.path.contains(#/^(objc|swift|java|kotlin)\//#)
      #expect(!isSkeleton || !text.contains("GENERATED FILE"), "\(file.path)")
      if !isSkeleton, !file.path.hasSuffix(".json") {
        #expect(
          text.contains("GENERATED FILE - DO NOT EDIT. Run `eros generate` to update.\n")
            || text.contains("to update. -->"), "\(file.path)")
      }
    }
  }

  @Test("do not depend on the order or the notation of entries")
  func normalized() throws {
    let plain = try generate("every.json", replacing: [#""global": true"#: #""global": "true""#])
    #expect(try plain == generate("every.json"))
    let list =
      #""modules": [{"name": "a", "ios": "A", "android": "a.A"}, {"name": "b", "ios": "B", "android": "a.B"}]"#
    let object =
      #""modules": {"b": {"ios": "B", "android": "a.B"}, "a": {"ios": {"class": "A"}, "android": "a.A"}}"#
    let settings =
      #""generate": {"ios": {"out": "i"}, "js": {"out": "j"}, "android": {"out": "a", "package": "a.b"}}, "#
    let files = try [list, object].map { text in
      try RegistryGenerator(read(config(around: settings + text)), source: "a").files()
    }
    #expect(files[0] == files[1])
  }

  @Test("imports, calls and exports of a conditional entry have its condition")
  func conditions() throws {
    let modules = [
      #"{"name": "a", "ios": {"class": "A", "import": "Kit", "swift": true, "if": "DEBUG"}, "methods": [{"name": "go"}]}"#,
      #"{"name": "b", "ios": {"class": "A", "import": "Kit", "swift": true, "if": "DEBUG"}, "methods": [{"name": "go"}, {"name": "stop"}]}"#,
    ]
    let component =
      #"{"name": "c-c", "ios": {"class": "C", "swift": true}, "methods": [{"name": "draw", "args": ["x: any"]}]}"#
    let files = try RegistryGenerator(
      read(
        config(
          around: #""generate": {"ios": {"out": "i", "language": "swift", "exports": true}}, "#
            + #""modules": ["# + modules.joined(separator: ",") + #"], "components": ["# + component
            + "]")), source: "a"
    ).files()
    let texts = Dictionary(
      uniqueKeysWithValues: files.map { ($0.path, String(decoding: $0.bytes, as: UTF8.self)) })
    let registrant = try #require(texts["i/ErosRegistrant.swift"])
    #expect(registrant.contains("#if DEBUG\nimport Kit\n#endif\n"))
    let exports = try #require(texts["i/ErosExports.swift"])
    #expect(
      exports.hasSuffix(
        """
        #if DEBUG
        import Kit
        #endif

        #if DEBUG
        extension A {
            @objc static func wx_export_method_eros_go() -> String { return "go" }
            @objc static func wx_export_method_eros_stop() -> String { return "stop" }
        }
        #endif

        extension C {
            @objc static func wx_export_method_eros_draw() -> String { return "draw:" }
        }

        """), "\(exports)")
  }

  @Test("a custom template replaces a built-in one")
  func override() throws {
    var templates = TemplateSet.builtIn
    try templates.replace("ErosRegistrant.h", with: "mine: {{ prefix|objc }}\n")
    let files = try generate("every.json", templates: templates)
    let header = try #require(files.first { $0.path == "ios/AcmeErosRegistrant.h" })
    #expect(String(decoding: header.bytes, as: UTF8.self) == "mine: Acme\n")
  }

  @Test(
    "a template with a syntax error does not replace a built-in one",
    arguments: ["{% for x in %}{% endfor %}", "{{ prefix|upper }}", "{% include \"no.h\" %}"])
  func badSyntax(text: String) throws {
    var templates = TemplateSet.builtIn
    #expect(throws: TextError<TemplateErrorKind>.self) {
      try templates.replace("ErosRegistrant.h", with: text)
    }
    #expect(throws: GeneratorError.unknownTemplate(name: "Eros.h", nearest: nil)) {
      try templates.replace("Eros.h", with: "")
    }
    #expect(try templates.text(of: "ErosRegistrant.h").contains("{{ prefix|code }}"))
  }

  @Test("an unknown value in a template is an error with its position")
  func unknownValue() throws {
    var templates = TemplateSet.builtIn
    try templates.replace(
      "ErosRegistrant.h", with: "//\r\n//ä {{ perfix|code }}", from: "own/ErosRegistrant.h.stencil")
    let expected =
      "own/ErosRegistrant.h.stencil:2:8: invalid template: "
      + "unknown value 'perfix'; did you mean 'prefix'?"
    let rendered = #expect(throws: TextError<TemplateErrorKind>.self) {
      try generate("every.json", templates: templates)
    }
    #expect(rendered?.problem == expected)
    let checked = #expect(throws: TextError<TemplateErrorKind>.self) {
      try templates.checkNames()
    }
    #expect(checked?.problem == expected)
  }

  @Test("the names in a template that is not rendered are checked")
  func checkNames() throws {
    var templates = TemplateSet.builtIn
    try templates.checkNames()
    for name in templates.names { try templates.replace(name, with: templates.text(of: name)) }
    try templates.checkNames()
    try templates.replace(
      "Module.kt", with: "{% for method in methods %}{{ method.nmae|code }}{% endfor %}")
    let error = #expect(throws: TextError<TemplateErrorKind>.self) { try templates.checkNames() }
    #expect(error?.kind == .invalid("unknown value 'method.nmae'; did you mean 'name'?"))
    #expect(error?.column == 31)
  }

  @Test("a byte order mark in a template is not part of the output")
  func byteOrderMark() throws {
    var templates = TemplateSet.builtIn
    try templates.replace("ErosRegistrant.h", with: "\u{FEFF}mine\n")
    let files = try generate("every.json", templates: templates)
    let header = try #require(files.first { $0.path == "ios/AcmeErosRegistrant.h" })
    #expect(header.bytes == Array("mine\n".utf8))
  }

  @Test(
    "suggests the name of a template",
    arguments: [
      ("ErosRegistrnat.h", "ErosRegistrant.h"), ("AcmeErosRegistrant.h", "ErosRegistrant.h"),
      ("ErosRegistrant.java.stencil", "ErosRegistrant.java"), ("ScanModule.kt", "Module.kt"),
      ("README.md", nil),
    ])
  func nearestName(name: String, expected: String?) {
    #expect(TemplateSet.builtIn.nearestName(to: name) == expected)
  }

  private static let builtIn =
    BuiltInTemplate.all + BuiltInTemplate.project + BuiltInTemplate.hosts.values.flatMap(\.self)

  @Test("every value in a template has a filter")
  func filters() throws {
    for template in Self.builtIn {
      let name = template.name
      let text = String(decoding: template.bytes, as: UTF8.self)
      for tag in text.split(separator: "{{").dropFirst() {
        #expect(tag.prefix(60).contains("|"), "\(name): \(tag.prefix(40))")
      }
    }
  }

  @Test("every template file is compiled in")
  func catalog() throws {
    let folder = Tool.packageRoot.appending(path: "templates")
    var found: Set<String> = []
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path())
    where name.hasSuffix(TemplateSet.suffix) {
      found.insert(name)
    }
    #expect(found == Set(Self.builtIn.map { "\($0.folder)/\($0.file)\(TemplateSet.suffix)" }))
  }

  @Test("the table of embedded files has each file of the folders, with its bytes")
  func embeddedFiles() throws {
    let data = ["Presets/Data", "Schema/Data"].map { "Sources/Native/ErosRegistry/" + $0 }
    var files: [String: Data] = [:]
    for folder in ["templates"] + data {
      let root = Tool.packageRoot.appending(path: folder)
      for name in try FileManager.default.subpathsOfDirectory(atPath: root.path())
      where !name.hasSuffix(".swift") {
        let file = root.appending(path: name)
        if try file.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true { continue }
        files[folder + "/" + name] = try Data(contentsOf: file)
      }
    }
    #expect(files.count > 80)
    try #require(EmbeddedFile.paths.sorted() == files.keys.sorted())
    for (path, contents) in files {
      #expect(EmbeddedFile.bytes(path) == Array(contents), "\(path)")
    }
  }

  @Test("the manifest lists the platforms of an attribute or event that not all have")
  func memberPlatforms() throws {
    let component = """
      "components": [{"name": "acme-a", "ios": "A", "android": "a.A", "appendTree": true,
        "attributes": [{"name": "all"}, {"name": "some", "platforms": ["android"]}],
        "events": [{"name": "pull"}, {"name": "push", "platforms": ["ios"]}]}]
      """
    let parsed = try read(config(around: component))
    let manifest = try #require(
      try RegistryGenerator(parsed, source: "a").files().first { $0.path == "eros.registry.json" })
    let root = try JSONReader.read(manifest.bytes, file: "").value.object
    let entry = try #require(root?["components"]?.array?.first?.value.object)
    let platforms = { (section: String) in
      entry[section]?.array?.compactMap(\.value.object).map { member in
        member["platforms"]?.array?.compactMap(\.value.string)
      }
    }
    #expect(platforms("attributes") == [nil, ["android"]])
    #expect(platforms("events") == [nil, ["ios"]])
    // A registration does not contain entries of the other platform.
    let without = try read(
      config(
        around: component.replacing(#", {"name": "some", "platforms": ["android"]}"#, with: "")))
    let before = try RegistryGenerator(parsed, source: "a")
    let after = try RegistryGenerator(without, source: "a")
    #expect(try before.registration(on: .ios) == after.registration(on: .ios))
    #expect(try before.registration(on: .android) != after.registration(on: .android))
  }
}
