import ErosCore
import ErosNativeTestSupport
import ErosRegistry
import ErosSyntax
import ErosTestSupport
import Testing

@testable import ErosSources

/// One test for each row of the tables of registrations, members and frameworks.
@Suite("Idioms of native sources")
struct IdiomTests {
  private static func sources(_ files: MarkedSources) -> NativeSources {
    files.sorted { $0.key < $1.key }.reduce(into: NativeSources()) {
      $0.add(Array($1.value.utf8), file: $1.key)
    }
  }

  /// The entries of the adopted sections, as `section name`.
  private static func adopted(_ files: MarkedSources) throws -> Set<String> {
    let root = try Adoption(of: sources(files)).description.object
    let sections = [
      "modules", "components", "handlers", "embedViews", "widgets", "containerAPIs", "decorators",
      "proxies", "jsApis",
    ]
    return Set(
      sections.flatMap { section in
        (root?[section]?.array ?? []).map { node in
          let entry = node.value.object
          let name =
            entry?["name"]?.string ?? entry?["type"]?.string
            ?? entry?["names"]?.array?.compactMap(\.value.string).joined(separator: ",")
            ?? entry?["ios"]?.object?["protocol"]?.string ?? "?"
          return "\(section) \(name)"
        }
      })
  }

  /// The members of the first component, by section.
  private static func members(_ files: MarkedSources, _ section: String) throws -> [String] {
    let root = try Adoption(of: sources(files)).description.object
    let component = root?["components"]?.array?.first?.value.object
    return (component?[section]?.array ?? []).compactMap { $0.value.object?["name"]?.string }
  }

  // MARK: Registrations

