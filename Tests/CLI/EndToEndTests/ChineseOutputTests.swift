import ErosTestSupport
import Foundation
import Testing

@Suite("Output in Chinese", .temporaryFolder)
struct ChineseOutputTests {
  private static let chinese = ["LANG": "zh_CN.UTF-8"]

  @Test("errors are in the language of the locale, with the same exit status")
  func errors() async throws {
    let folder = try TemporaryFolder.ofTest()
    let result = try await eros("verify", "a.zip", in: folder, environment: Self.chinese)
    #expect(result.status == 66)
    #expect(
      result.standardError == "错误：无法读取 'a.zip'：没有该文件或目录\n提示：请检查路径是否正确；相对路径从当前目录算起\n")
    for environment in [["LANG": "zh_CN"], ["LANG": "zh_CN.UTF-8", "LC_ALL": "C"], [:]] {
      let result = try await eros("verify", "a.zip", in: folder, environment: environment)
      #expect(result.standardError.hasPrefix("error: cannot read 'a.zip'"), "\(environment)")
    }
  }

  @Test("errors about several pages and files are in Chinese")
  func severalLines() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.writeApp()
    try folder.write("", to: "dist/NUL.js")
    let name = try await eros("pack", "--output", "out", in: folder, environment: Self.chinese)
    #expect(
      name.standardError == "错误：无法打包 'dist'：'NUL.js' 是 Windows 的设备名\n提示：请重命名\n", "\(name)")
    try FileManager.default.removeItem(atPath: folder.path("dist"))
    try folder.write("", to: "dist/a.js")
    let pages = try await eros("pack", "--output", "out", in: folder, environment: Self.chinese)
    #expect(pages.status == 65)
    #expect(pages.standardError.hasPrefix("错误：配置中的以下页面不在 'dist' 中：\n  eros.native.json:"))
    #expect(pages.standardError.contains(": 页面 '/pages/home/index.js'（'"), "\(pages)")
  }

  @Test("usage errors name the closest command and option")
  func usage() async throws {
    let folder = try TemporaryFolder.ofTest()
    let option = try await eros("pack", "--ouput", "x", in: folder, environment: Self.chinese)
    #expect(option.status == 64)
    #expect(
      option.standardError.hasPrefix("错误：未知的选项 '--ouput'\n提示：是否要用 `--output`？\n用法：eros pack "))
    #expect(option.standardError.hasSuffix("\n  详见 'eros pack --help'。\n"), "\(option)")
    let value = try await eros(
      "verify", "a.zip", "--max-size", "x", in: folder, environment: Self.chinese)
    #expect(
      value.standardError.contains("提示：--max-size <max-size>：解压后文件总大小的上限，例如 500K、64M 或 1G\n"),
      "\(value)")
  }

  @Test("documents for programs are in English")
  func documents() async throws {
    let folder = try TemporaryFolder.ofTest()
    let json = try await eros("verify", "a.zip", "--json", in: folder, environment: Self.chinese)
    let error = try #require(try json.json()["error"] as? [String: Any])
    #expect(error["problem"] as? String == "cannot read 'a.zip': No such file or directory")
    #expect(error["remedy"] as? String == "check the path, which is relative to the current folder")
    try folder.write("no zip", to: "b.zip")
    for format in ["github", "junit", "sarif", "gitlab", "markdown"] {
      let result = try await eros(
        "verify", "b.zip", "--format", format, in: folder, environment: Self.chinese)
      #expect(result.standardOutput.contains("not a zip archive"), "\(format)")
      let isEnglish = result.standardOutput.allSatisfy(\.isASCII)
      #expect(isEnglish, "\(result)")
    }
  }

  @Test("findings are in Chinese, with their codes")
  func findings() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write("no zip", to: "b.zip")
    let result = try await eros("verify", "b.zip", in: folder, environment: Self.chinese)
    let output = result.standardOutput + result.standardError
    #expect(output.contains("error: 不是 zip，或不完整：没有找到中央目录结束记录 [notAZip]\n"), "\(result)")
    #expect(output.contains("提示：请重新下载离线包；如果仍然损坏，请用 `eros pack` 重新打包\n"), "\(result)")
  }

  @Test("the reason of a repair is in Chinese, but not in a document for programs")
  func repair() async throws {
    let folder = try TemporaryFolder.ofTest()
    let timestamp = folder.path("store/metadata/timestamp.json")
    let repair = ["store", "refresh", "--store", "store", "--keys", "keys", "--repair"]
    _ = try await eros("store", "init", "--store", "store", "--new-keys", "keys", in: folder)
    try FileManager.default.removeItem(atPath: timestamp)
    let json = try await runTool(
      Tool.built("eros"), repair + ["--dry-run", "--json"], in: folder.path("."),
      environment: Self.chinese)
    let reason = try #require(try json.json()["repair"] as? [String: Any])["reason"] as? String
    #expect(reason == "'metadata/timestamp.json' is missing", "\(json)")
    let text = try await runTool(
      Tool.built("eros"), repair, in: folder.path("."), environment: Self.chinese)
    #expect(text.standardOutput.hasPrefix("repaired: 缺少 'metadata/timestamp.json'\n"), "\(text)")
  }

  @Test("findings about native sources and JavaScript are in Chinese")
  func sources() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(
      """
      @implementation AcmeModule
      WX_EXPORT_METHOD(@selector(scan:))
      - (void)scan:(NSString *)text {}
      @end
      void start(void) { [WXSDKEngine registerModule:computed() withClass:[AcmeModule class]]; }
      """, to: "ios/AcmeModule.m")
    try folder.write("weex.requireModule('acmeScan').scan()\n", to: "js/index.js")
    let result = try await eros(
      "sources", "ios", "--js", "js", in: folder, environment: Self.chinese)
    #expect(
      result.standardError.contains("warning: 该模块的名称由计算得出，因此没有分析该模块的注册 [W098]\n"),
      "\(result)")
    #expect(result.standardError.contains("未知的模块 'acmeScan'"), "\(result)")
    #expect(result.standardError.contains("提示：请手动声明该模块\n"), "\(result)")
  }

  @Test("the page of `eros report` has findings in its language")
  func report() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write("no zip", to: "b.zip")
    for (language, message, title) in [
      ("zh-CN", "没有找到中央目录结束记录", "b.zip – 离线包报告"),
      ("en", "not a zip archive", "b.zip – Bundle report"),
    ] {
      let result = try await eros(
        "report", "b.zip", "--output", "p.html", "--language", language, in: folder)
      #expect(result.status == 65, "\(result)")
      let page = String(decoding: try folder.read("p.html"), as: UTF8.self)
      #expect(page.contains(message) && page.contains("<title>\(title)</title>"), "\(language)")
    }
  }

  @Test("the help is in Chinese", arguments: [["--help"], ["-h"], ["help"]])
  func help(arguments: [String]) async throws {
    let result = try await runTool(
      Tool.built("eros"), arguments, environment: Self.chinese.merging(["COLUMNS": "60"]) { $1 })
    #expect(result.status == 0)
    #expect(result.standardOutput.contains("用法：eros <subcommand>\n"))
    #expect(
      result.standardOutput.contains(
        "\n  pack                    将构建好的页面目录打包为\n                          bundle.zip 和 bundle.config\n"
      ),
      "\(result)")
    #expect(!result.standardOutput.contains("OVERVIEW"))
  }

  @Test("the version and a completion script do not depend on the language")
  func scripts() async throws {
    for arguments in [["--version"], ["completion", "bash"], ["--experimental-dump-help"]] {
      let english = try await runTool(Tool.built("eros"), arguments)
      let chinese = try await runTool(Tool.built("eros"), arguments, environment: Self.chinese)
      #expect(!english.standardOutput.isEmpty, "\(arguments)")
      #expect(english.standardOutput == chinese.standardOutput, "\(arguments)")
    }
  }
}
