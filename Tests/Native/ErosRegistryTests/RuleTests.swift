import ErosCore
import ErosNativeTestSupport
import ErosRegistry
import ErosSources
import ErosTestSupport
import Testing

@Suite("Rules of the description")
struct RuleTests {
  /// An invalid description, with `§` before the byte of the expected finding.
  struct Row: CustomTestStringConvertible, Sendable {
    let rule: RegistryRule
    let text: String
    /// Other findings that are unavoidable in such a short text.
    var alongside: Set<RegistryRule> = []

    var testDescription: String { "\(rule.rawValue) \(text)" }
  }

  private static func module(_ inner: String) -> String {
    #""modules": [{"name": "acme", "ios": "A", "android": "a.A""# + inner + "}]"
  }

  private static func method(_ inner: String) -> String {
    module(#", "methods": ["# + inner + "]")
  }

  private static func component(_ inner: String) -> String {
    #""components": [{"name": "acme-a", "ios": "A", "android": "a.A", "appendTree": true"# + inner
      + "}]"
  }

  private static func embedView(_ inner: String) -> String {
    #""embedViews": [{"type": "acme_map", "ios": "A", "android": "a.A""# + inner + "}]"
  }

  private static func route(_ pattern: String) -> String {
    #"{"uri": "# + pattern + #", "remote_file": "https://a.example/a.html"}"#
  }

  private static func types(_ members: String) -> String {
    #""types": {"# + members + "}, " + module("")
  }

  static let shape: [Row] = [
    Row(rule: .malformed, text: #""modules": §5"#, alongside: [.nothingDeclared]),
    Row(rule: .malformed, text: module(#", §"metods": []"#)),
    Row(rule: .misspelledSection, text: #"§"moduels": []"#, alongside: [.nothingDeclared]),
    Row(rule: .misspelledSection, text: #"§"jsAPIs": [], "# + module("")),
    Row(
      rule: .malformed, text: #""modules": [§{"ios": "A", "android": "a.A"}]"#,
      alongside: [.nothingDeclared]),
    Row(rule: .malformed, text: module(#", "doc": §1"#)),
    Row(rule: .malformed, text: method(#"{"name": "a", "args": [§"object"]}"#)),
    Row(rule: .malformed, text: module(#", "since": {§"web": "1.0"}"#)),
    Row(rule: .malformed, text: #""generate": {"ios": {"language": §"kotlin"}}, "# + module("")),
    Row(rule: .malformed, text: #""generate": {§"web": {}}, "# + module("")),
    Row(rule: .malformed, text: #""generate": {"presets": [§"eros-iso"]}, "# + module("")),
    Row(rule: .misspelledSection, text: #"§"component": [], "# + module("")),
    Row(rule: .misspelledSection, text: #"§"Modules": []"#, alongside: [.nothingDeclared]),
    Row(rule: .notABoolean, text: module(#", "enabled": §"yes""#)),
    Row(rule: .notABoolean, text: module(#", "enabled": §"True""#)),
    Row(
      rule: .platformSpelling,
      text: #""modules": [{"name": "acme", §"iOS": "A", "android": "a.A"}]"#,
      alongside: [.onePlatform]),
    Row(
      rule: .nameDiffersFromKey,
      text: #""modules": {"acme": {"name": §"acne", "ios": "A", "android": "a.A"}}"#),
    Row(rule: .duplicateEmbedList, text: embedView("") + #", §"customViews": []"#),
    Row(rule: .customViewsAlias, text: #"§"customViews": []"#, alongside: [.nothingDeclared]),
    Row(
      rule: .malformed, text: embedView(#", "events": [{"name": "onTap", §"platforms": ["ios"]}]"#)),
    Row(rule: .functionKeyword, text: method(#"{"name": "a", "args": [§"cb: function"]}"#)),
    Row(rule: .noPlatform, text: #""modules": [§{"name": "acme"}]"#),
    Row(rule: .onePlatform, text: #""modules": [§{"name": "acme", "ios": "A"}]"#),
    Row(rule: .nothingDeclared, text: #""generate": §{}"#),
    Row(
      rule: .tooLarge,
      text: types(
        #""A": {"a": "string"}, "B": {"a": "A|A|A|A|A|A|A|A|A|A|A|A|A|A|A|A"}, "#
          + #""C": {"a": "B|B|B|B|B|B|B|B|B|B|B|B|B|B|B|B"}, "#
          + #""D": {"a": "C|C|C|C|C|C|C|C|C|C|C|C|C|C|C|C"}"#) + ", "
        + #""components": [{"name": "acme-a", "ios": "B", "android": "a.B", "appendTree": true, "#
        + #""events": [{"name": "a", "params": §"D"}]}]"#),
  ]

  static let names: [Row] = [
    Row(
      rule: .duplicateName,
      text: #""modules": [{"name": "a", "ios": "A"}, {"name": §"a", "ios": "B"}]"#,
      alongside: [.onePlatform]),
    Row(rule: .duplicateName, text: component(#", "aliases": [§"acme-a"]"#)),
    Row(
      rule: .duplicateName,
      text: #""handlers": [{"ios": {"protocol": "P", "class": "A"}}, "#
        + #"{"ios": {"protocol": §"P", "class": "B"}}]"#),
    Row(
      rule: .nameDiffersInCase,
      text: #""modules": [{"name": "a", "ios": "A"}, {"name": §"A", "ios": "B"}]"#,
      alongside: [.onePlatform]),
    Row(
      rule: .appendDiffers,
      text: #""components": [{"name": §"acme-a", "ios": "A", "android": "a.A"}]"#),
    Row(
      rule: .collision,
      text: #""modules": [{"name": §"storage", "ios": "A", "android": "a.A"}]"#),
    Row(
      rule: .collision,
      text: #""components": [{"name": §"cell-slot", "ios": "A"}]"#, alongside: [.onePlatform]),
    Row(
      rule: .collision,
      text: #""generate": {"presets": ["eros-ios"]}, "#
        + #""modules": [{"name": §"bmAxios", "ios": "A"}]"#, alongside: [.onePlatform]),
    Row(
      rule: .reservedName,
      text: #""modules": [{"name": §"dom", "android": "a.A"}]"#, alongside: [.onePlatform]),
    Row(
      rule: .reservedName,
      text: #""components": [{"name": §"slot", "ios": "A", "android": "a.A", "appendTree": true}]"#),
    Row(
      rule: .legacyModule,
      text: #""modules": [{"name": §"event", "ios": "A", "android": "a.A"}]"#),
    Row(
      rule: .invalidName,
      text: #""modules": [{"name": §"bm.axios", "ios": "A", "android": "a.A"}]"#,
      alongside: [.nothingDeclared]),
    Row(
      rule: .invalidName, text: #""modules": [{"name": "a", "ios": §"A-B", "android": "a.A"}]"#,
      alongside: [.onePlatform]),
    Row(
      rule: .invalidName, text: #""modules": [{"name": "a", "ios": "A", "android": §"A"}]"#,
      alongside: [.onePlatform]),
    Row(
      rule: .invalidName, text: #""modules": {§"1a": {"ios": "A", "android": "a.A"}}"#,
      alongside: [.nothingDeclared]),
    Row(
      rule: .reservedWord, text: #""modules": [{"name": "a", "ios": §"int", "android": "a.A"}]"#,
      alongside: [.onePlatform]),
    Row(
      rule: .reservedWord,
      text: #""modules": [{"name": "a", "ios": "A", "android": §"new.A"}]"#,
      alongside: [.onePlatform]),
    Row(
      rule: .reservedWord,
      text: #""generate": {"android": {"package": §"com.native.a"}}, "# + module("")),
    Row(
      rule: .upperCaseTag,
      text: #""components": [{"name": §"acmeA", "ios": "A", "android": "a.A", "appendTree": true}]"#
    ),
    Row(
      rule: .duplicateMacro,
      text:
        #""modules": [{"name": "a", "ios": {"class": "A", "lookup": "macro"}, "android": "a.A"},"#
        + #" {"name": "b", "ios": {"class": §"A", "lookup": "macro"}, "android": "a.B"}]"#,
      alongside: [.sharedClass]),
    Row(
      rule: .duplicateMacro,
      text: #""components": [{"name": "acme-a", "aliases": [§"acme-b"], "appendTree": true, "#
        + #""ios": {"class": "A", "lookup": "macro"}, "android": "a.A"}]"#),
    Row(rule: .invalidName, text: method(#"{"name": "a", "args": [§"b c: string"]}"#)),
    Row(
      rule: .invalidName,
      text:
        #""modules": [{"name": "a", "android": "a.A", "ios": {"class": "A", "if": §"A B"}}]"#,
      alongside: [.onePlatform]),
    Row(
      rule: .reservedWord,
      text: #""handlers": [{"ios": {"protocol": §"int", "class": "A"}}]"#),
    Row(
      rule: .reservedWord,
      text: #""modules": [{"name": "a", "ios": "A", "android": {"class": "a.A", "#
        + #""creator": §"a.new.C"}}]"#),
    Row(rule: .reservedWord, text: method(#"{"name": §"release"}"#)),
    Row(
      rule: .sharedClass,
      text: #""modules": [{"name": "a", "ios": "A", "android": "a.A"}, "#
        + #"{"name": "b", "ios": §"A", "android": "a.B"}]"#),
  ]

  static let methods: [Row] = [
    Row(rule: .duplicateMethod, text: method(#"{"name": "a"}, {"name": §"a"}"#)),
    Row(rule: .asyncResult, text: method(#"{"name": "a", "returns": §"string"}"#)),
    Row(rule: .syncMethod, text: method(#"{"name": §"a", "sync": true, "returns": "string"}"#)),
    Row(
      rule: .syncWithoutResult, text: method(#"{"name": §"a", "sync": true}"#),
      alongside: [.syncMethod]),
    Row(
      rule: .misplacedCallback,
      text: method(#"{"name": "a", "args": [{"name": "a", "type": §"callback[]"}]}"#)),
    Row(rule: .misplacedCallback, text: types(#""A": {"a": §"callback"}"#)),
    Row(
      rule: .requiredAfterOptional,
      text: method(#"{"name": "a", "args": ["a: string?", §"b: string"]}"#)),
    Row(rule: .typeUnknown, text: types(#""A": {"a": §"sting"}"#)),
    Row(rule: .typeUnknown, text: types(#""A": {"a": "string|§]"}"#)),
    Row(rule: .typeUnknown, text: method(#"{"name": "a", "args": ["b: §%"]}"#)),
    Row(rule: .typeUnknown, text: types(#"§"A": {"a": "A[]"}"#)),
    Row(
      rule: .typeUnknown,
      text: types(#""D": {"a": "B"}, §"A": {"a": "C"}, "B": {"a": "A"}, "C": {"a": "B|D"}"#)
        .replacing(#""D": {"a": "B"}, "#, with: "").replacing("B|D", with: "B")),
    Row(
      rule: .selectorMismatch,
      text: method(#"{"name": "a", "ios": {"selector": §"a:"}}"#)),
    Row(
      rule: .selectorMismatch,
      text: method(#"{"name": "a", "ios": {"selector": §"b"}}"#)),
    Row(
      rule: .selectorsClash,
      text: method(#"{"name": "a"}, {"name": §"a", "args": ["b: string"]}"#),
      alongside: [.duplicateMethod]),
    Row(rule: .defaultShadowed, text: method(#"{"name": §"addEventListener"}"#)),
    Row(rule: .defaultShadowed, text: method(#"{"name": §"onopen"}"#)),
    Row(
      rule: .domWithApache,
      text: #""generate": {"android": {"weexPackage": "org.apache.weex"}}, "modules": "#
        + #"[{"name": "a", "ios": "A", "android": {"class": "a.A", "dom": §"a.B"}}]"#),
    Row(
      rule: .platformsDisagree,
      text: method(#"{"name": §"a", "android": {"args": ["b: string"]}}"#)),
    Row(
      rule: .sinceBeforeEntry,
      text: module(
        #", "since": {"ios": "1.2"}, "methods": [{"name": §"a", "since": "1.1.9"}]"#)),
    Row(
      rule: .sinceBeforeEntry,
      text: component(#", "since": "2.0", "events": [{"name": §"a", "since": {"android": "1"}}]"#)),
    Row(rule: .invalidName, text: component(#", "attributes": [{"name": "a", "since": §"x"}]"#)),
    Row(rule: .malformed, text: #""generate": {"docs": §{"html": true}}, "# + module("")),
    Row(rule: .invalidOutputPath, text: #""generate": {"docs": {"out": §"../a"}}, "# + module("")),
    Row(
      rule: .malformed,
      text: #""generate": {"docs": {"out": "a", "language": §"fr"}}, "# + module("")),
  ]

  static let others: [Row] = [
    Row(
      rule: .duplicateMember, text: component(#", "attributes": [{"name": "a"}, {"name": §"a"}]"#)),
    Row(rule: .duplicateMember, text: component(#", "events": [{"name": "a"}, {"name": §"a"}]"#)),
    Row(rule: .reservedAttribute, text: component(#", "attributes": [{"name": §"class"}]"#)),
    Row(rule: .suspiciousEvent, text: component(#", "events": [{"name": §"onTap"}]"#)),
    Row(
      rule: .suspiciousEvent,
      text: component(#", "events": [{"name": §"click", "params": {"a": "string"}}]"#)),
    Row(
      rule: .dynamicWithoutHook,
      text: component(
        #", "attributes": [{"name": "a", "dynamic": true}], "lifecycle": §["loadView"]"#)),
    Row(rule: .reservedParameter, text: embedView(#", "params": [{"name": §"style"}]"#)),
    Row(rule: .eventLikeParameter, text: embedView(#", "params": [{"name": §"onTap"}]"#)),
    Row(rule: .eventWithoutOn, text: embedView(#", "events": [{"name": §"ontap"}]"#)),
    Row(
      rule: .functionParameter,
      text: embedView(#", "params": [{"name": "a", "type": §"func"}]"#)),
    Row(
      rule: .notRegistered, text: #""jsApis": [§{"names": ["pay"], "ios": "A", "android": "a.A"}]"#),
    Row(
      rule: .typeWithoutPrefix,
      text: #""embedViews": [{"type": §"map", "ios": "A", "android": "a.A"}]"#),
    Row(
      rule: .invalidPath,
      text: #""widgets": [{"name": "a", "path": §"/a", "ios": "A", "android": "a.A"}]"#,
      alongside: [.nothingDeclared]),
    Row(
      rule: .invalidPath,
      text: #""containerAPIs": [{"name": "a", "path": §"/api/a", "ios": "A", "android": "a.A"}]"#,
      alongside: [.nothingDeclared]),
    Row(
      rule: .pathIsPrefix,
      text: #""containerAPIs": [{"name": "a", "path": §"/a", "ios": "A", "android": "a.A"}, "#
        + #"{"name": "b", "path": "/ab", "ios": "B", "android": "a.B"}]"#),
    Row(rule: .routePattern, text: #""routes": {"items": ["# + route(#"§"^(""#) + "]}"),
    Row(rule: .routeNotAnchored, text: #""routes": {"items": ["# + route(#"§"^a""#) + "]}"),
    Row(rule: .routeNotAnchored, text: #""routes": {"items": ["# + route(#"§"^a\\$""#) + "]}"),
    Row(rule: .routeUnchecked, text: #""routes": {"items": ["# + route(#"§"^(a)\\1$""#) + "]}"),
    Row(
      rule: .duplicateRoute,
      text: #""routes": {"items": ["# + route(#""^a$""#) + ", " + route(#"§"^a$""#) + "]}"),
    Row(
      rule: .routeUnreachable,
      text: #""routes": {"items": ["# + route(#""^a.*""#) + ", " + route(#"§"^ab$""#) + "]}"),
    Row(
      rule: .routeSuspicious,
      text: #""routes": {"items": ["# + route(#"§"^https://a.b/$""#) + "]}"),
    Row(
      rule: .routeSuspicious,
      text: #""routes": {"items": [{"uri": "^a$", "remote_file": §"http://a.example/a.html"}]}"#),
    Row(
      rule: .routeSuspicious,
      text: #""routes": {"items": [{"uri": "^a$", "remote_file": "https://a.example/a.html", "#
        + #""deploy_time": §"yesterday"}]}"#),
    Row(rule: .settingOfIOS, text: #""routes": {"host": §"pages"}"#),
    Row(rule: .settingOfIOS, text: #""routes": {"cachePath": §"pages"}"#),
    Row(rule: .settingOfIOS, text: #""routes": {"resourcePath": §"web"}"#),
    Row(rule: .invalidName, text: #""routes": {"scheme": §"1a"}"#),
    Row(rule: .invalidName, text: #""routes": {"host": §"a..b"}"#),
    Row(rule: .invalidName, text: #""routes": {"host": §"a/b"}"#),
    Row(rule: .invalidName, text: #""routes": {"mapURL": §"a.example/routes.json"}"#),
    Row(rule: .invalidName, text: #""routes": {"mapURL": §"ftp://a.example/routes.json"}"#),
    Row(rule: .invalidName, text: #""routes": {"mapURL": §"https:///routes.json"}"#),
    Row(rule: .invalidName, text: #""routes": {"mapURL": §"https://a.example/%2"}"#),
    Row(rule: .invalidName, text: #""routes": {"mapURL": §"https://a.example/é"}"#),
    Row(rule: .invalidName, text: #""routes": {"cachePath": §"/a"}"#),
    Row(rule: .invalidName, text: #""routes": {"resourcePath": §"a/../b"}"#),
    Row(rule: .malformed, text: #""routes": {"mapURL": §1}"#),
    Row(
      rule: .missingKeepRules,
      text: #""generate": {"android": {"package": "com.acme.eros"}}, "modules": [{"name": "a", "#
        + #""ios": "A", "android": {"class": §"org.other.A", "keep": false}}]"#),
    Row(rule: .invalidOutputPath, text: #""generate": {"ios": {"out": §"../a"}}, "# + module("")),
    Row(rule: .invalidOutputPath, text: #""generate": {"manifest": §"/a.json"}, "# + module("")),
    Row(rule: .invalidOutputPath, text: #""generate": {"templates": §"../a"}, "# + module("")),
    Row(
      rule: .invalidOutputPath,
      text: #""generate": {"manifest": "a.json", "lock": §"a.json"}, "# + module("")),
    Row(rule: .settingMissing, text: #""generate": §{"android": {"out": "a"}}, "# + module("")),
    Row(
      rule: .settingMissing,
      text: #""generate": {"android": {"out": "a", "package": "com.acme.eros"}}, "#
        + #""embedViews": [{"type": §"acme_map", "ios": "A", "android": "a.A"}]"#),
    Row(
      rule: .settingMissing,
      text: #""generate": {"ios": {"out": "a"}}, "modules": [{"name": "a", "android": "a.A", "#
        + #""ios": {"class": §"A", "swift": true}}]"#),
    Row(
      rule: .invalidName,
      text: #""generate": {"ios": {"out": "a", "language": "swift"}}, "modules": [{"name": "a", "#
        + #""android": "a.A", "ios": {"class": "A", "if": §"defined(A)"}}]"#),
    Row(
      rule: .missingOutputFolder,
      text: #""generate": §{"android": {"enabled": false}}, "# + module("")),
    Row(
      rule: .doubleRegistration,
      text: #""generate": {"android": {"out": "a", "package": "com.acme.eros", "#
        + #""emit": §["code", "weex_config"]}}, "# + module("")),
    Row(
      rule: .settingOfOtherHost,
      text: #""generate": {"host": "uni-app", "android": {"weexPackage": §"com.taobao.weex"}}, "#
        + module("")),
    Row(rule: .malformed, text: #""generate": {"host": §"unia-pp"}, "# + module("")),
    Row(
      rule: .settingOfOtherHost,
      text: #""generate": {"host": "uni-app", "android": {"emit": §["app_config"]}}, "#
        + module("")),
    Row(rule: .settingOfOtherHost, text: #""generate": {"plugin": §"a"}, "# + module("")),
    Row(
      rule: .settingOfOtherHost,
      text: #""generate": {"ios": {"infoPlist": §"a.plist"}}, "# + module("")),
    Row(
      rule: .settingOfOtherHost,
      text: #""generate": {"host": "uni-app", "plugin": "a/ac"}, "modules": [{"name": "acme", "#
        + #""android": "a.A", "ios": {"class": "A", "if": §"DEBUG"}}]"#),
    Row(
      rule: .settingOfOtherHost,
      text: #""generate": {"host": "uni-app", "plugin": "a/ac"}, "modules": [§{"name": "acme", "#
        + #""ios": "A", "android": "a.A", "targetExecuteThread": "javaScript"}]"#),
    Row(
      rule: .settingOfOtherHost,
      text: #""generate": {"host": "uni-app", "plugin": "a/ac"}, "#
        + #""widgets": [§{"name": "a", "path": "/widget/a", "ios": "A", "android": "a.A"}]"#),
    Row(
      rule: .nameOutsidePlugin,
      text: #""generate": {"host": "uni-app", "plugin": "nativeplugins/Acme-Scan"}, "#
        + #""modules": [{"name": §"acme-scan", "ios": "A", "android": "a.A"}]"#),
    Row(
      rule: .invalidName,
      text: #""generate": {"host": "uni-app", "plugin": §"nativeplugins/1-scan"}, "# + module("")),
    Row(
      rule: .invalidOutputPath,
      text: #""generate": {"host": "uni-app", "plugin": §"../acme"}, "# + module("")),
  ]

  @Test("each rule reports the byte of its violation", arguments: shape + names + methods + others)
  func row(_ row: Row) throws {
    let marked = config(around: row.text)
    let text = marked.replacing("§", with: "")
    let mark = try #require(marked.utf8.firstRange(of: "§".utf8)).lowerBound
    let offset = marked.utf8.distance(from: marked.startIndex, to: mark)
    let position = TextPosition(ofByte: offset, in: Array(text.utf8))
    // Few rows have output folders.
    let common = row.rule == .missingOutputFolder ? [] : [RegistryRule.missingOutputFolder]
    let expected = row.alongside.union(common)
    let findings = try read(text).findings.filter { !expected.contains($0.rule) }
    #expect(findings.map(\.rule) == [row.rule], "\(findings)")
    #expect(findings.map(\.position) == [position], "\(findings)")
  }

  @Test("every rule of the description has a row or a separate test")
  func complete() {
    let elsewhere: Set<RegistryRule> = [
      .notReadable, .deviceCopy, .duplicateKey, .placeholder, .unknownOutput, .lineEndings,
      .outputIgnored,
    ]
    let rows = Self.shape + Self.names + Self.methods + Self.others
    #expect(
      Set(rows.map(\.rule)).union(elsewhere)
        == Set(RegistryRule.allCases.filter { !$0.concernsSources }))
  }

  @Test("an error of the text is a finding")
  func text() throws {
    for (text, rule, position) in [
      ("{ \"a\": 1,\n  \"a\": 2 }", RegistryRule.duplicateKey, TextPosition(line: 2, column: 3)),
      ("module.exports = {\n  a: process.env.X }", .notReadable, .init(line: 2, column: 6)),
      (String(repeating: "[", count: 100), .tooLarge, .init(line: 1, column: 65)),
      ("[]", .malformed, .init(line: 1, column: 1)),
    ] {
      let parsed = try read(text)
      #expect(parsed.registry == nil)
      #expect(parsed.findings.map(\.rule) == [rule])
      #expect(parsed.findings.map(\.position) == [position])
    }
  }

  @Test("a missing name or version is a warning")
  func placeholder() throws {
    let text = """
      { "version": { "android": "eros-template-version", "iOS": "1.0.0" },
        "modules": [{"name": "a", "ios": "A", "android": "a.A"}] }
      """
    let findings = try read(text).findings.filter { $0.rule != .missingOutputFolder }
    #expect(findings.map(\.rule) == [.placeholder, .placeholder])
    #expect(findings.map(\.location) == ["eros.native.json:1:1", "eros.native.json:1:27"])
  }

  @Test("an output with the path of the description is an error")
  func overwriting() throws {
    let text = config(around: #""generate": {"lock": "a/b.json"}, "# + Self.module(""))
    let parsed = try ParsedRegistry.read(Array(text.utf8), file: "x/a/b.json", source: "a/b.json")
    #expect(parsed.findings.map(\.rule).contains(.invalidOutputPath))
    #expect(try !read(text).findings.map(\.rule).contains(.invalidOutputPath))
  }

  @Test("the message about a method that is synchronous on one platform only says so")
  func synchronousPlatform() throws {
    for (isSync, message) in [
      (true, "'a' is asynchronous on iOS, but synchronous on Android"),
      (false, "'a' is synchronous on iOS, but asynchronous on Android"),
    ] {
      let text = config(
        around: Self.method(
          #"{"name": "a", "returns": "string", "sync": \#(!isSync), "android": {"sync": \#(isSync)}}"#
        ))
      let findings = try read(text).findings.filter { $0.rule == .platformsDisagree }
      #expect(findings.map(\.message.description) == [message])
    }
  }

  @Test(
    "settings that Rexxar has on each platform of the app have no note",
    arguments: [
      #""routes": {"scheme": "acme", "mapURL": "https://a.example/r?a=%2F"}"#,
      #""routes": {"host": "rexxar-container", "cachePath": "rexxar-douban", "resourcePath": "rexxar"}"#,
      #""generate": {"android": {"enabled": false}}, "routes": {"host": "pages"}"#,
    ])
  func rexxarSettings(text: String) throws {
    #expect(try read(config(around: text)).findings == [])
  }

  @Test("the message about an invalid name includes the invalid character")
  func invalidCharacter() throws {
    let text = config(around: #""modules": [{"name": "bm.axios", "ios": "A"}]"#)
    #expect(
      try read(text).findings.map(\.message.description).contains {
        $0.contains("contains '.', but must be")
      })
  }

  @Test(
    "conditions are those that compilers accept",
    arguments: [
      ("DEBUG", true, true), ("!A && B||C", true, true), ("defined(A) && !defined B", true, false),
      ("(A || B) && 1", true, false), ("", false, false), ("A B", false, false),
      ("A &&", false, false), ("A & B", false, false), ("(A", false, false), ("A)", false, false),
      ("!", false, false), ("defined", false, false), ("defined(A", false, false),
      ("defined(1)", false, false),
    ])
  func condition(text: String, isOfC: Bool, isOfSwift: Bool) throws {
    for (language, isFine) in [("objc", isOfC), ("swift", isOfC && isOfSwift)] {
      let parsed = try read(
        config(
          around: #""generate": {"ios": {"out": "i", "language": ""# + language
            + #""}}, "modules": [{"name": "a", "ios": {"class": "A", "if": ""# + text + #""}}]"#))
      #expect(parsed.isUsable == isFine, "\(language): \(parsed.findings)")
    }
  }

  @Test("nested named types are read in linear time")
  func manyTypes() throws {
    let inner = { (name: String) in
      String(repeating: #"{"a": "#, count: 50) + "\"\(name)\"" + String(repeating: "}", count: 50)
    }
    let deep = (0..<900).map { #""T\#($0)": "# + inner($0 < 899 ? "T\($0 + 1)" : "string") }
    let method = Self.method(#"{"name": "a", "args": ["b: T0"]}"#)
    let parsed = try read(
      config(around: #""types": {"# + deep.joined(separator: ", ") + "}, " + method))
    #expect(parsed.findings.map(\.rule).contains(.tooLarge))

    let wide = (0..<900).map { index in
      "\"T\(index)\": {"
        + (0..<200).map { "\"a\($0)\": \"T\((index * 7 + $0) % 900)\"" }.joined(separator: ",")
        + "}"
    }
    let text = config(around: #""types": {"# + wide.joined(separator: ", ") + "}, " + method)
    let time = try processorTime {
      let parsed = try read(text)
      #expect(!parsed.isUsable)
    }
    #expect(time < .seconds(20))
  }

  @Test("findings have a JSON pointer")
  func pointer() throws {
    let parsed = try read(
      config(around: #""modules": {"a": {"ios": "A", "android": "a.A", "doc/~": 1}}"#))
    #expect(parsed.findings.map(\.subject).contains("/modules/a/doc~1~0"))
    let second = try read(
      config(around: #""modules": [{"name": "a", "ios": "A"}, {"name": "b!", "ios": "B"}]"#))
    #expect(second.findings.map(\.subject).contains("/modules/1/name"))
  }

  @Test("explicitly allowed declarations are not findings")
  func allowed() throws {
    for text in [
      #""modules": [{"name": "storage", "overrides": true, "ios": "A", "android": "a.A"}]"#,
      #""modules": [{"name": "a", "enabled": "false", "ios": "A"}]"#,
      Self.method(#"{"name": "a", "args": ["b: string?", "done: callback"]}"#),
      Self.module(#", "since": "1.2", "methods": [{"name": "a", "since": "1.2.0"}]"#),
      Self.module(
        #", "since": {"ios": "9.0"}, "methods": [{"name": "a", "since": {"android": "1.0"}}]"#),
      Self.method(
        #"{"name": "a", "platforms": ["ios"], "ios": {"args": ["b: 'x'|1?"], "selector": "a::"}}"#
      ).replacing("a::", with: "a:"),
    ] {
      #expect(
        try read(config(around: text)).findings.allSatisfy { $0.rule == .missingOutputFolder })
    }
  }
}