  /// The row of a table, the smallest source, and what it registers.
  static let registrations: [(file: String, row: String, code: String, registered: String)] = [
    (
      "A.m", "registerModule:withClass:",
      "[WXSDKEngine registerModule:@\"pay\" withClass:[Pay class]];", "module pay Pay"
    ),
    (
      "A.m", "registerComponent:withClass:",
      "[WXSDKEngine registerComponent:@\"map\" withClass:Map.class];", "component map Map"
    ),
    (
      "A.m", "registerComponent:withClass:withProperties:",
      "[WXSDKEngine registerComponent:@\"map\" withClass:[Map class] withProperties:@{}];",
      "component map Map"
    ),
    (
      "A.m", "registerHandler:withProtocol:",
      "[E registerHandler:[H new] withProtocol:@protocol(P)];", "handler P H"
    ),
    (
      "A.m", "registerHandler:withProtocol:",
      "[E registerHandler:[[H alloc] init] withProtocol:@protocol(P)];", "handler P H"
    ),
    (
      "A.m", "registerHandler:withProtocol:",
      "[E registerHandler:[H shared] withProtocol:NSProtocolFromString(@\"P\")];", "handler P H"
    ),
    (
      "A.m", "registerHandler:withProtocol:",
      "[E registerHandler:[NSClassFromString(@\"H\") new] withProtocol:NSProtocolFromString(@\"P\")];",
      "handler P H"
    ),
    (
      "A.m", "registerComponentWithName:clsName:",
      "[p registerComponentWithName:@\"v_a\" clsName:@\"View\"];", "embedView v_a View"
    ),
    ("A.m", "setWidgets:", "[RXRViewController setWidgets:@[[W new]]];", "widget W W"),
    ("A.m", "setContainerAPIs:", "[R setContainerAPIs:@[[G new]]];", "containerAPI G G"),
    ("A.m", "setDecorators:", "[R setDecorators:@[[Deco new]]];", "decorator Deco Deco"),
    ("A.m", "setProxies:", "[R setProxies:@[[Prox new]]];", "proxy Prox Prox"),
    ("A.m", "WX_PlUGIN_EXPORT_MODULE", "WX_PlUGIN_EXPORT_MODULE(pay, Pay)", "module pay Pay"),
    ("A.m", "WX_PLUGIN_EXPORT_MODULE", "WX_PLUGIN_EXPORT_MODULE(pay, Pay)", "module pay Pay"),
    (
      "A.m", "WX_PlUGIN_EXPORT_COMPONENT", "WX_PlUGIN_EXPORT_COMPONENT(a-map, Map)",
      "component a-map Map"
    ),
    (
      "A.m", "WX_PLUGIN_EXPORT_COMPONENT", "WX_PLUGIN_EXPORT_COMPONENT(a-map, Map)",
      "component a-map Map"
    ),
    ("A.m", "WX_PlUGIN_EXPORT_HANDLER", "WX_PlUGIN_EXPORT_HANDLER(H, P)", "handler P H"),
    ("A.m", "WX_PLUGIN_EXPORT_HANDLER", "WX_PLUGIN_EXPORT_HANDLER(H, P)", "handler P H"),
    (
      "A.swift", "registerModule(_:with:)", "WXSDKEngine.registerModule(\"pay\", with: Pay.self)",
      "module pay Pay"
    ),
    (
      "A.swift", "registerModule(_:withClass:)",
      "WXSDKEngine.registerModule(\"pay\", withClass: Pay.self)", "module pay Pay"
    ),
    (
      "A.swift", "registerComponent(_:with:)",
      "WXSDKEngine.registerComponent(\"map\", with: Map.self)", "component map Map"
    ),
    (
      "A.swift", "registerComponent(_:withClass:)",
      "WXSDKEngine.registerComponent(\"map\", withClass: Map.self)", "component map Map"
    ),
    (
      "A.swift", "registerComponent(_:with:withProperties:)",
      "WXSDKEngine.registerComponent(\"map\", with: Map.self, withProperties: [:])",
      "component map Map"
    ),
    (
      "A.swift", "registerComponent(_:withClass:withProperties:)",
      "WXSDKEngine.registerComponent(\"map\", withClass: Map.self, withProperties: [:])",
      "component map Map"
    ),
    (
      "A.swift", "registerComponent(withName:clsName:)",
      "p.registerComponent(withName: \"v_a\", clsName: \"View\")", "embedView v_a View"
    ),
    (
      "A.swift", "registerHandler(_:with:)", "WXSDKEngine.registerHandler(H(), with: P.self)",
      "handler P H"
    ),
    (
      "A.swift", "registerHandler(_:with:)",
      "WXSDKEngine.registerHandler(H(), with: NSProtocolFromString(\"P\")!)", "handler P H"
    ),
    (
      "A.swift", "registerHandler(_:withProtocol:)",
      "WXSDKEngine.registerHandler(H(), withProtocol: P.self)", "handler P H"
    ),
    ("A.swift", "setWidgets(_:)", "RXRViewController.setWidgets([W()])", "widget W W"),
    ("A.swift", "setContainerAPIs(_:)", "RXR.setContainerAPIs([G()])", "containerAPI G G"),
    ("A.swift", "setDecorators(_:)", "RXR.setDecorators([Deco()])", "decorator Deco Deco"),
    ("A.swift", "setProxies(_:)", "RXR.setProxies([Prox()])", "proxy Prox Prox"),
    (
      "A.java", "registerModule", "WXSDKEngine.registerModule(\"nat/device/battery\", B.class);",
      "module nat/device/battery a.B"
    ),
    (
      "A.java", "registerComponent", "WXSDKEngine.registerComponent(\"map\", Map.class);",
      "component map a.Map"
    ),
    (
      "A.java", "registerDomObject", "WXSDKEngine.registerDomObject(\"map\", Map.class);",
      "domObject map a.Map"
    ),
    (
      "A.java", "registerUniModule", "UniSDKEngine.registerUniModule(\"Acme-Pay\", Pay.class);",
      "module Acme-Pay a.Pay"
    ),
    (
      "A.java", "registerUniComponent", "UniSDKEngine.registerUniComponent(\"map\", Map.class);",
      "component map a.Map"
    ),
    (
      "A.java", "registerUniVContainer", "UniSDKEngine.registerUniVContainer(\"box\", Box.class);",
      "component box a.Box"
    ),
    (
      "A.java", "registerEmbedView/2",
      "MPEmbedViewHelper.registerEmbedView(V.class.getName(), \"v_a\");", "embedView v_a a.V"
    ),
    (
      "A.java", "registerH5Plugin/4",
      "MPNebula.registerH5Plugin(P.class.getName(), \"\", \"page\", new String[]{\"a\", H5Param.B, \"c\"});",
      "jsAPI a a.P, jsAPI c a.P"
    ),
    ("A.java", "addRexxarWidget/1", "view.addRexxarWidget(new W());", "widget W a.W"),
    ("A.java", "addContainerApi/1", "view.addContainerApi(new G());", "containerAPI G a.G"),
    ("A.java", "WeexModule", "@WeexModule(name = \"pay\") class Pay {}", "module pay a.Pay"),
    (
      "A.java", "WeexComponent", "@WeexComponent(names = {\"map\", \"plan\"}) class Map {}",
      "component map a.Map, component plan a.Map"
    ),
    (
      "A.java", "WeexDomObject", "@WeexDomObject(type = \"map\") class Map {}",
      "domObject map a.Map"
    ),
    (
      "A.java", "WeexAdapter", "@WeexAdapter(type = IWXHttpAdapter.class) class Http {}",
      "adapter IWXHttpAdapter a.Http"
    ),
    (
      "A.kt", "registerModule", "WXSDKEngine.registerModule(\"pay\", Pay::class.java)",
      "module pay a.Pay"
    ),
  ]

  /// A file with `code` in a function, unless it stands outside of classes.
  private static func text(_ file: String, _ code: String) -> String {
    let isOutside = code.hasPrefix("@") || code.hasPrefix("WX_")
    return switch file {
    case "A.m": isOutside ? code : "@implementation D\n- (void)f { \(code) }\n@end"
    case "A.swift": "class D { func f() {\n\(code)\n} }"
    case "A.kt": "package a\nclass D { fun f() {\n\(code)\n} }"
    default: "package a;\n" + (isOutside ? code : "class D { void f() { \(code) } }")
    }
  }

  private static func registered(_ file: String, _ code: String) -> String {
    sources([file: text(file, code)]).facts.registrations
      .map { "\($0.kind.name) \($0.name) \($0.className)" }.joined(separator: ", ")
  }

  @Test("each row of an idiom registers its name", arguments: registrations)
  func registration(file: String, row: String, code: String, registered: String) throws {
    #expect(Self.registered(file, code) == registered, "\(row)")
  }

