import ErosTestSupport
import Foundation
import Testing

/// Projects after `git commit` and `git clone`.
@Suite("Clones of projects", .temporaryFolder, .needs("git"))
struct CloneTests {
  private static let time = ["SOURCE_DATE_EPOCH": "1700000000"]

  private func run(
    _ command: String, in path: String, _ folder: TemporaryFolder
  ) async throws -> ToolResult {
    try await runTool(
      Tool.built("eros"), command.split(separator: " ").map(String.init), in: folder.path(path),
      environment: Self.time)
  }

  /// Commits `project`, and clones it as `clone`.
  private func clone(_ project: String, in folder: TemporaryFolder) async throws {
    let script = """
      git -C "$1" init -q -b main && git -C "$1" add -A && \
      git -C "$1" -c user.name=a -c user.email=a@example.com commit -qm first && \
      git clone -q "$1" clone
      """
    let result = try await runTool("/bin/sh", ["-c", script, "sh", project], in: folder.path("."))
    try #require(result.status == 0, "\(result)")
  }

  @Test(
    "a clone of a new project has all files, and builds the same bytes",
    arguments: ["eros", "weex", "rexxar", "mpaas"], ["all", "ios"])
  func newProject(template: String, platform: String) async throws {
    let folder = try TemporaryFolder.ofTest()
    let created = try await eros(
      "init", "app", "--template", template, "--platform", platform, in: folder)
    try #require(created.status == 0, "\(created)")
    let files = try folder.readTree("app").files
    try await clone("app", in: folder)
    #expect(try folder.readTree("clone").files.filter { !$0.key.hasPrefix(".git/") } == files)
    var commands = ["generate --check", "check", "pack --output build"]
    if template == "rexxar" {
      commands += [
        "routes build dist --config eros.native.json --base-url https://pages.example.com/app --output build/routes",
        "routes verify build/routes",
      ]
    }
    for command in commands {
      let built = try await run(command, in: "app", folder)
      let cloned = try await run(command, in: "clone", folder)
      #expect([built.status, cloned.status] == [0, 0], "\(built) \(cloned)")
    }
    let output = try folder.readTree("app/build").files
    #expect(try folder.readTree("clone/build").files == output)
    #expect(output["bundle.zip"] != nil)
  }

