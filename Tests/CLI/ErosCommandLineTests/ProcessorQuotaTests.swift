import ErosFiles
import ErosTestSupport
import Testing

@testable import ErosCommandLine

@Suite("Quotas of processors", .temporaryFolder)
struct ProcessorQuotaTests {
  /// Returns the quota of control groups with the given files.
  private func quota(_ files: [String: String], membership: String = "0::/\n") throws -> Int? {
    let folder = try TemporaryFolder.ofTest()
    for (name, text) in files { try folder.write(Array(text.utf8), to: name) }
    try folder.write(Array(membership.utf8), to: "self")
    return Parallel.processorQuota(groups: folder.path, membership: folder.path("self"))
  }

  @Test(
    "a part of a processor counts as one",
    arguments: [
      ("150000 100000\n", 2), ("100000 100000\n", 1), ("10000 100000\n", 1), ("400000 100000", 4),
      ("max 100000\n", nil), ("0 100000\n", nil), ("1 0\n", nil), ("", nil), ("100000\n", nil),
    ])
  func root(text: String, count: Int?) throws { #expect(try quota(["cpu.max": text]) == count) }

  @Test("the smallest quota of the groups of the process applies")
  func groups() throws {
    let files = [
      "cpu.max": "800000 100000\n", "a/cpu.max": "200000 100000\n", "a/b/cpu.max": "max 100000\n",
      "c/cpu.max": "100000 100000\n",
    ]
    #expect(try quota(files, membership: "1:cpu:/c\n0::/a/b\n") == 2)
    #expect(try quota(files, membership: "0::/a/missing\n") == 2)
    #expect(try quota(files) == 8)
  }

  @Test("version 1 has two files")
  func version1() throws {
    let folder = "cpu/cpu.cfs_"
    #expect(try quota([folder + "quota_us": "100000\n"]) == nil)
    #expect(
      try quota(
        [folder + "quota_us": "250000\n", folder + "period_us": "100000\n"], membership: "")
        == 3)
    #expect(try quota([folder + "quota_us": "-1\n", folder + "period_us": "100000\n"]) == nil)
  }

  @Test("a machine without quotas has all its processors")
  func missing() throws {
    #expect(try quota([:], membership: "") == nil)
    #expect(Parallel.processorCount > 0)
  }
}