  @Test("has a test for each row of registrations")
  func registrationRows() {
    let tested = Dictionary(grouping: Self.registrations, by: \.file)
      .mapValues { Set($0.map(\.row)) }
    let rows = [
      "A.m": Set(RegistrationIdiom.rows(for: .objectiveC).keys),
      "A.swift": Set(RegistrationIdiom.rows(for: .swift).keys),
      "A.java": Set(RegistrationIdiom.rows(for: .java).keys).union(AnnotationIdiom.rows.keys)
        .union(WrittenRegistration.androidCalls.keys),
    ]
    for (file, rows) in rows { #expect(rows.subtracting(tested[file] ?? []) == [], "\(file)") }
  }

  @Test("reads the objects in", arguments: RegistrationIdiom.objectLists.keys.sorted())
  func objectList(property: String) throws {
    let kind = try #require(RegistrationIdiom.objectLists[property])
    #expect(Self.registered("A.m", "RXRConfig.\(property) = @[[O new]];") == "\(kind.name) O O")
    #expect(Self.registered("A.swift", "RXRConfig.\(property) = [O()]") == "\(kind.name) O O")
  }

  @Test(
    "leaves to a person",
    arguments: RegistrationIdiom.manual + RegistrationIdiom.manualMethods.sorted()
      + RegistrationIdiom.interceptors.sorted())
  func manual(call: String) {
    let text = "import com.douban.rexxar.Rexxar;\nclass D { void f() { a.\(call)(b); } }"
    let facts = Self.sources(["A.java": text]).facts
    #expect(facts.manual.map(\.value) == [call] && facts.registrations.isEmpty)
  }

  @Test("each annotation exports its methods", arguments: ExportIdiom.rows.keys.sorted())
  func exported(annotation: String) throws {
    let row = try #require(ExportIdiom.rows[annotation])
    let exports = { (arguments: String) in
      Self.sources([
        "A.java": "class D { @\(annotation)(\(arguments)) public int go(String a) { return 1; } }"
      ]).facts.classes.flatMap(\.exports)
    }
    #expect(exports("\(row.isOnMain) = false").map(\.isSync) == [true])
    #expect(exports("\(row.isOnMain) = true").map(\.isSync) == [false])
    if !row.alias.isEmpty { #expect(exports("\(row.alias) = \"run\"").map(\.name) == ["run"]) }
    if !row.isExported.isEmpty { #expect(exports("\(row.isExported) = false").isEmpty) }
  }

  static let weexpack: [(file: String, text: String, entry: String)] = [
    (
      "WeexpluginConfig.xml",
      "<w><feature name='P'><param name='category' value='module'/><param name='ios-package' value='Pay'/><param name='api' value='pay'/></feature></w>",
      "modules pay"
    ),
    (
      "plugin.xml",
      "<p><config-file><feature name='M'><param name='category' value='component'/><param name='android-package' value='a.Map'/><param name='api' value='map'/></feature></config-file></p>",
      "components map"
    ),
    (
      "config.xml",
      "<w><feature name='M'><param name='category' value='component'/><param name='package' value='a.Map'/><param name='api' value='map'/></feature></w>",
      "components map"
    ),
  ]

  @Test("each file of weexpack adds its entry", arguments: weexpack)
  func weexpackFile(file: String, text: String, entry: String) throws {
    #expect(try Self.adopted([file: text]) == [entry])
    #expect(try Self.adopted([file: "<feature name='x'/>"]).isEmpty)
  }

  @Test(
    "reads the features of both platforms in 'plugin.xml' of weexpack",
    arguments: [
      // A section for each platform, with parameters that name it, and without.
      """
      <p><platform name='ios'><feature name='M'><param name='category' value='component'/><param name='ios-package' value='Map'/><param name='api' value='map'/></feature></platform>
      <platform name='android'><feature name='M'><param name='category' value='component'/><param name='android-package' value='a.Map'/><param name='api' value='map'/></feature></platform></p>
      """,
      """
      <p><platform name='android'><feature name='M'><param name='category' value='component'/><param name='package' value='a.Map'/><param name='api' value='map'/></feature></platform>
      <platform name='ios'><feature name='M'><param name='category' value='component'/><param name='package' value='Map'/><param name='api' value='map'/></feature></platform></p>
      """,
      // One feature for both.
      """
      <p><feature name='M'><param name='category' value='component'/><param name='ios-package' value='Map'/><param name='android-package' value='a.Map'/><param name='api' value='map'/></feature></p>
      """,
    ])
  func weexpackPlatforms(text: String) throws {
    let facts = Self.sources(["plugin.xml": text]).facts
    #expect(
      Set(facts.registrations.map { "\($0.platform) \($0.name) \($0.className)" })
        == ["ios map Map", "android map a.Map"])
    #expect(facts.fileCounts == [.ios: 1, .android: 1])
  }

  @Test("methods with '@nonobjc' are hidden, also in an extension with '@objc'")
  func hiddenMethods() throws {
    let text = """
      @objc extension A {
        func shown(to a: Int) {}
        @nonobjc func hidden() {}
        @nonobjc @objc(named) func exposed() {}
      }
      @objcMembers class B: NSObject { @nonobjc func hidden() {}
        func shown() {} }
      """
    let methods = Self.sources(["A.swift": text]).facts.classes.flatMap(\.methods)
    #expect(
      methods.filter(\.isExposed).map(\.name).sorted() == ["named", "shown", "shownTo:"])
    #expect(methods.count == 5)
  }

  // MARK: Members

  /// A registered component with the members `body`.
  private static func component(_ file: String, _ body: String) -> String {
    switch file {
    case "A.m":
      "@implementation Map : WXComponent\n\(body)\n@end\nvoid f() { [WXSDKEngine registerComponent:@\"map\" withClass:[Map class]]; }"
    case "A.swift":
      "class Map: WXComponent {\n\(body)\n}\nfunc f() { WXSDKEngine.registerComponent(\"map\", with: Map.self)\n}"
    case "A.kt":
      "package a\nclass Map : WXComponent() {\n\(body)\n}\nfun f() {\nWXSDKEngine.registerComponent(\"map\", Map::class.java)\n}"
    default:
      "package a;\nimport com.taobao.weex.common.Constants;\npublic class Map extends WXComponent {\n\(body)\nvoid f() { WXSDKEngine.registerComponent(\"map\", Map.class); } }"
    }
  }

  static let members: [(file: String, body: String, section: String, names: [String])] = [
    (
      "A.java",
      "boolean setProperty(String key, Object v) { switch (key) { case \"one\": case Constants.Name.SRC: return a(); case K: break; } return super.setProperty(key, v); } static final String K = \"name\";",
      "attributes", ["name", "one", "src"]
    ),
    (
      "A.java",
      "boolean setProperty(String p, Object v) { if (\"one\".equals(p)) { } else if (p.equals(\"two\")) { } else if (TextUtils.equals(p, \"three\")) { } else if (\"no\".equals(v)) { } }",
      "attributes", ["one", "three", "two"]
    ),
    (
      "A.java", "void initProperty(String key, Object v) { if (\"one\".equals(key)) { } }",
      "attributes", ["one"]
    ),
    (
      "A.java", "void updateProperties(Map<String, Object> props) { props.get(\"one\"); }",
      "attributes", ["one"]
    ),
    ("A.java", "void addEvent(String type) { if (\"tap\".equals(type)) { } }", "events", ["tap"]),
    (
      "A.kt",
      "override fun setProperty(key: String, v: Any): Boolean { when (key) { \"one\", \"two\" -> a()\n\"three\" -> { b() } } \n if (key == \"four\") c()\n return true }",
      "attributes", ["four", "one", "three", "two"]
    ),
    (
      "A.m",
      "- (void)updateAttributes:(NSDictionary *)attributes { for (NSString *key in attributes) { if ([key isEqualToString:@\"one\"]) { } else if ([@\"two\" isEqualToString:key]) { } } }",
      "attributes", ["one", "two"]
    ),
    (
      "A.m",
      "- (void)addEvent:(NSString *)eventName { if ([eventName isEqualToString:@\"tap\"]) { } }",
      "events", ["tap"]
    ),
    (
      "A.swift",
      "override func updateAttributes(_ attributes: [String: Any]) { for (key, value) in attributes { switch key { case \"one\", \"two\": a()\ndefault: break }\nif key == \"three\" { } } }",
      "attributes", ["one", "three", "two"]
    ),
    (
      "A.m", "- (void)f { x = attributes[@\"one\"]; y = [attributes objectForKey:@\"two\"]; }",
      "attributes", ["one", "two"]
    ),
    (
      "A.m",
      "- (void)f { x = [attributes acme_stringForKey:@\"one\"]; y = [[attributes safeObjectForKey:@\"two\" or:@\"x\"] intValue]; [attributes removeObjectForKey:@\"three\"]; }",
      "attributes", ["one", "two"]
    ),
    // Tables
    (
      "A.java",
      "static final Map<String, H> HS = new HashMap<>(); static { HS.put(\"one\", a); HS.put(Constants.Name.SRC, b); } boolean setProperty(String key, Object v) { H h = HS.get(key); return h != null; }",
      "attributes", ["one", "src"]
    ),
    (
      "A.java",
      "private final Map<String, H> hs = new HashMap<String, H>() {{ put(\"one\", a); put(\"two\", b); }}; boolean setProperty(String p, Object v) { if (this.hs.containsKey(p)) { } }",
      "attributes", ["one", "two"]
    ),
    (
      "A.java",
      "static final Map<String, H> HS = Map.of(\"one\", a, \"two\", \"no\"); H find(String name) { return HS.getOrDefault(name, null); } boolean setProperty(String key, Object v) { return find(key).set(v); }",
      "attributes", ["one", "two"]
    ),
    (
      "A.java",
      "static final Map<String, H> HS = Map.ofEntries(Map.entry(\"one\", a), entry(\"two\", b)); boolean setProperty(String key, Object v) { return HS.get(key).set(v); }",
      "attributes", ["one", "two"]
    ),
    (
      "A.java",
      "static final String[] NAMES = {\"one\", \"two\"}, COLORS = {\"no\"}; boolean setProperty(String key, Object v) { for (String n : NAMES) { if (n.equals(key)) { } } for (String c : COLORS) { if (c.equals(v)) { } } }",
      "attributes", ["one", "two"]
    ),
    (
      "A.java",
      "static final String[][] NAMES = {{\"one\", \"setOne\"}, {\"two\", \"setTwo\"}}; boolean setProperty(String key, Object v) { return Arrays.asList(NAMES).contains(key); }",
      "attributes", ["one", "two"]
    ),
    (
      "A.java",
      "void initProperty(String key, Object v) { H h = handlers().get(key); } Map<String, H> handlers() { Map<String, H> all = new HashMap<>(); all.put(\"one\", a); return all; }",
      "attributes", ["one"]
    ),
    (
      "A.java",
      "static final Set<String> TAPS = new HashSet<>(Arrays.asList(\"tap\", \"pan\")); void addEvent(String type) { if (TAPS.contains(type)) { } }",
      "events", ["pan", "tap"]
    ),
    (
      "A.kt",
      "private val hs: Map<String, (Any) -> Unit> = mapOf(\"one\" to { v -> a(v) }, \"two\" to ::b)\noverride fun setProperty(key: String, v: Any): Boolean { hs[key]?.invoke(v)\nreturn key in names }\ncompanion object { val names = listOf(\"three\") }",
      "attributes", ["one", "three", "two"]
    ),
    (
      "A.kt",
      "override fun setProperty(key: String, v: Any) = when (key) { \"one\" -> a()\nelse -> b() }",
      "attributes", ["one"]
    ),
    (
      "A.m",
      "static NSDictionary *kSetters;\n+ (void)initialize { kSetters = @{@\"one\": NSStringFromSelector(@selector(setOne:)), @\"two\": @\"setTwo:\"}; }\n- (void)updateAttributes:(NSDictionary *)attributes { for (NSString *key in attributes) { SEL s = NSSelectorFromString(kSetters[key]); } }",
      "attributes", ["one", "two"]
    ),
    (
      "A.m",
      "- (NSDictionary *)setters { return @{@\"one\": @\"setOne:\"}; }\n- (void)updateAttributes:(NSDictionary *)attributes { [[self setters] enumerateKeysAndObjectsUsingBlock:^(NSString *name, NSString *sel, BOOL *stop) { id v = attributes[name]; }]; }",
      "attributes", ["one"]
    ),
    (
      "A.m",
      "- (void)prepare { [_setters setObject:@\"setOne:\" forKey:@\"one\"]; _setters[@\"two\"] = @\"setTwo:\"; }\n- (void)updateAttributes:(NSDictionary *)attributes { for (NSString *k in attributes) { [self apply:k]; } }\n- (void)apply:(NSString *)field { [_setters objectForKey:field]; }",
      "attributes", ["one", "two"]
    ),
    (
      "A.m",
      "- (void)updateAttributes:(NSDictionary *)attributes { NSArray *names = @[@\"one\", @\"two\"]; for (NSString *name in names) { x = [attributes objectForKey:name]; } }",
      "attributes", ["one", "two"]
    ),
    (
      "A.swift",
      "lazy var setters: [String: (Any) -> Void] = [\"one\": { v in a(v) }, \"two\": b]\noverride func updateAttributes(_ attributes: [String: Any]) { for (key, value) in attributes { setters[key]?(value) } }",
      "attributes", ["one", "two"]
    ),
    (
      "A.swift",
      "static let setters = [\"one\": a]\noverride func updateAttributes(_ attributes: [String: Any]) { Self.setters.forEach { name, set in set(attributes[name]) } }",
      "attributes", ["one"]
    ),
  ]

  /// The rows of components; `PageDriftTests` has the messages of embedded views.
  private static let memberRows = MemberIdiom.rows.filter { $0.kind != .message }

  @Test(
    "follows the key of",
    arguments: memberRows.flatMap { row in row.functions.map { (row, $0) } })
  func keyFunction(row: MemberIdiom, function: String) throws {
    let body = "void \(function)(String p, Object v) { if (\"one\".equals(p)) { } }"
    let section = row.kind == .event ? "events" : "attributes"
    #expect(try Self.members(["A.java": Self.component("A.java", body)], section) == ["one"])
  }

  @Test(
    "follows a key with the name",
    arguments: memberRows.flatMap { row in row.keys.sorted().map { (row, $0) } })
  func keyName(row: MemberIdiom, key: String) throws {
    let function = row.kind == .event ? "addEvent" : "setProperty"
    let body =
      "- (void)\(function):(NSString *)\(key) { if ([\(key) isEqualToString:@\"one\"]) { } }"
    let section = row.kind == .event ? "events" : "attributes"
    #expect(try Self.members(["A.m": Self.component("A.m", body)], section) == ["one"])
  }

  /// The attributes of a component that does something with its key and the table `T`, whose key is `one`.
  private static func attributes(with code: String, in file: String) throws -> [String] {
    let body =
      file == "A.m"
      ? "- (void)a { T[@\"one\"] = b; }\n- (void)updateAttributes:(NSDictionary *)attributes { for (NSString *key in attributes) { \(code) } }"
      : "void a() { T.put(\"one\", b); } boolean setProperty(String key, Object v) { \(code) }"
    return try members([file: component(file, body)], "attributes")
  }

  @Test("compares a key with", arguments: MemberIdiom.comparisons.sorted())
  func comparison(call: String) throws {
    let isObjectiveC = call.hasPrefix("isEqual")
    let code = isObjectiveC ? "if ([key \(call):@\"two\"]) { }" : "if (\"two\".\(call)(key)) { }"
    #expect(try Self.attributes(with: code, in: isObjectiveC ? "A.m" : "A.java") == ["two"])
  }

  @Test("looks up a key with", arguments: MemberIdiom.lookups.sorted())
  func lookup(call: String) throws {
    let isObjectiveC = call.hasSuffix(":")
    let code = isObjectiveC ? "[T \(call)key];" : "T.\(call)(key);"
    #expect(try Self.attributes(with: code, in: isObjectiveC ? "A.m" : "A.java") == ["one"])
  }

  @Test("passes keys to the block of", arguments: MemberIdiom.loops.sorted())
  func loop(call: String) throws {
    let code =
      call.hasSuffix(":")
      ? "[T \(call)^(NSString *name, id set, BOOL *stop) { x = attributes[name]; }];"
      : "T.\(call)((name, set) -> { v.get(name); });"
    #expect(try Self.attributes(with: code, in: call.hasSuffix(":") ? "A.m" : "A.java") == ["one"])
  }

  @Test("computes a member with", arguments: MemberIdiom.computations.sorted())
  func computation(call: String) throws {
    let code =
      switch call {
      case "setValue:forKey:": "[self setValue:v forKey:key];"
      case _ where call.hasSuffix(":"): "if ([key \(call)@\"data-\"]) { }"
      case _ where call == "NSSelectorFromString" || call == "Selector": "\(call)(key);"
      case "hasPrefix", "startsWith": "if (key.\(call)(\"data-\")) { }"
      default: "a.\(call)(\"set\" + key);"
      }
    let file = call.hasSuffix(":") || call == "NSSelectorFromString" ? "A.m" : "A.java"
    let body =
      file == "A.m"
      ? "- (void)updateAttributes:(NSDictionary *)attributes { for (NSString *key in attributes) { \(code) } }"
      : "boolean setProperty(String key, Object v) { \(code) }"
    let found = try Adoption(of: Self.sources([file: Self.component(file, body)])).findings
    #expect(found.map(\.code) == ["N099"], "\(found)")
  }

  @Test("adds a key to a table with", arguments: MemberIdiom.insertions.sorted())
  func insertion(call: String) throws {
    let code =
      switch call {
      case "entry": "NAMES = Map.ofEntries(Map.entry(\"two\", b));"
      case "Pair": "NAMES = Arrays.asList(new Pair(\"two\", b));"
      default: "NAMES.\(call)(\"two\", b);"
      }
    let body = "void a() { \(code) } boolean setProperty(String key, Object v) { NAMES.get(key); }"
    #expect(
      try Self.members(["A.java": Self.component("A.java", body)], "attributes") == ["two"])
  }

