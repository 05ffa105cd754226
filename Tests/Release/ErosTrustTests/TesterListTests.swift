import ErosCore
import ErosTrust
import Testing

@Suite("Lists of testers")
struct TesterListTests {
  private func tester(_ text: String) throws -> TesterID { try #require(TesterID(text)) }

  private func channel() throws -> ChannelName { try ChannelName("my-app/production") }

  @Test("a device finds itself, however its user types the identifier")
  func contains() throws {
    let list = try TesterList([tester("Ada@example.org"), tester("code 7")], salt: "salt")
    for text in ["ada@example.org", " ADA@example.org\t", "code 7"] {
      #expect(try list.contains(tester(text)))
    }
    for text in ["ada@example.com", "code  7", "7"] {
      #expect(try !list.contains(tester(text)))
    }
  }

  @Test("identifiers that are empty, too long, or have control characters are refused")
  func identifiers() {
    for text in ["", " \t ", "a\nb", "a\u{7F}", String(repeating: "x", count: 257)] {
      #expect(TesterID(text) == nil, "\(text)")
    }
    #expect(TesterID(String(repeating: "x", count: 256)) != nil)
  }

  /// The first hash is the output of `printf 'salt%s' ada@example.org | sha256sum`.
  @Test("the file has a salt and SHA-256 hashes, and no identifiers")
  func file() throws {
    let list = try TesterList([tester("ada@example.org")], salt: "salt")
    let text = String(decoding: list.bytes, as: UTF8.self)
    #expect(text.contains("4c9a1b39e3e622a5bb0967692bedc018b441b3f40d7d80d81571d709653d9bac"))
    #expect(!text.contains("ada"))
    #expect(try TesterList(list.bytes, of: channel()) == list)
    #expect(try TesterList([tester("ada@example.org")], salt: "other").bytes != list.bytes)
  }

  @Test("the largest list is within the limits of its file")
  func largest() throws {
    let testers = try Set((0..<TesterList.maximumCount).map { try tester("tester \($0)") })
    let list = try TesterList(testers, salt: String(repeating: "0", count: 32))
    #expect(list.bytes.count <= TesterList.maximumLength)
    #expect(try TesterList(list.bytes, of: channel()).count == TesterList.maximumCount)
  }

  @Test("a longer list is refused")
  func tooLong() throws {
    let testers = try Set((0...TesterList.maximumCount).map { try tester("tester \($0)") })
    let bytes = try TesterList(testers, salt: "salt").bytes
    let channel = try channel()
    #expect(throws: ChannelError.self) { try TesterList(bytes, of: channel) }
  }

  @Test(
    "a malformed file is refused",
    arguments: [
      "", "[]", #"{"version":2,"salt":"s","testers":[]}"#, #"{"version":1,"testers":[]}"#,
      #"{"version":1,"salt":"","testers":[]}"#, #"{"version":1,"salt":"s","testers":["00"]}"#,
      #"{"version":1,"salt":"s","testers":[7]}"#, #"{"version":1,"salt":"s"}"#,
    ])
  func malformed(text: String) throws {
    let channel = try channel()
    #expect(throws: ChannelError.self) { try TesterList(Array(text.utf8), of: channel) }
  }
}
