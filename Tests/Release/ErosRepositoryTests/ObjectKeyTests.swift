import ErosRepository
import ErosTestSupport
import Testing

@Suite(.phase(.servers)) struct ObjectKeyTests {
  @Test(arguments: ["timestamp.json", "targets/my app/1/ä.zip", "a/..b"])
  func validKey(_ text: String) {
    #expect(ObjectKey(text)?.text == text)
  }

  @Test(arguments: ["", "/a", "a/", "a//b", ".", "a/../b", "a\\b", "a\nb", "a\0b"])
  func keyThatIsNotASafePath(_ text: String) {
    #expect(ObjectKey(text) == nil)
  }
}
