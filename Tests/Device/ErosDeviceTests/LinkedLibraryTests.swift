import ErosTestSupport
import Foundation
import Testing

@Suite("What a device links")
struct LinkedLibraryTests {
  @Test(
    "the library for apps links no packer and no suffix sorting",
    .enabled(if: Tool.isInstalled("objdump")))
  func libraries() async throws {
    let result = try await runTool("objdump", ["-p", Tool.builtWithTests("liberosdevice.so")])
    let needed = result.standardOutput.matches(of: /NEEDED +(\S+)/).map { String($0.1) }
    // The test would be worthless if the list were not read.
    #expect(needed.contains { $0.hasPrefix("libz.so") }, "\(result)")
    // `scripts/device/library` also checks that the release build links no Foundation.
    for name in ["libzip", "libdeflate", "libdivsufsort", "libzstd", "liblzma", "libbz2"] {
      #expect(!needed.contains { $0.hasPrefix(name) }, "\(needed)")
    }
  }

  /// The targets of the product `ErosDevice` and everything below them.
  @Test("the product ErosDevice cannot pack, make patches, sign or parse options")
  func product() throws {
    let manifest = try String(
      contentsOf: Tool.packageRoot.appending(path: "Package.swift"), encoding: .utf8)
    let product = try #require(
      manifest.firstMatch(of: /name: "ErosDevice",\s*targets: \[([^\]]*)\]/))
    var found: Set<String> = []
    var left = product.1.matches(of: /"(\w+)"/).map { String($0.1) }
    while let name = left.popLast() {
      guard found.insert(name).inserted else { continue }
      let pattern = try Regex(
        "\\.target\\(\\s*name: \"\(name)\",\\s*dependencies: \\[([^\\]]*)\\]",
        as: (Substring, Substring).self)
      guard let list = manifest.firstMatch(of: pattern)?.1 else { continue }
      left += list.matches(of: /"?(\w+)"?/).map { String($0.1) }
    }
    #expect(found.isSuperset(of: ["ErosSandbox", "ErosBundle", "CZlib", "COpenSSL"]), "\(found)")
    #expect(
      found.isDisjoint(with: [
        "ErosPack", "ErosDiff", "ErosSigning", "ErosProcess", "CZip", "CDeflate",
        "CDivSufSort", "CLzma", "CBZip2", "ErosLegacyPatch", "argumentParser", "nioCore", "CCurl",
      ]), "\(found)")
  }
}
