import ErosCheck
import ErosConfig
import ErosCore
import ErosGenerator
import ErosRegistry
import ErosRoutes
import ErosSandbox
import ErosTestSupport
import Foundation
import Testing

@Suite("Documented finding codes")
struct FindingCodeTests {
  static let pages: [(page: String, codes: [any FindingCode])] = [
    ("bundle-format.md", BundleFindingCode.allCases),
    ("config-format.md", ConfigFindingCode.allCases),
    ("registry.md", RegistryRule.allCases + OutputFindingCode.allCases),
    ("routes.md", RouteFindingCode.allCases),
    ("sandbox.md", SandboxFindingCode.allCases),
    ("versions.md", CheckFindingCode.allCases),
  ]

  @Test("each code is on its page", arguments: pages.map(\.page))
  func documented(page: String) throws {
    let text = try String(contentsOf: Tool.packageRoot.appending(path: "docs/\(page)"), encoding: .utf8)
    let codes = Self.pages.first { $0.page == page }?.codes ?? []
    let missing = codes.map(\.rawValue).filter { text.firstRange(of: $0) == nil }
    #expect(missing == [])
  }
}
