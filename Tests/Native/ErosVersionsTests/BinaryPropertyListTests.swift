import ErosConfig
import ErosCore
import ErosNativeTestSupport
import ErosRegistry
import ErosSyntax
import ErosTestSupport
import ErosVersions
import Foundation
import Testing

@Suite("Binary property lists", .temporaryFolder)
struct BinaryPropertyListTests {
  private static let list = Array("bplist00".utf8) + [UInt8](repeating: 0, count: 40)

  private func versions(_ files: [String: [UInt8]]) throws -> ProjectVersions {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(NativeFixture.fullConfig, to: "eros.native.json")
    try folder.write(files, below: ".")
    return try ProjectVersions(Project.find(folder.path("eros.native.json")))
  }

  @Test("a binary Info.plist has an unknown version", arguments: [true, false])
  func infoPlist(hasProject: Bool) throws {
    var files = [NativeFixture.plist: Self.list]
    if hasProject { files[NativeFixture.project] = Array(NativeFixture.xcodeProject().utf8) }
    let versions = try versions(files)
    let location = try #require(versions.locations(on: .ios).last)
    #expect(location.kind == .infoPlist)
    #expect(location.content == .binary)
    #expect(location.position == nil)

    let error = #expect(throws: VersionBumpError.self) {
      try VersionBump(versions, to: .exactly("1.3.0"), on: [.ios])
    }
    #expect(error?.remedy?.hasPrefix("convert it to XML: `plutil -convert xml1 ") == true)
    let check = try ProjectCheck(
      onlyVersions: versions, ParsedRegistry.read(versions.project))
    let finding = try #require(check.findings.first { $0.file == location.file })
    #expect(finding.has(CheckFindingCode.nativeVersionUnknown))
    #expect(finding.remedy == error?.remedy)
  }

  @Test("a binary Xcode project is an error")
  func project() throws {
    let error = #expect(throws: SyntaxError.self) {
      try versions([NativeFixture.project: Self.list])
    }
    #expect(error?.kind == .binary)
    #expect(error?.exitStatus == .badData)
  }
}