  @Test("finds the path in")
  func paths() {
    let paths = { (file: String, text: String) in
      Self.sources([file: text]).facts.classes.flatMap(\.paths).map(\.value)
    }
    for (language, functions) in MemberIdiom.pathFunctions {
      for function in functions {
        let found =
          switch language {
          case .objectiveC:
            paths(
              "A.m",
              "@implementation W\n- (BOOL)\(function)(id)a { return [a isEqual:@\"/widget/w\"]; }\n@end"
            )
          case .swift:
            paths(
              "A.swift", "class W { func \(function)(_ a: URL) -> Bool { a == \"/widget/w\" } }")
          case .kotlin: paths("A.kt", "class W { fun \(function)() = \"/widget/w\" }")
          default: paths("A.java", "class W { String \(function)() { return \"/widget/w\"; } }")
          }
        #expect(found == ["/widget/w"], "\(language) \(function)")
      }
    }
  }

  @Test("finds the keys that a subclass adds to the table of its base class")
  func inheritedTable() throws {
    let base =
      "package a; class Base extends WXComponent { Map<String, H> hs = new HashMap<>(); boolean setProperty(String key, Object v) { return hs.get(key) != null; } }"
    let files = [
      "Base.java": base,
      "Map.java":
        "package a; public class Map extends Base { Map() { hs.put(\"one\", a); other.put(\"no\", b); } void f() { WXSDKEngine.registerComponent(\"map\", Map.class); } }",
      "Other.java": "package a; class Other extends Base { Other() { hs.put(\"no\", a); } }",
    ]
    #expect(try Self.members(files, "attributes") == ["one"])
  }

