import ErosCore
import ErosCrypto
import ErosTestSupport
import ErosTransport
import ErosTrust
import Testing

@testable import ErosDevice

@Suite("Record of the last checks", .phase(.servers))
struct CheckRecordTests {
  private func channel(_ name: String) throws -> ChannelName { try ChannelName("my-app/\(name)") }

  private func add(
    _ names: [String], to record: inout CheckRecord, _ channel: String, checked: Int64,
    keeping kept: [String]? = nil
  ) throws {
    let releases = try names.enumerated().map {
      try DecisionModel.release(Int64(names.count - $0.offset), $0.element)
    }
    let trees = Set(try (kept ?? names).map { try DecisionModel.tree($0) })
    record.add(
      try self.channel(channel), releases, checked: Timestamp(milliseconds: checked), keeping: trees
    )
  }

  @Test("a check of one channel keeps the numbers and the time of another")
  func channels() throws {
    var record = CheckRecord()
    try add(["b", "a"], to: &record, "production", checked: 1)
    try add(["c"], to: &record, "beta", checked: 2, keeping: ["a", "b", "c"])
    let read = try #require(CheckRecord(record.bytes))
    #expect(read == record)
    let production = try read[channel("production")]
    #expect(production.checked?.milliseconds == 1)
    #expect(production.numbers == [try DecisionModel.tree("a"): 1, try DecisionModel.tree("b"): 2])
    #expect(try read[channel("beta")].numbers == [DecisionModel.tree("c"): 1])
    #expect(try read[channel("other")] == CheckRecord.Channel())
  }

  @Test("a release is foreign to a channel if only other channels have its number")
  func foreign() throws {
    var record = CheckRecord()
    try add(["b", "a"], to: &record, "production", checked: 1)
    try add(["b", "c"], to: &record, "beta", checked: 2, keeping: ["a", "b", "c"])
    #expect(try record.foreignReleases(to: channel("production")) == [DecisionModel.tree("c")])
    #expect(try record.foreignReleases(to: channel("beta")) == [DecisionModel.tree("a")])
    #expect(try record.foreignReleases(to: channel("other")).count == 3)
    #expect(try CheckRecord().foreignReleases(to: channel("beta")).isEmpty)
  }

  @Test("a release that was staged from another store stays foreign until the new store lists it")
  func formerStore() throws {
    let tree = try DecisionModel.tree("a")
    var former = CheckRecord()
    try add(["b", "a"], to: &former, "production", checked: 1)
    let record = CheckRecord(leavingStoreOf: former, pending: tree)
    #expect(try record.foreignReleases(to: channel("production")) == [tree])
    #expect(CheckRecord(record.bytes) == record)
    // An interrupted change of the store starts again with the new record.
    #expect(CheckRecord(leavingStoreOf: record, pending: tree) == record)

    var kept = record
    try add(["c"], to: &kept, "production", checked: 2, keeping: ["a"])
    #expect(try kept.foreignReleases(to: channel("production")) == [tree])
    try add(["a", "c"], to: &kept, "production", checked: 3, keeping: ["a"])
    #expect(try kept.foreignReleases(to: channel("production")).isEmpty)

    var removed = record
    try add(["c"], to: &removed, "production", checked: 2)
    #expect(try removed.foreignReleases(to: channel("production")).isEmpty)
    // Only fetched releases belong to a store.
    #expect(CheckRecord(leavingStoreOf: CheckRecord(), pending: tree) == CheckRecord())
  }

  @Test("the numbers of releases that the sandbox no longer has are forgotten")
  func removed() throws {
    var record = CheckRecord()
    try add(["b", "a"], to: &record, "production", checked: 1)
    try add(["c"], to: &record, "beta", checked: 2, keeping: ["b", "c"])
    #expect(try record[channel("production")].numbers.keys.map { $0 } == [DecisionModel.tree("b")])
  }

  @Test("the number of channels is limited, and the latest ones stay")
  func limit() throws {
    var record = CheckRecord()
    let count = CheckRecord.maximumChannels
    for index in 1...(count + 3) {
      try add(["a"], to: &record, "c\(index)", checked: Int64(index))
    }
    #expect(try record[channel("c3")].checked == nil)
    #expect(try record[channel("c4")].checked?.milliseconds == 4)
    #expect(try record[channel("c\(count + 3)")].checked?.milliseconds == Int64(count + 3))
    #expect(record.bytes.count < CheckRecord.maximumLength)
  }

  @Test("a damaged file, and a malformed entity tag, are ignored")
  func damaged() throws {
    #expect(CheckRecord(Array("{\"channels\": []}".utf8)) == nil)
    #expect(CheckRecord(Array("<html>".utf8)) == nil)
    var record = CheckRecord()
    let digest = try DecisionModel.digest("x")
    record.tag = .init(store: digest, version: ObjectVersion("\"abc\""), digest: digest)
    let text = String(decoding: record.bytes, as: UTF8.self)
    #expect(CheckRecord(Array(text.utf8))?.tag == record.tag)
    let bad = text.replacing("abc", with: "a\\u0001c")
    #expect(bad != text && CheckRecord(Array(bad.utf8)) == CheckRecord())
  }
}
