import ErosCore
import ErosNativeTestSupport
import ErosRegistry
import ErosSources
import ErosTestSupport
import Testing

/// Widgets, container APIs, decorators and JS APIs: classes that Rexxar and mPaaS receive.
@Suite("Registrations of Rexxar and mPaaS")
struct ObjectRegistrationTests {
  private func adoption(_ files: MarkedSources) throws -> Adoption {
    var sources = NativeSources()
    for (file, text) in files.sorted(by: { $0.key < $1.key }) {
      sources.add(Array(text.utf8), file: file)
    }
    let adoption = try Adoption(of: sources)
    let parsed = try ParsedRegistry.read(adoption.text, file: "eros.native.json")
    #expect(parsed.isUsable, "\(parsed.findings)")
    #expect(try Adoption(of: sources, onto: parsed).addedCount == 0)
    let undeclared = parsed.drift(from: sources).filter { $0.rule == .registrationUndeclared }
    #expect(undeclared.filter { !$0.message.contains("Odd") } == [])
    return adoption
  }

  private func paths(_ adoption: Adoption, _ section: String) -> [String] {
    (adoption.description.object?[section]?.array ?? []).compactMap {
      $0.value.object?["path"]?.string
    }
  }

  private static func widget(_ name: String, _ path: String) -> String {
    "@interface \(name) : NSObject <RXRWidget>\n@end\n@implementation \(name)\n"
      + "- (BOOL)canPerformWithURL:(NSURL *)u { return [u.path isEqualToString:@\"\(path)\"]; }\n@end\n"
  }

  private static let title = widget("Title", "/widget/nav_title")

  @Test(
    "the widgets of a controller are described by their paths",
    arguments: [
      ("S.m", "c.widgets = @[[Title new], [[Menu alloc] initWithItems:@[]]];"),
      ("S.m", "Title *t = [[Title alloc] init]; [c setWidgets:@[t, [Menu new]]];"),
      ("S.m", "NSArray *all = @[[Title new], [Menu new]]; c.widgets = all;"),
      ("S.m", "c.activities = @[[Title new], [Menu new]];"),
      ("S.swift", "c.widgets = [Title(), Menu(items: [])]"),
      ("S.swift", "let all: [RXRWidget] = [Title(), Menu()]\nself.c.widgets = all"),
    ])
  func widgets(file: String, body: String) throws {
    let text =
      file.hasSuffix(".m")
      ? "#import <RXRModel.h>\n@implementation S\n- (void)f { \(body) }\n@end"
      : "import RXRModel\nclass S { func f() {\n\(body)\n} }"
    let files = [
      file: text, "Title.m": Self.title, "Menu.m": Self.widget("Menu", "/widget/nav_menu"),
      "Old.m": Self.widget("Old", "/widget/old"),
    ]
    let found = try adoption(files)
    #expect(paths(found, "widgets") == ["/widget/nav_menu", "/widget/nav_title"])
    #expect(found.findings.map(\.codeAndLocation) == ["W096 Old.m:3:17"])
    #expect(found.findings[0].message.contains("the sources do not register"))
  }

  @Test(
    "a list that is not followed makes the other widgets notes",
    arguments: ["[self all]", "[base arrayByAddingObject:[Title new]]", "@[[self make]]"])
  func unfollowed(list: String) throws {
    let text = "@implementation S\n- (void)f { RXRView *c; c.widgets = \(list); }\n@end"
    let found = try adoption(["S.m": text, "Title.m": Self.title])
    #expect(paths(found, "widgets") == ["/widget/nav_title"])
    #expect(found.findings.map(\.severity) == [.warning, .note])
    #expect(found.findings.map(\.rule) == [.nameNotFollowed, .notAdopted])
  }

  @Test("properties of the same names elsewhere are not registrations")
  func others() throws {
    let text = "void f() { home.widgets = @[[Clock new]]; page.decorators = x; c.proxies = nil; }"
    #expect(try adoption(["S.m": text]).findings == [])
    let empty = "void f() { RXRView *c; c.widgets = nil; if (c.widgets == b.widgets) g(); }"
    #expect(try adoption(["S.m": empty]).findings == [])
    let setter = "void f() { RXRView *c; [self setActivities:@[@\"run\", @\"swim\"]]; }"
    #expect(try adoption(["S.m": setter]).findings == [])
    let java = "class S { void f() { client.addInterceptor(new Log()); } }"
    #expect(try adoption(["S.java": java]).findings == [])
  }