  /// Functions whose attributes are not known, each with the position and the reason of its note.
  static let unread: [(file: String, body: String, note: String)] = [
    (
      "A.java", "boolean setProperty(String key, Object v) { return Props.ALL.get(key).set(v); }",
      "4:65 no source defines the keys of 'Props.ALL', so these attributes are not compared"
    ),
    (
      "A.java",
      "boolean setProperty(String key, Object v) { return hs.get(key).set(v); }\nvoid g() { hs.put(name(), a); }",
      "4:58 no source defines the keys of 'hs', so these attributes are not compared"
    ),
    (
      "A.java",
      "boolean setProperty(String key, Object v) { getClass().getMethod(\"set\" + key).invoke(v); }",
      "4:65 the name of this attribute is computed, so it is not compared"
    ),
    (
      "A.java", "void fire(String type) { fireEvent(type, data); }",
      "4:36 the name of this event is computed, so it is not compared"
    ),
    (
      "A.kt",
      "override fun setProperty(key: String, v: Any) { if (key.startsWith(\"data-\")) a() }",
      "3:67 the name of this attribute is computed, so it is not compared"
    ),
    (
      "A.m",
      "- (void)updateAttributes:(NSDictionary *)attributes { for (NSString *key in attributes) { SEL s = NSSelectorFromString([@\"set\" stringByAppendingString:key]); } }",
      "2:119 the name of this attribute is computed, so it is not compared"
    ),
    (
      "A.swift",
      "override func updateAttributes(_ attributes: [String: Any]) { for (key, value) in attributes { switch Prop(rawValue: key) { default: a() } } }",
      "2:107 no source defines the keys of 'Prop', so these attributes are not compared"
    ),
    (
      "A.swift",
      "override func updateAttributes(_ attributes: [String: Any]) { for key in attributes.keys { perform(Selector(\"set\\(key)\")) } }",
      "2:108 the name of this attribute is computed, so it is not compared"
    ),
  ]

