import ErosConfig
import ErosCore
import ErosNativeTestSupport
import ErosRegistry
import ErosTestSupport
import Testing

@testable import ErosSources

@Suite("Files of sources and their encodings", .temporaryFolder)
struct FileEncodingTests {
  private static let module =
    "@implementation AcmePay\nWX_EXPORT_METHOD(@selector(pay:))\n- (void)pay:(id)a {}\n@end\n"
    + "void f() { [WXSDKEngine registerModule:@\"acmePay\" withClass:[AcmePay class]]; }\n"
  private static let description =
    #""modules": [{"name": "acmePay", "ios": "AcmePay", "methods": ["pay(a)"]}]"#

  /// A source in each language that registers a module.
  static let sources: [(file: String, text: String)] = [
    ("A.m", module),
    (
      "A.swift",
      "import WeexSDK\n@objc(A) class A: NSObject, WXModuleProtocol {}\nfunc f() { WXSDKEngine.registerModule(\"a\", with: A.self) }\n"
    ),
    (
      "A.java",
      "package com.acme.pay;\npublic class A extends WXModule {\n  @JSMethod public void go() {}\n}\nclass B { void f() { WXSDKEngine.registerModule(\"a\", A.class); } }\n"
    ),
    (
      "A.kt",
      "package com.acme.pay\nclass A : WXModule() {\n  @JSMethod fun go() {}\n}\nfun f() { WXSDKEngine.registerModule(\"a\", A::class.java) }\n"
    ),
    ("app_config.xml", "<config><module name=\"a\">com.acme.A</module></config>"),
  ]

  @Test("a byte-order mark changes neither the description nor the positions", arguments: sources)
  func mark(file: String, text: String) throws {
    let adoptions = try ["", "\u{FEFF}"].map { mark in
      var sources = NativeSources()
      sources.add(Array((mark + text).utf8), file: file)
      return (try Adoption(of: sources), sources.facts.registrations.map(\.position))
    }
    #expect(adoptions[0].0.addedCount > 0)
    #expect(adoptions[0].0.json == adoptions[1].0.json)
    #expect(adoptions[0].1 == adoptions[1].1)
  }