  @Test("widgets and container APIs of Android are those that web views receive")
  func android() throws {
    let found = try adoption([
      "S.java": """
      package a; class S { private final Title title = new Title();
      void f(RexxarWebView view) { view.addRexxarWidget(title); view.addContainerApi(new Geo()); } }
      """,
      "T.java": """
      package a; public class Title implements RexxarWidget {
        public String getPath() { return "/widget/nav_title"; } }
      class Geo implements RexxarContainerAPI { public String getPath() { return "/geo"; } }
      """,
      "O.kt": """
      package a
      class Toast : RexxarWidget { override fun getPath() = "/widget/toast" }
      class Page { fun getPath() = "/widget/page" }
      class Start { fun f(view: RexxarWebView) { view.apply { addRexxarWidget(Odd()) } } }
      """,
      "Odd.java":
        "package a; public class Odd implements RexxarWidget { public String getPath() { return p(); } }",
    ])
    #expect(paths(found, "widgets") == ["/widget/nav_title"])
    #expect(paths(found, "containerAPIs") == ["/geo"])
    #expect(found.findings.map(\.codeAndLocation) == ["W096 O.kt:2:7", "W096 Odd.java:1:25"])
  }

  @Test("container APIs, decorators and proxies of iOS are described")
  func interceptors() throws {
    let found = try adoption([
      "S.swift": """
      func start() {
        RXRContainerInterceptor.containerAPIs = [Geo()]
        RXRRequestInterceptor.setDecorators([Auth(), RXRRequestDecorator(headers: [:])])
        RXRRequestInterceptor.proxies = [Cache()]
      }
      class Geo: NSObject, RXRContainerAPI {
        func shouldInterceptRequest(_ r: URLRequest) -> Bool { r.path == "/api/geo" } }
      """,
      "Auth.h": "@interface Auth : NSObject <RXRDecorator>\n@end",
      "Auth.m": "@implementation Auth\n@end",
    ])
    let root = found.description.object
    #expect(paths(found, "containerAPIs") == ["/geo"])
    let decorator = root?["decorators"]?.array?.first?.value.object
    #expect(decorator?["name"]?.string == "Auth")
    #expect(decorator?["ios"]?.object?["header"]?.string == "Auth.h")
    #expect(root?["proxies"]?.array?.count == 1)
    // The decorator of Rexxar has headers and parameters.
    #expect(found.findings.map(\.codeAndLocation) == ["W096 S.swift:3:48"])
  }

  private static let poseidon = """
    <?xml version="1.0"?>
    <plist version="1.0"><dict>
    <key>JsApis</key><array>
    <dict><key>jsApi</key><string>scan</string><key>name</key><string>ScanHandler</string></dict>
    </array>
    <key>Plugins</key><array><dict><key>name</key><string>TitlePlugin</string></dict></array>
    </dict></plist>
    """

  @Test("a controller may set its own widgets")
  func ownWidgets() throws {
    let text = { (line: String) in
      """
      class Home: RXRViewController {
        override func viewDidLoad() {
          let title = Title()
          \(line)
        }
      }
      """
    }
    let found = try adoption(["S.swift": text("widgets = [title]"), "Title.m": Self.title])
    #expect(paths(found, "widgets") == ["/widget/nav_title"])
    #expect(found.findings == [])
    for other in ["let widgets = [title]", "home?.add(widgets = [title])"] {
      let found = try adoption(["S.swift": text(other), "Title.m": Self.title])
      #expect(paths(found, "widgets") == [])
    }
  }

  @Test("JS APIs are those of the app's property lists, with or without runtimes")
  func runtimes() throws {
    let nested = Self.poseidon.replacing(
      "<key>JsApis", with: "<key>JsApiRuntime</key><dict><key>JsApis"
    )
    .replacing("</array>\n<key>Plugins", with: "</array></dict>\n<key>Plugins")
    let names = { (path: String) in
      try adoption([path: nested]).description.object?["jsApis"]?.array?.first?.value
        .object?["ios"]?.string
    }
    #expect(try names("Demo.bundle/Extra.plist") == "ScanHandler")
    #expect(try names("NebulaPoseidon.bundle/Poseidon-Config.plist") == nil)
  }

  @Test("JS APIs of mPaaS are described for both platforms")
  func jsAPIs() throws {
    let found = try adoption([
      "Extra.plist": Self.poseidon, "Info.plist": "<plist><dict><key>A</key></dict>",
      "S.java": """
      package a; class S { void f() {
      MPNebula.registerH5Plugin(Scan.class.getName(), "acme", "session", new String[] {"scan", "pay"});
      MPNebula.registerH5Plugin("a.Log", "", "page", names()); } }
      """,
    ])
    let apis = found.description.object?["jsApis"]?.array?.compactMap(\.value.object)
    #expect(apis?.map { $0["names"]?.array?.map(\.value.string) } == [["pay"], ["scan"]])
    #expect(apis?.map { $0["ios"]?.string } == [nil, "ScanHandler"])
    #expect(apis?.map { $0["android"]?.string } == ["a.Scan", "a.Scan"])
    #expect(apis?.map { $0["scope"]?.string } == ["session", "session"])
    #expect(found.findings.map(\.codeAndLocation) == ["W096 Extra.plist:6:26", "W098 S.java:3:10"])
  }
}