  @Test("a member that cannot be compared is a note", arguments: unread)
  func unreadMember(file: String, body: String, note: String) throws {
    let found = try Adoption(of: Self.sources([file: Self.component(file, body)])).findings
    #expect(
      found.map { "\($0.position.map { "\($0)" } ?? "") \($0.message)" } == [note], "\(found)")
    #expect(found.allSatisfy { $0.code == "N099" && $0.severity == .note })
    // Another class than a component may look up anything.
    let other = Self.component(file, body).replacing("registerComponent", with: "other")
    #expect(try Adoption(of: Self.sources([file: other])).findings.isEmpty)
  }

  /// Classes with more keys than are followed: functions that share a long helper, and lookups in a large table.
  static let unfollowed = [
    (0..<40).map { "boolean setProperty\($0)(String key) { f(key); }\n" }.joined()
      + "void f(String key) {" + String(repeating: " a(b);", count: 500) + "}",
    "boolean setProperty(String key, Object v) {"
      + (0..<300).map { "T.put(\"a\($0)\", b); T.get(key);\n" }.joined() + "}",
  ]

  @Test("notes the limit on keys once for each class", arguments: unfollowed)
  func keyLimit(body: String) throws {
    let found = try Adoption(of: Self.sources(["A.java": Self.component("A.java", body)])).findings
    #expect(
      found.map(\.message.description) == [
        "this class has too many keys to follow, so its attributes are not compared"
      ])
  }

  @Test("the members that a class uses are found", arguments: members)
  func member(file: String, body: String, section: String, names: [String]) throws {
    #expect(try Self.members([file: Self.component(file, body)], section) == names)
  }

  private static func drift(_ files: MarkedSources, _ scripts: [String: String]) throws -> [String]
  {
    let sources = sources(files)
    var uses = JSUses()
    for (name, text) in scripts { uses.add(Array(text.utf8), file: name) }
    return try ParsedRegistry.undescribed(sources).drift(from: uses, sources: sources)
      .map { "\($0.code) \($0.severity)" }
  }

  private static let hook =
    "package a; public class Hook extends WXInput { @WXComponentProp(name = \"mine\") public void m(String s) {} void f() { WXSDKEngine.registerComponent(TAG, Hook.class); } }"

  @Test(
    "inherits the members of the SDK's components",
    arguments: ["WXBasicComponentType.INPUT", "\"acme-input\""])
  func inherited(tag: String) throws {
    let name = tag.hasPrefix("\"") ? "acme-input" : "input"
    let page =
      "<template><\(name) mine=\"a\" placeholder=\"b\" @input=\"c\" name=\"d\"/></template>"
    let java =
      "import com.taobao.weex.ui.component.WXBasicComponentType;\n"
      + Self.hook.replacing("TAG", with: tag)
    let files = ["Hook.java": java]
    #expect(try Self.drift(files, ["a.vue": page.replacing(" name=\"d\"", with: "")]) == [])
    #expect(try Self.drift(files, ["a.vue": page]) == ["J05 warning"])
    // An unknown base class may read the attribute.
    let stranger = ["Hook.java": java.replacing("WXInput", with: "StrangeInput")]
    #expect(try Self.drift(stranger, ["a.vue": page]).allSatisfy { $0 == "J05 note" })
  }

  @Test("knows the methods that categories add to modules of the SDK")
  func categories() throws {
    let category =
      "@implementation WXWebViewModule (Acme)\nWX_EXPORT_METHOD(@selector(acme:))\n- (void)acme:(id)a {}\n@end"
    let script = "const w = weex.requireModule('webview'); w.acme(); w.gone();"
    #expect(try Self.drift(["C.m": category], ["a.js": script]) == ["J02 error"])
  }

  // MARK: Frameworks

  static let frameworks: [(file: String, text: String, module: String)] = [
    ("A.java", "class A { void f() { BindingX.register(); } }", "bindingx"),
    ("Podfile", "pod 'WeexGcanvas'", "gcanvas"),
    ("Podfile", "pod 'natjs-battery'", "nat/device/battery"),
    ("build.gradle", "compile 'com.github.aygtech:weexbox:1.0'", "wb-router"),
    ("build.gradle", "implementation 'com.acme:weex-pay:1.0'", "pay"),
    ("A.m", "#import <BMBaseLibrary/BMMediatorManager.h>", "bmWXPay"),
    ("A.m", "#import <BMBaseLibrary/BMMediatorManager.h>", "binding"),
    ("A.java", "import com.eros.framework.BMWXApplication;", "expressionBinding"),
  ]

  @Test(
    "the mark of a framework is recognized",
    arguments: FrameworkPreset.all.flatMap { row in row.marks.map { (row, $0) } })
  func frameworkMark(framework: FrameworkPreset, mark: String) {
    let names = { (file: String, text: String) in
      Self.sources([file: text]).facts.frameworks.map(\.name)
    }
    let isAndroid = framework.platform == .android
    #expect(names(isAndroid ? "A.java" : "A.m", "// \(mark)").contains(framework.name))
    #expect(!names(isAndroid ? "A.m" : "A.java", "//").contains(framework.name))
  }

  @Test("notes the modules of", arguments: frameworks)
  func framework(file: String, text: String, module: String) throws {
    let native = ["B.m": "@implementation B\n@end", "B.java": "class B {}"]
    let script = "weex.requireModule('\(module)')"
    var files = native
    files[file] = text
    let found = try Self.drift(files, ["a.js": script])
    #expect(
      found.allSatisfy { $0.hasSuffix("note") } || file.hasPrefix("build") || file == "Podfile",
      "\(found)")
    #expect(try Self.drift(native, ["a.js": script]) == ["J01 error"])
    let own = native.filter {
      $0.key.hasSuffix(file == "Podfile" || file == "A.m" ? ".m" : ".java")
    }
    .merging([file: text]) { $1 }
    #expect(try Self.drift(own, ["a.js": script]) == ["J01 note"])
  }

  @Test("takes no target, plugin, tool, repository or local module for a framework")
  func targets() throws {
    let files = [
      "Podfile": "target 'WeexDemo' do\n  pod 'WeexSDK'\n  pod 'WeexCore', :path => '../'\nend",
      "B.m": "@implementation B\n@end",
      "build.gradle":
        "apply plugin: 'com.acme.weex.plugin'\nmaven { url 'https://acme.com/weex' }\n"
        + "dependencies { compile project(':weexcore')\n"
        + "compile 'com.taobao.android:weexplugin-annotation:1.3' }",
      "B.java": "class B {}",
    ]
    #expect(try Self.drift(files, ["a.js": "weex.requireModule('gone')"]) == ["J01 error"])
  }

  @Test("reports a module on the platform without a framework that may offer it")
  func otherPlatform() throws {
    let files = [
      "Podfile": "pod 'WeexImagePicker'", "B.m": "@implementation B\n@end", "B.java": "class B {}",
    ]
    #expect(try Self.drift(files, ["a.js": "weex.requireModule('imagePicker')"]) == ["J03 error"])
  }

  @Test("notes names that native code for HarmonyOS may offer")
  func unsupported() throws {
    let files = ["B.m": "@implementation B\n@end", "B.java": "class B {}"]
    let scripts = [
      "a.js": "weex.requireModule('gone'); weex.requireModule('dom').gone()",
      "b.vue": "<template><a><gone/></a></template>",
    ]
    #expect(try Self.drift(files, scripts) == ["J01 error", "J02 error", "J04 warning"])
    let other = files.merging(["A.ets": "export class A {}"]) { $1 }
    #expect(try Self.drift(other, scripts) == ["J01 note", "J02 note", "J04 note"])
    #expect(try Adoption(of: Self.sources(other)).findings.map(\.code) == ["W095"])
  }

  @Test("skips the JavaScript framework of the host")
  func hostScript() throws {
    let script =
      "console.warn('[JS Framework] Vm#$openURL is deprecated'); weex.requireModule('gone')"
    #expect(try Self.drift([:], ["a.js": script]) == ["N096 note"])
  }

  @Test("reads a handwritten script with one long line")
  func longLine() throws {
    let call = "weex.requireModule('gone');\n"
    let line = "var table = [function(){" + String(repeating: "a();", count: 300) + "}];\n"
    let rest = String(repeating: "call();\n", count: 400)
    #expect(
      try Self.drift([:], ["js/service.js": call + line + rest]).first?.hasPrefix("J01") == true)
    #expect(try Self.drift([:], ["js/service.js": call + line]) == ["N097 note"])
  }

  @Test("recognizes Eros also in an app with an empty description")
  func eros() throws {
    let sources = Self.sources(["A.m": "#import \"BMMediatorManager.h\"\n@implementation A\n@end"])
    var uses = JSUses()
    uses.add(Array("weex.requireModule('bmRouter').back()".utf8), file: "a.js")
    let parsed = try read(config(around: #""url": {}"#))
    #expect(parsed.drift(from: uses, sources: sources).isEmpty)
  }

  // MARK: Swift and Objective-C

  @Test("finds the methods of a Swift subclass for the exports of its base class")
  func subclass() throws {
    let base = "@implementation Base\nWX_EXPORT_METHOD(@selector(open:))\n@end"
    let parsed = try read(config(around: #""modules": [{"name": "m", "ios": "Sub"}]"#))
    let codes = { (swift: String) in
      parsed.drift(from: Self.sources(["Base.m": base, "Sub.swift": swift])).map(\.code)
    }
    #expect(!codes("class Sub: Core.Base { override func open(_ a: Any) {} }").contains("D10"))
    #expect(codes("class Other: NSObject { @objc func open(_ a: Any) {} }").contains("D10"))
  }
}
