import ErosTestSupport
import ErosTrust
import Testing

@Suite(.phase(.servers)) struct ObjectKeyTests {
  @Test(arguments: ["timestamp.json", "targets/my app/1/ä.zip", "a/..b"])
  func validKey(_ text: String) {
    #expect(ObjectKey(text)?.text == text)
  }

  @Test("keys with different bytes are different, and a slash separates beside any scalar")
  func bytes() throws {
    let keys = try ["a/\u{E9}", "a/e\u{301}"].map { try #require(ObjectKey($0)) }
    #expect(keys[0] != keys[1] && Set(keys).count == 2)
    #expect(ObjectKey("a\u{D4E}/\u{301}b")?.components == ["a\u{D4E}", "\u{301}b"])
  }

  @Test(arguments: ["", "/a", "a/", "a//b", ".", "a/../b", "a\\b", "a\nb", "a\0b"])
  func keyThatIsNotASafePath(_ text: String) {
    #expect(ObjectKey(text) == nil)
  }
}
