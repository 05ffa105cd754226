import ErosCore
import ErosTestSupport
import Testing

@testable import ErosGenerator

@Suite("The template language")
struct TemplateTests {
  private static let context: TemplateContext = [
    "name": "acme", "quoted": "a\"b", "empty": "", "isOn": true, "isOff": false, "absent": .none,
    "names": .texts(["a", "b", "c"]), "nothing": .list([]),
    "method": .object(["name": "scan", "doc": .none, "params": .texts(["x", "y"])]),
    "groups": .list([.texts(["a", "b"]), .texts(["c"])]),
  ]

  private static func render(_ text: String) throws(TemplateError) -> String {
    String(decoding: try Template(Array(text.utf8)).render(context), as: UTF8.self)
  }

  @Test(
    "renders values, conditions and loops",
    arguments: [
      ("{{ name|code }}", "acme"), ("{{name}}", "acme"), ("{{ method.name | code }}", "scan"),
      ("{{ quoted|swift }}", #"a\"b"#), ("{{ isOn|code }} {{ isOff }}", "true false"),
      ("{{ \"{{\"|code }}x{{ '}}' }}", "{{x}}"), ("{{ name|capitalize|objc }}", "Acme"),
      ("{{ name|uppercase }}{{ name|lowercase }}", "ACMEacme"),
      ("{% if isOn %}a{% endif %}", "a"), ("{% if isOff %}a{% else %}b{% endif %}", "b"),
      ("{% if absent %}a{% elif name %}b{% else %}c{% endif %}", "b"),
      ("{% if empty or nothing or method.doc %}a{% endif %}", ""),
      ("{% if not empty and names and method %}a{% endif %}", "a"),
      // `and` binds more strongly than `or`, and `not` more strongly than `and`.
      ("{% if isOn or isOff and isOff %}a{% endif %}", "a"),
      ("{% if (isOn or isOff) and isOff %}a{% endif %}", ""),
      ("{% if not isOn or isOn %}a{% endif %}", "a"),
      ("{% if not (isOn or isOff) %}a{% endif %}", ""),
      (
        "{% for x in names %}{{ x }}{% if not forloop.last %}{{ ', ' }}{% endif %}{% endfor %}",
        "a, b, c"
      ),
      ("{% for x in names %}{% if forloop.first %}[{% endif %}{{ x }}{% endfor %}", "[abc"),
      ("{% for x in nothing %}a{% empty %}b{% endfor %}", "b"),
      ("{% for x in absent %}a{% endfor %}", ""),
      ("{% for x in method.params %}{{ x }}{% endfor %}", "xy"),
      ("{% for g in groups %}{% for x in g %}{{ x }}{% endfor %};{% endfor %}", "ab;c;"),
      // The inner loop hides the outer name and the outer `forloop`.
      (
        "{% for x in groups %}{% for x in x %}{{ x }}{% endfor %}{% if forloop.last %}.{% endif %}{% endfor %}",
        "abc."
      ),
      ("a{# {{ no }} {% no %} #}b", "ab"), ("{ {x} }} %} #}", "{ {x} }} %} #}"),
      ("ä{{ name }}\u{1F600}", "äacme\u{1F600}"), ("", ""),
    ])
  func renders(text: String, expected: String) throws {
    #expect(try Self.render(text) == expected)
  }

  @Test(
    "removes the white space around tags",
    arguments: [
      ("a\n{% if isOn %}\nb\n{% endif %}\nc\n", "a\nb\nc\n"),
      ("a\n  {% if isOn %}  \n  b\n  {% endif %}\nc", "a\n  b\nc"),
      ("a\r\n{% if isOn %}\r\nb\r\n{% endif %}\r\nc", "a\r\nb\r\nc"),
      ("a {% if isOn %} b {% endif %} c", "a b c"),
      ("{% if isOn %}\n\nb{% endif %}", "\nb"),
      ("a \n {%- if isOn -%} \n\n b \n{%- endif -%}\n c", "abc"),
      ("a {%+ if isOn +%} \nb{% endif %}", "a  \nb"),
      ("a {{ name }} \n{# c #} \nb", "a acme \n \nb"),
      ("{% for x in names %}\n- {{ x }}\n{% endfor %}\n", "- a\n- b\n- c\n"),
    ])
  func whiteSpace(text: String, expected: String) throws {
    #expect(try Self.render(text) == expected)
  }

  @Test(
    "an error names its place and the nearest name",
    arguments: [
      ("a {{ nmae|code }}", 5, "unknown value 'nmae'; did you mean 'name'?"),
      ("{{ method.nam }}", 3, "unknown value 'method.nam'; did you mean 'name'?"),
      ("{{ method.name.x }}", 3, "'method.name' has no values, so it has no 'x'"),
      ("{% if nmae %}{% endif %}", 6, "unknown value 'nmae'; did you mean 'name'?"),
      ("{% if isOff and nmae %}{% endif %}", 16, "unknown value 'nmae'; did you mean 'name'?"),
      ("{% if isOn or nmae %}{% endif %}", 14, "unknown value 'nmae'; did you mean 'name'?"),
      (
        "{% for x in names %}{{ forloop.counter }}{% endfor %}", 23,
        "unknown value 'forloop.counter'; the values here are 'first', 'last'"
      ),
      ("{{ method.doc }}", 3, "'method.doc' has no value here; test it with 'if method.doc'"),
      ("{{ names }}", 3, "'names' is a list; use 'for NAME in names'"),
      ("{{ method }}", 3, "'method' is not a text; it has 'doc', 'name', 'params'"),
      ("{% for x in name %}{% endfor %}", 12, "'name' is not a list"),
      ("{{ name|cod }}", 8, "unknown filter 'cod'; did you mean 'code'?"),
      ("{{ name| }}", 7, "a value is followed by '|' and the name of a filter"),
      ("{{ name code }}", 8, "a value is followed by '|' and the name of a filter"),
      ("{{ }}", 0, "the name of a value is missing"),
      ("{{ a..b }}", 3, "'a..b' is not a name"), ("{{ 1 }}", 3, "'1' is not a name"),
      (
        "{{ a == b }}", 5,
        "'=' is not part of the language; a tag has names, texts in quotation marks, '|', '(' and ')'"
      ),
      (
        "{{ ä }}", 3,
        "'ä' is not part of the language; a tag has names, texts in quotation marks, '|', '(' and ')'"
      ),
      ("{{ 'a }}", 3, "the quotation mark is not closed"),
      ("a{{ name", 1, "'{{' is not closed with '}}'"),
      ("a{% if name", 1, "'{%' is not closed with '%}'"),
      ("a{# {{ name }}", 1, "the comment is not closed with '#}'"),
      ("{% fro x in names %}", 0, "unknown tag 'fro'; did you mean 'for'?"),
      (
        "{% include \"x\" %}", 0,
        "unknown tag 'include'; the tags are 'if', 'elif', 'else', 'endif', 'for', 'empty', 'endfor'"
      ),
      ("{% %}", 0, "the tag has no name, such as 'if' or 'for'"),
      ("{% if name %}", 0, "'if' is not closed with 'endif'"),
      ("{% for x in names %}", 0, "'for' is not closed with 'endfor'"),
      ("{% endif %}", 0, "misplaced 'endif': no 'if' precedes it"),
      (
        "{% if isOn %}{% for x in names %}{% endif %}{% endfor %}", 33,
        "misplaced 'endif': 'for' is not closed with 'endfor' before it"
      ),
      (
        "{% if isOn %}{% else %}{% else %}{% endif %}", 23,
        "misplaced 'else': 'else' or 'empty' of the same tag precedes it"
      ),
      ("{% if isOn %}{% endif name %}", 22, "'endif' has no arguments"),
      ("{% for names %}{% endfor %}", 0, "a loop is 'for NAME in LIST'"),
      ("{% for a.b in names %}{% endfor %}", 0, "a loop is 'for NAME in LIST'"),
      ("{% if %}{% endif %}", 0, "'if' has no condition"),
      ("{% if not %}{% endif %}", 6, "the condition is not complete"),
      ("{% if (isOn %}{% endif %}", 6, "'(' is not closed with ')'"),
      (
        "{% if isOn | code %}{% endif %}", 11,
        "the condition ends before this; it has names, 'not', 'and', 'or', '(' and ')'"
      ),
    ])
  func errors(text: String, offset: Int, reason: String) throws {
    let error = #expect(throws: TemplateError.self) { try Self.render(text) }
    #expect(error?.offset == offset)
    #expect(error?.reason == reason)
  }

  @Test("limits the depth of tags and conditions")
  func depth() throws {
    for (open, close, end) in [
      ("{% if isOn %}", "{% endif %}", ""), ("{% if isOn %}{% for x in names %}", "", ""),
      ("(", ")", " %}{% endif %}"), ("not ", "", "name %}{% endif %}"),
    ] {
      let prefix = end.isEmpty ? "" : "{% if "
      for count in [TemplateParser.maximumDepth + 1, 100_000] {
        let text =
          prefix + String(repeating: open, count: count) + (end.hasPrefix(" ") ? "name" : "")
          + String(repeating: close, count: count) + end
        let error = #expect(throws: TemplateError.self) { try Self.render(text) }
        #expect(error?.reason == "more than 64 tags or parentheses are inside each other")
      }
    }
  }

  @Test("limits the output and the steps of loops")
  func limits() throws {
    let render = { (text: String) throws(TemplateError) in
      var renderer = TemplateRenderer(Self.context)
      renderer.outputLimit = 1_000
      renderer.nodeLimit = 2_000
      try renderer.render(Template(Array(text.utf8)).nodes)
    }
    let loops = { (depth: Int, body: String) in
      String(repeating: "{% for x in names %}", count: depth) + body
        + String(repeating: "{% endfor %}", count: depth)
    }
    #expect(throws: Never.self) { try render(loops(5, "abcd")) }
    let long = #expect(throws: TemplateError.self) { try render(loops(5, "abcde")) }
    #expect(long?.reason == "the output is longer than 1000 bytes")
    let endless = #expect(throws: TemplateError.self) { try render(loops(8, "")) }
    #expect(endless?.reason == "the loops have more than 2000 steps")
  }

  @Test("random templates are parsed without a crash")
  func fuzz() throws {
    let parts = [
      "{{", "}}", "{%", "%}", "{#", "#}", " if ", " elif ", " else ", " endif ", " for ", " in ",
      " empty ", " endfor ", " not ", " and ", " or ", "(", ")", "|", "code", "name", "names",
      "method.name", "absent", "'", "\"", "-", "+", "\n", " ", "ä", "\0", "\r\n", ".", "x",
    ]
    var rendered = 0
    var random = SeededGenerator(seed: 31)
    for _ in 0..<20_000 {
      var text = ""
      for _ in 0..<Int.random(in: 1...24, using: &random) {
        text += parts.randomElement(using: &random) ?? ""
      }
      do {
        _ = try Self.render(text)
        rendered += 1
      } catch {
        #expect((0...text.utf8.count).contains(error.offset), "\(text.debugDescription)")
        #expect(!error.reason.isEmpty)
      }
    }
    // Make sure that some of them are templates.
    #expect(rendered > 500)
  }
}
