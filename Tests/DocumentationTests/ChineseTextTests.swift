import ErosTestSupport
import Foundation
import Testing

@Suite("Texts in Chinese")
struct ChineseTextTests {
  /// Words with another word for the same concept, by the preferred word.
  private static let synonyms = [
    "略过": "跳过", "散列": "哈希", "目录树哈希": "树哈希", "（默认：": "（默认值：", "共享代码": "公共代码",
    "分布图": "矩形树图", "崩溃堆栈": "报错堆栈", "内嵌的": "嵌入", "参考手册": "命令行参考", "描述文件": "声明文件",
    "复制到其他频道": "提升到其他频道", "应答": "响应", "完整的离线包": "全量包",
    "更新的应用": "版本更高的应用", "更新的离线包": "构建时间更晚的离线包", "更新的内置": "构建时间更晚的内置",
    "更新的版本": "较新的版本",
    "再给一次机会": "再次试运行", "再试一次": "再次试运行", "仓库没有熔断": "仓库没有设置熔断", "旧版本库": "旧版本的库",
    "旧版客户端": "旧客户端", "旧版 Eros 客户端": "旧客户端", "修正版本": "修复版本",
    "验证元数据": "校验元数据", "online 的密钥": "在线密钥", "采用情况": "采用率", "源代码": "源码",
    "带 source map": "带源码映射", "的 source map": "的源码映射",
  ]

  /// Each Chinese page, and each catalog of Chinese texts.
  private static func files() throws -> [String] {
    let pages = try FileManager.default.contentsOfDirectory(
      atPath: Tool.packageRoot.appending(path: "docs").path(percentEncoded: false)
    ).filter { $0.hasSuffix(".zh-CN.md") }.map { "docs/" + $0 }
    let hosts = ["ios/webview", "ios/weex", "android/webview", "android/weex"].map {
      "Examples/device-\($0)/README.zh-CN.md"
    }
    return pages.sorted() + hosts + ["README.zh-CN.md", "templates/languages/zh-CN.po"]
  }

  private static func text(_ file: String) throws -> String {
    try String(contentsOf: Tool.packageRoot.appending(path: file), encoding: .utf8)
  }

  @Test("use one word for each concept")
  func words() throws {
    let files = try Self.files()
    #expect(files.count > 10)
    for file in files {
      let text = try Self.text(file)
      for (word, preferred) in Self.synonyms {
        #expect(!text.contains(word), "\(file): \(word), not \(preferred)")
      }
    }
  }

  @Test("have no space before '%', and no line break inside a paragraph")
  func typography() throws {
    for file in try Self.files() where file.hasSuffix(".md") {
      var isCode = false
      var previous = ""
      for line in try Self.text(file).split(separator: "\n", omittingEmptySubsequences: false) {
        if line.hasPrefix("```") { isCode.toggle() }
        if !isCode, !line.hasPrefix("    ") {
          #expect(!line.contains(/[0-9] %/), "\(file): \(line)")
          let continues = line.first?.unicodeScalars.first?.properties.isIdeographic == true
          let isInside = previous.unicodeScalars.last.map { $0.properties.isIdeographic } == true
          #expect(!(continues && isInside), "\(file): \(line)")
        }
        previous = String(line)
      }
    }
  }

  /// The tests run the code of the English pages only.
  @Test(
    "show the code of the English page",
    arguments: [
      "embedding", "embedding-ios", "embedding-android", "embedding-c", "phone-checklist",
    ])
  func code(page: String) throws {
    let pages = try [".md", ".zh-CN.md"].map { suffix in
      try Self.text("docs/" + page + suffix).matches(of: /(?ms)^ *```.*?^ *```$/)
        .map { String($0.output) }
    }
    #expect(!pages[0].isEmpty)
    #expect(pages[0] == pages[1])
  }

  @Test("refer to the Chinese page, except as the English version")
  func links() throws {
    let files = try Self.files()
    for file in files where file.hasSuffix(".md") {
      let folder = file.hasPrefix("docs/") ? "docs/" : ""
      for link in try Self.text(file).matches(of: /\[([^\]]*)\]\(([A-Za-z\/-]+)\.md[^)]*\)/)
      where !["English", "英文版"].contains(link.1) {
        #expect(!files.contains(folder + link.2 + ".zh-CN.md"), "\(file): \(link.0)")
      }
    }
  }
}
