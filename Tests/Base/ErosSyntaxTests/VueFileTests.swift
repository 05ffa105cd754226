import ErosSyntax
import Testing

@Suite("Vue files")
struct VueFileTests {
  private func text(_ file: String, _ range: Range<Int>) -> String {
    String(decoding: Array(file.utf8)[range], as: UTF8.self)
  }

  @Test("a Vue file has scripts, and tags with attributes in templates")
  func contents() {
    let file = """
      <!-- <template><a/></template> -->
      <template>
        <list v-if="a > b" key='k'><cell/>{{ "<no>" }}</list>
        <template v-else><text :value = x></text></template>
      </template>
      <script>let a = "<b>"</script>
      <style>list { }</style>
      <docs><c/></docs>
      """
    let found = VueFile(Array(file.utf8))
    #expect(found.scripts.map { text(file, $0) } == [#"let a = "<b>""#])
    #expect(found.tags.map(\.name) == ["list", "cell", "template", "text"])
    #expect(
      found.tags.flatMap(\.attributes).map { "\($0.name)=\(text(file, $0.value))" }
        == ["v-if=a > b", "key=k", "v-else=", ":value=x"])
    for tag in found.tags {
      #expect(text(file, tag.offset..<(tag.offset + tag.name.utf8.count + 1)) == "<" + tag.name)
    }
  }

  @Test("a template in another language is named, without its tags")
  func otherLanguages() {
    let file = "<template lang=\"pug\">\n<a/>\n</template><script>x</script>"
    let found = VueFile(Array(file.utf8))
    #expect(found.unsupportedTemplates.map(\.language) == ["pug"])
    #expect(found.tags.isEmpty)
    #expect(found.scripts.map { text(file, $0) } == ["x"])
  }

  @Test(
    "a malformed file is read to its end",
    arguments: [
      ("<", [], []), ("<template><a b=", ["a"], []), ("<template><a b='c", ["a"], []),
      ("<template>{{ <b>", ["b"], []), ("<script>x", [], ["x"]), ("<!-- <script>x", [], ["x"]),
      ("<template><a <b></c", ["a", "b"], []),
    ])
  func malformed(file: String, tags: [String], scripts: [String]) {
    let found = VueFile(Array(file.utf8))
    #expect(found.tags.map(\.name) == tags)
    #expect(found.scripts.map { text(file, $0) } == scripts)
  }
}
