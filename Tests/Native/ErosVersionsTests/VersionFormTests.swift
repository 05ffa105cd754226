import ErosCore
import ErosNativeTestSupport
import ErosTestSupport
import ErosVersions
import Testing

@Suite("The form of versions", .temporaryFolder)
struct VersionFormTests {
  private static let both = [Platform.ios, .android]

  /// A project whose only versions are those of the configuration.
  private func folder(_ version: String) throws -> TemporaryFolder {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(
      NativeFixture.fullConfig.replacing("1.2.0", with: version), to: "eros.native.json")
    return folder
  }

  static let forms: [(String, VersionStep, VersionScheme?, String)] = [
    ("7.75", .minor, nil, "7.76"), ("7.75", .patch, nil, "7.76"), ("7.75", .major, nil, "8.0"),
    ("7", .patch, nil, "8"), ("1.2.3.4", .patch, nil, "1.2.4.0"), ("1.2.3", .patch, nil, "1.2.4"),
    ("2024.11", .minor, nil, "2024.12"), ("2024.12", .minor, nil, "2025.1"),
    ("2024.12", .patch, nil, "2025.1"), ("2024.11", .major, nil, "2025.1"),
    ("2024.09", .minor, nil, "2024.10"), ("2024.08", .minor, nil, "2024.09"),
    ("2024.12.3", .minor, nil, "2025.1.0"), ("2024.12.3", .patch, nil, "2024.12.4"),
    ("24.12", .minor, .calendar, "25.1"),
    // Near misses: a build count, and a year that is only a number.
    ("2024.13", .minor, nil, "2024.14"), ("2024.12", .minor, .numbers, "2024.13"),
    ("24.12", .minor, nil, "24.13"), ("2024", .minor, nil, "2025"),
  ]

  @Test("does not change in a bump", arguments: forms)
  func form(from: String, step: VersionStep, scheme: VersionScheme?, to: String) throws {
    let folder = try folder(from)
    let bump = try VersionBump(folder.project(), to: step, on: Self.both, scheme: scheme)
    #expect(bump.versions == [.ios: to, .android: to])
  }

  @Test("keeps the suffix of a version in a step, and drops it for an exact version")
  func suffix() throws {
    let folder = try folder("1.2.0")
    try folder.write(NativeFixture.groovy("versionName \"1.2.0-beta.1\""), to: NativeFixture.app)
    func text() throws -> String {
      String(decoding: try folder.read(NativeFixture.app), as: UTF8.self)
    }
    try VersionBump(folder.project(), to: .minor, on: Self.both).write()
    #expect(try text().contains("versionName \"1.3.0-beta.1\""))
    try VersionBump(folder.project(), to: .exactly("1.3.0"), on: Self.both).write()
    #expect(try text() == NativeFixture.groovy("versionName \"1.3.0\""))
    try VersionBump(folder.project(), to: .exactly("1.4.0-rc.1"), on: Self.both).write()
    #expect(try Set(folder.project().locations.map(\.text)) == ["1.4.0-rc.1"])
    try VersionBump(folder.project(), to: .patch, on: Self.both).write()
    #expect(try Set(folder.project().locations.map(\.text)) == ["1.4.1-rc.1"])
    let lower = try VersionBump(folder.project(), to: .exactly("1.4.1-beta"), on: Self.both)
    #expect(lower.lowered.count == 2)
    let release = try VersionBump(folder.project(), to: .exactly("1.4.1"), on: Self.both)
    #expect(release.lowered.isEmpty)
  }

  @Test("must start with a number", arguments: ["v1.2", "beta", "1..2", "1.2."])
  func invalid(version: String) throws {
    let folder = try folder(version)
    #expect(throws: VersionBumpError.self) {
      try VersionBump(folder.project(), to: .minor, on: Self.both)
    }
  }
}
