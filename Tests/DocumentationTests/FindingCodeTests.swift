import ErosConfig
import ErosCore
import ErosDevice
import ErosRegistry
import ErosRehearsal
import ErosRoutes
import ErosSourceMaps
import ErosTestSupport
import ErosVersions
import Foundation
import Testing

@Suite("Documented finding codes")
struct FindingCodeTests {
  static let codes: [String: [String]] = [
    "bundle-format.md": BundleFindingCode.allCases.map(\.rawValue),
    "config-format.md": ConfigFindingCode.allCases.map(\.rawValue),
    "registry.md": RegistryRule.allCases.map(\.rawValue)
      + OutputFindingCode.allCases.map(\.rawValue),
    "rehearsal.md": RehearsalFindingCode.allCases.map(\.rawValue)
      + EngineFindingCode.allCases.map(\.rawValue),
    "routes.md": RouteFindingCode.allCases.map(\.rawValue),
    "sandbox.md": SandboxFindingCode.allCases.map(\.rawValue),
    "symbolicate.md": SourceMapFindingCode.allCases.map(\.rawValue)
      + SymbolicationFindingCode.allCases.map(\.rawValue),
    "versions.md": CheckFindingCode.allCases.map(\.rawValue),
  ]

  @Test("each code is on its page", arguments: codes)
  func documented(page: String, codes: [String]) throws {
    let url = Tool.packageRoot.appending(path: "docs/\(page)")
    let text = try String(contentsOf: url, encoding: .utf8)
    #expect(codes.filter { text.firstRange(of: $0) == nil } == [])
  }
}
