import ErosConfig
import ErosCore
import ErosTestSupport
import Testing

@Suite("Size budgets")
struct SizeBudgetTests {
  @Test(
    "sizes are decimal with KB and MB, and binary with KiB and MiB",
    arguments: [
      ("1", 1), ("20000", 20_000), ("200KB", 200_000), ("1.5mb", 1_500_000), (" 64 KiB ", 65_536),
      ("2MiB", 2_097_152), ("1GB", 1_000_000_000), ("12 B", 12), ("0.5KB", 500),
    ] as [(String, UInt64)])
  func sizes(text: String, size: UInt64) throws {
    #expect(try SizeBudget.size(text) == size)
  }

  @Test(
    "other texts are not sizes",
    arguments: [
      "", "KB", "-1", "1K", "1e3", "1,5MB", "1..5", ".5MB", "5.", "0", "0.1B", "+1", "١KB",
      "99999999999999999", "9999999999GB", "1 2", "0x10", "nan", "infinity",
    ])
  func invalid(text: String) {
    #expect(throws: SizeBudget.ParsingError.self) { try SizeBudget.size(text) }
  }

  @Test("a finding states the size, the excess and the limit")
  func finding() throws {
    let budget = try SizeBudget(parsing: "page=200KB")
    #expect(budget.finding(.page, size: 200_000) == nil)
    #expect(budget.finding(.total, size: .max) == nil)
    let finding = try #require(budget.finding(.page, size: 212_345, subject: "a.js"))
    #expect(
      finding.description
        == "error: 'a.js': the script has 212.3 KB in the zip, 12.3 KB over the budget of 200.0 KB "
        + "[pageOverBudget]")
  }

  @Test("the section 'check' with a budget is never shipped")
  func shipped() throws {
    let text = #"{"appName":"a","check":{"budget":{"total":"2MB"},"own":1}}"#
    let config = try NativeConfig.read(Array(text.utf8), file: "c.json")
    #expect(try config.sizeBudget().limits == [.total: 2_000_000])
    let copy = try NativeConfig.read(config.shippedCopy(), file: "shipped")
    #expect(copy.node(at: "check") == nil)
  }

  @Test(
    "a misspelled budget is an error, because the bundle would have no limits",
    arguments: ["check.bugdet", "chekc.budget", "Check.budgets"])
  func misspelled(key: String) throws {
    let names = key.split(separator: ".")
    let text = "{\n\"\(names[0])\":{\"\(names[1])\":{\"total\":\"2MB\"}}}"
    let config = try NativeConfig.read(Array(text.utf8), file: "c.json")
    let error = #expect(throws: ConfigError.self) { try config.sizeBudget() }
    #expect(error?.problem.hasPrefix("c.json:2:") == true, "\(String(describing: error))")
    // An app may have an object of its own with a similar name.
    let other = try NativeConfig.read(Array(text.replacing("total", with: "own").utf8), file: "c")
    #expect(try other.sizeBudget().isEmpty)
  }

  @Test(
    "an invalid budget in a configuration is an error at its position",
    arguments: [
      (#"[]"#, "must be an object"), (#"{"pages":"1KB"}"#, "'pages' is not 'total'"),
      (#"{"page":true}"#, "found a boolean"), (#"{"page":"1 K"}"#, "'1 K' is not a size"),
      (#"{"page":-5}"#, "'-5' is not a size"),
    ])
  func invalidKeys(budget: String, reason: String) throws {
    let text = "{\n\"check\":{\"budget\":\(budget)}}"
    let config = try NativeConfig.read(Array(text.utf8), file: "c.json")
    let error = #expect(throws: ConfigError.self) { try config.sizeBudget() }
    #expect(error?.line == 2)
    #expect(error?.problem.contains(reason) == true, "\(String(describing: error))")
  }
}