  @Test("a script that git ignores is an error in the clone")
  func ignoredScript() async throws {
    let folder = try TemporaryFolder.ofTest()
    _ = try await eros("init", "app", "--template", "rexxar", in: folder)
    try folder.write("/dist/js/\n", to: "app/.gitignore")
    try await clone("app", in: folder)
    let check = try await run("check", in: "clone", folder)
    #expect(check.status == 1)
    #expect(
      check.standardOutput.contains(
        "dist/rexxar/welcome.html:12:14: error: '../js/welcome.js' is not in 'dist'"), "\(check)")
    let built = try await run(
      "routes build dist --config eros.native.json --base-url https://pages.example.com/app --output build",
      in: "clone", folder)
    #expect(built.status == 65)
    #expect(built.standardError.contains("'js/welcome.js' is not in the source"), "\(built)")
  }

  // MARK: - The template of the old CLI

  /// How the sources of the host come into a checkout.
  enum HostSources: String, CaseIterable {
    case submodules, clones, copies
  }

  private static let host = "platforms/android/WeexFrameworkWrapper"

  /// Writes a checkout in the shape of the public template, whose app is built with the sources of the
  /// host.
  private func writeTemplate(
    to folder: TemporaryFolder, _ sources: HostSources, hasModule: Bool
  ) throws {
    let version = "{ android: '1.0.0', iOS: '1.0.0' }"
    let register = hasModule ? "WXSDKEngine.registerModule(\"shopPay\", PayModule.class);" : ""
    let registerIOS =
      hasModule ? "[WXSDKEngine registerModule:@\"shopPay\" withClass:[ShopPay class]];" : ""
    let framework = "\(Self.host)/wxframework/src/main/java/com/benmu/framework"
    let names = ["event", "router", "storage", "geo", "camera", "tools", "axios"]
    var files: [String: String] = [
      "config/eros.native.js": """
      module.exports = {
        'appName': 'shop',
        'appBoard': '/config/index.js',
        'version': \(version),
        'page': { 'homePage': '/pages/hello.js', 'mediatorPage': '/mediator/index.js' },
        'zipFolder': {
          'iOS': '/ios/WeexEros/WeexEros',
          'android': '/android/WeexFrameworkWrapper/app/src/main/assets'
        }
      }

      """,
      "config/eros.dev.js":
        "module.exports = { 'diff': { 'proxy': 'https://zips.example.com/source/' }, 'server': { 'port': 8889 } }\n",
      "package.json": #"{ "name": "shop", "dependencies": { "eros-widget": "^1.0.1" } }"#,
      ".gitignore":
        ".*\n!.gitignore\ndist\nbuild/\nnode_modules\nPods\nwxframework\nnexus\n",
      "src/js/pages/hello.vue":
        hasModule
        ? "<script>weex.requireModule('shopPay').pay({})</script>\n"
        : "<template><text/></template>\n",
      "\(Self.host)/settings.gradle": "include ':app', ':wxframework', ':nexus'\n",
      "\(Self.host)/app/build.gradle":
        "apply plugin: 'com.android.application'\nandroid { defaultConfig { versionName '1.0.0' } }\ndependencies { compile project(':wxframework') }\n",
      "\(Self.host)/app/src/main/java/com/acme/shop/App.java": """
      package com.acme.shop;
      import com.benmu.framework.BMWXApplication;
      import com.taobao.weex.WXSDKEngine;
      public class App extends BMWXApplication {
        @Override public void onCreate() { super.onCreate(); start(); }
        private void start() { \(register) }
      }

      """,
      "\(framework)/BMWXEngine.java": """
      package com.benmu.framework;
      import com.taobao.weex.WXSDKEngine;
      public class BMWXEngine {
        static void start() throws Exception {
      \(names.map { "    WXSDKEngine.registerModule(\"acme_\($0)\", \($0.capitalized)Module.class);\n" }.joined())\
        }
      }

      """,
      "platforms/ios/WeexEros/Podfile": "pod 'ErosPluginBaseLibrary'\n",
      "platforms/ios/WeexEros/WeexEros/AppDelegate.m": """
      #import "ShopPay.h"
      @implementation AppDelegate
      - (void)start { \(registerIOS) }
      @end

      """,
    ]
    for page in ["config/index", "pages/hello", "mediator/index"] {
      files["dist/\(page).js"] = "// { \"framework\": \"Vue\" }\n"
    }
    for name in names {
      files["\(framework)/\(name.capitalized)Module.java"] = """
        package com.benmu.framework;
        public class \(name.capitalized)Module extends com.taobao.weex.common.WXModule {
          @com.taobao.weex.annotation.JSMethod public void run(String text) {}
        }

        """
    }
    if hasModule {
      files["\(Self.host)/app/src/main/java/com/acme/shop/PayModule.java"] = """
        package com.acme.shop;
        import com.taobao.weex.annotation.JSMethod;
        public class PayModule extends com.taobao.weex.common.WXModule {
          @JSMethod public void pay(java.util.Map<String, Object> options) {}
        }

        """
      files["platforms/ios/WeexEros/WeexEros/ShopPay.m"] = """
        @implementation ShopPay
        WX_EXPORT_METHOD(@selector(pay:))
        - (void)pay:(NSDictionary *)options {}
        @end

        """
      files["platforms/ios/WeexEros/WeexEros/ShopPay.h"] =
        "@interface ShopPay : NSObject <WXModuleProtocol>\n@end\n"
    }
    switch sources {
    case .submodules:
      files[".gitmodules"] = """
        [submodule "framework"]
        \tpath = \(Self.host)/wxframework
        \turl = https://git.example.com/framework.git

        """
    case .clones: files["\(Self.host)/wxframework/.git/HEAD"] = "ref: refs/heads/master\n"
    case .copies: break
    }
    try folder.write(files.mapValues { Array($0.utf8) }, below: "shop")
  }

  /// Returns the commands in the numbered steps of docs/migrating.md.
  private static func commands() throws -> [String] {
    let page = Tool.packageRoot.appending(path: "docs/migrating.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let steps = try #require(text.split(separator: "\n## ").first?.split(separator: "\n1. ").last)
    let commands = steps.matches(of: /`(eros [^`]+)`/).map { String($0.1) }
    #expect(commands.count >= 9, "\(commands)")
    return commands
  }

  @Test(
    "the steps of docs/migrating.md work in a checkout of the old template",
    arguments: HostSources.allCases, [true, false])
  func migration(sources: HostSources, hasModule: Bool) async throws {
    let folder = try TemporaryFolder.ofTest()
    try writeTemplate(to: folder, sources, hasModule: hasModule)
    let git = try await runTool(
      "/bin/sh",
      [
        "-c",
        "git init -q -b main && git -c user.name=a -c user.email=a@example.com commit -q --allow-empty -m first && git update-ref refs/remotes/origin/main HEAD",
      ], in: folder.path("shop"))
    try #require(git.status == 0, "\(git)")
    let framework = Self.host + "/wxframework"
    let before = try folder.readTree("shop/" + framework).files
    let bundle = "\(Self.host)/app/src/main/assets/bundle.zip"
    for command in try Self.commands() {
      let line = command == "eros verify" ? "eros verify " + bundle : command
      let result = try await run(String(line.dropFirst("eros ".count)), in: "shop", folder)
      #expect(result.status == 0, "\(command): \(result)")
    }
    #expect(try folder.readTree("shop/" + framework).files == before)
    let manifest = String(
      decoding: try folder.read("shop/\(Self.host)/app/src/main/assets/bundle.config"),
      as: UTF8.self)
    #expect(manifest.contains(#""jsPath":"https://zips.example.com/source/""#), "\(manifest)")
    let config = String(decoding: try folder.read("shop/config/eros.native.js"), as: UTF8.self)
    #expect(!config.contains("wxframework") && !config.contains("acme_"), "\(config)")
    #expect(config.contains(Self.host + "/app"), "\(config)")
    #expect(config.contains("com.acme.shop") == hasModule, "\(config)")
    let again = try await run("migrate --dry-run", in: "shop", folder)
    #expect(again.standardOutput == "nothing to change\n", "\(again)")
    // A build service has neither the sources of the host nor the built pages.
    try await clone("shop", in: folder)
    for command in ["generate --check", "sources --js src"] {
      let result = try await run(command, in: "clone", folder)
      #expect(result.status == 0, "\(result)")
    }
  }
}
