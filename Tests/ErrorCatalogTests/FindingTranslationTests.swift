import ErosConfig
import ErosCore
import ErosDevice
import ErosFiles
import ErosRegistry
import ErosRehearsal
import ErosReport
import ErosRoutes
import ErosSourceMaps
import ErosStore
import ErosTemplates
import ErosTestSupport
import ErosVersions
import SystemPackage
import Testing

@testable import ErosCommands
@testable import ErosPublish

@Suite("Translations of findings")
struct FindingTranslationTests {
  private static let codes: [[any FindingCode]] = [
    BundleFindingCode.allCases, ConfigFindingCode.allCases, BudgetFindingCode.allCases,
    CheckFindingCode.allCases, RouteFindingCode.allCases, RouteFieldFindingCode.allCases,
    StoreFindingCode.allCases, RehearsalFindingCode.allCases, EngineFindingCode.allCases,
    OutputFindingCode.allCases,
    ImportFindingCode.allCases, SourceMapFindingCode.allCases, ImageFindingCode.allCases,
    SymbolicationFindingCode.allCases, SandboxFindingCode.allCases, RegistryRule.allCases,
  ]

  @Test("the remedies of all codes are translated", arguments: Language.allCases)
  func remedies(language: Language) {
    guard language != .english else { return }
    for remedy in Self.codes.joined().compactMap(\.remedy) {
      #expect(MessageCatalog.of(language).text(of: remedy) != "\(remedy)")
    }
  }

  @Test("the exceptions of pages are not translated")
  func exceptions() {
    let text = MessageCatalog.of(.chinese).text(of:)
    let exception = "Error: size"
    #expect(text("\(exception)") == exception)
    let reason: Message = "\(exception); it may have data after a native callback is called"
    #expect(text("not judged: \(reason)") == "未判定：Error: size；原生回调之后可能才有数据")
  }

  @Test("the values inside reasons and notes do not prevent their translation")
  func reasons() throws {
    let text = MessageCatalog.of(.chinese).text(of:)
    let invalid: any Error = RouteExpressionError.invalid(reason: "unclosed '['", at: 4)
    #expect(text("\(invalid)") == "'[' 没有闭合（第 5 个字符）")
    let unknown = RouteExpressionError.unknown(feature: "a back reference", at: 2)
    #expect(text("\(unknown)") == "eros 无法检查该表达式：反向引用（第 3 个字符）")
    #expect(text("\(BundlePathProblem.tooLong)") == "名称超过 1024 字节")
    let note = SandboxNote.linksNotUpdated(FileError(.read, "links", .fileTooLarge))
    #expect(!text(note.message).contains("old layout"))
  }

  @Test("the lines of findings are translated, and reports for build services are not")
  func lines() {
    let findings = [
      Finding(
        BundleFindingCode.fileMissing, subject: "a.js",
        "the manifest lists it, but it is not in the zip")
    ]
    #expect(
      findings.lines(TextStyle(isColored: false, in: .chinese)) == [
        "error: 'a.js'：清单中有该文件，但 zip 中没有 [fileMissing]",
        "  提示：离线包在打包后被修改；请用 `eros pack` 重新打包",
      ])
    let junit = FindingFormat.junit.text(
      of: findings, command: "eros verify", codes: BundleFindingCode.allCases, unchecked: [:])
    #expect(junit.contains("but it is not in the zip") && !junit.contains("清单"))
  }
}