  @Test("a byte-order mark does not hide the first statement of a script")
  func scriptMark() throws {
    for (file, text) in [
      ("a.js", "\u{FEFF}weex.requireModule('modal').toast({})"),
      ("a.vue", "\u{FEFF}<script>\nweex.requireModule('modal').toast({})\n</script>"),
    ] {
      var uses = JSUses()
      uses.add(Array(text.utf8), file: file)
      #expect(
        uses.needs() == [
          .member(.method, "toast", of: .module, "modal"), .entry(.module, "modal"),
        ], "\(file)")
    }
  }

  @Test("files of systems, editors and repositories are not sources")
  func junk() throws {
    let folder = try TemporaryFolder.ofTest()
    for name in ["._A.m", "A.m~", "__MACOSX/A.m", ".A.m.swp", ".svn/A.m", ".#A.m"] {
      try folder.write("WX_PlUGIN_EXPORT_MODULE(junk, Junk)\n", to: "ios/" + name)
    }
    try folder.write([0x00, 0x05, 0x16, 0x07, 0xFF], to: "ios/._B.m")
    try folder.write(Self.module, to: "ios/A.m")
    let sources = try NativeSources(folders: [folder.path("ios")])
    #expect(sources.facts.registrations.map(\.name) == ["acmePay"])
    #expect(sources.facts.findings == [] && sources.skippedFolders.isEmpty)
    try folder.write("weex.requireModule('junk')", to: "src/._a.js")
    try folder.write("weex.requireModule('modal')", to: "src/a.js")
    #expect(try JSUses(folders: [folder.path("src")]).needs() == [.entry(.module, "modal")])
  }

  /// Build scripts that name a folder, and the folder.
  static let frameworks: [(file: String, text: String, folder: String)] = [
    ("ios/Podfile", "target 'A' do\n  pod 'Pay', :path => '../Pay'\nend\n", "Pay"),
    ("ios/Podfile", "pod 'Pay', path: 'Local/Pay', :inhibit_warnings => true\n", "ios/Local/Pay"),
    ("ios/Podfile", "pod 'Pay',\n    :path => '../node_modules/pay'\n", "node_modules/pay"),
    ("ios/Package.swift", "let p = Package(dependencies: [.package(path: \"../Pay\")])", "Pay"),
    ("android/settings.gradle", "include ':app', ':pay'\n", "android/pay"),
    ("android/settings.gradle.kts", "include(\":libs:pay\")\n", "android/libs/pay"),
    (".gitmodules", "[submodule \"pay\"]\n\tpath = vendor/pay\n\turl = ../pay\n", "vendor/pay"),
  ]

  @Test("a framework that the checkout lacks makes what is missing a note", arguments: frameworks)
  func missingFrameworks(file: String, text: String, framework: String) throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write("int a;\n", to: "ios/B.m")
    try folder.write("class A {}\n", to: "android/app/src/A.java")
    try folder.write(text, to: file)
    try folder.makeFolder(".git")
    let severities = {
      let sources = try NativeSources(folders: [folder.path])
      let parsed = try read(
        config(around: #""modules": [{"name": "pay", "ios": "Pay", "android": "a.Pay"}]"#))
      let found = parsed.drift(from: sources)
      return (
        found.filter { $0.rule == .classMissing }.map(\.severity),
        found.filter { $0.message.contains("is missing or empty") }.compactMap(\.file)
      )
    }
    let isBoth = file == ".gitmodules"
    let missing = try severities()
    #expect(missing.0.filter { $0 == .note }.count == (isBoth ? 2 : 1), "\(missing)")
    #expect(missing.1 == [folder.path(file)])
    // An empty folder is the same, and one with sources is not.
    try folder.makeFolder(framework)
    #expect(try severities().0 == missing.0)
    try folder.write("x", to: framework + "/readme")
    #expect(try severities().0 == [.warning, .error] && severities().1.isEmpty)
    // A comment names nothing.
    if file == "ios/Podfile" {
      try folder.write("# pod 'Card', :path => '../Card'\n", to: file)
      #expect(try severities().1.isEmpty)
    }
  }

  /// `Self.module` in an encoding that is not scanned, and how the finding names it.
  static let encodings: [(String, @Sendable (String) -> [UInt8])] = [
    // GBK: a comment with two characters.
    ("not UTF-8", { [0x2F, 0x2F, 0xD6, 0xA7, 0xB8, 0xB6, 0x0A] + Array($0.utf8) }),
    ("UTF-16", { text in [0xFF, 0xFE] + text.utf8.flatMap { [$0, 0] } }),
    ("UTF-16", { text in [0xFE, 0xFF] + text.utf8.flatMap { [0, $0] } }),
    ("UTF-16", { text in text.utf8.flatMap { [$0, 0] } }),
    ("4 MiB", { Array($0.utf8) + [UInt8](repeating: 0x20, count: 4 << 20) }),
  ]

  @Test("what an unread source may contain is a note", arguments: encodings.indices)
  func unread(index: Int) throws {
    let (name, encode) = Self.encodings[index]
    let folder = try TemporaryFolder.ofTest()
    try folder.write(encode(Self.module), to: "ios/A.m")
    try folder.write("int a;\n", to: "ios/B.m")
    try folder.write("class A {}\n", to: "android/A.java")
    let sources = try NativeSources(folders: [folder.path("ios"), folder.path("android")])
    let parsed = try read(config(around: Self.description))
    let drift = parsed.drift(from: sources)
    #expect(drift.contains { $0.message.contains(name) && $0.file == folder.path("ios/A.m") })
    let missing = drift.filter { $0.rule == .classMissing }
    #expect(missing.map(\.severity) == [.note])
    #expect(missing.first?.message.contains("A.m', which could not be read, contains it") == true)
    // A header that is read declares the class.
    var declared = sources
    declared.add(Array("@interface AcmePay : NSObject\n@end\n".utf8), file: "A.h")
    #expect(
      parsed.drift(from: declared).filter { $0.rule == .classMissing }.map(\.severity) == [.note])
    // The other platform, and other names of a file that can be searched, are errors.
    let other = try read(
      config(around: #""modules": [{"name": "other", "ios": "Other", "android": "a.AcmePay"}]"#))
    let found = other.drift(from: sources).filter { $0.rule == .classMissing }
    #expect(found.map(\.severity) == [name == "4 MiB" ? .note : .warning, .error])

    var uses = JSUses()
    uses.add(Array("weex.requireModule('acmePay').pay(1)".utf8), file: "a.js")
    let empty = try read(
      config(around: #""modules": [{"name": "x", "ios": "X", "android": "a.X"}]"#))
    let unknown = empty.drift(from: uses, sources: sources).filter { $0.file == "a.js" }
    #expect(unknown.allSatisfy { $0.severity != .note || $0.message.contains("unless") })
  }
}
