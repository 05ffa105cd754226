import ErosCore
import ErosTemplates
import ErosTestSupport
import Testing

@testable import ErosRegistry

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
      ("a{{ name\nint b = 1; {{ name }}", 1, "'{{' is not closed with '}}'"),
      ("a{{ 'name }\n{% if name %}{% endif %}", 1, "'{{' is not closed with '}}'"),
      ("a{% if name }}\nb{% endif %}", 1, "'{%' is not closed with '%}'"),
      ("a{% if name {# b #} %}", 1, "'{%' is not closed with '%}'"),
      (
        "{{ name|code|code|code|code|code|code|code|code|code }}", 48,
        "the value has more than 8 filters"
      ),
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
  func errors(text: String, offset: Int, reason: Message) throws {
    let error = #expect(throws: TemplateError.self) { try Self.render(text) }
    #expect(error?.offset == offset)
    #expect(error?.kind == .invalid(reason))
  }

  @Test(
    "64 tags or parentheses inside each other are allowed, but not more",
    arguments: [
      ("{% if isOn %}", "", "{% endif %}", "tags"),
      ("{% for x in names %}", "", "{% endfor %}", "tags"),
      ("(", "name", ")", "parentheses"), ("not (", "name", ")", "parentheses"),
    ])
  func depth(open: String, content: String, close: String, items: String) throws {
    let render = { (count: Int) throws(TemplateError) in
      let nested =
        String(repeating: open, count: count) + content + String(repeating: close, count: count)
      // Loops over three names would have 3^64 iterations.
      let text = content.isEmpty ? nested : "{% if \(nested) %}{% endif %}"
      _ = try Template(Array(text.utf8))
    }
    #expect(throws: Never.self) { try render(64) }
    for count in [65, 100_000] {
      let error = #expect(throws: TemplateError.self) { try render(count) }
      #expect(error?.kind == .invalid("more than 64 \(items) are inside each other"))
    }
  }

  @Test(
    "long chains are rendered",
    arguments: [
      (" or isOff", "b"), (" or isOn", "a"), (" and isOn", "b"), (" and isOn or isOn", "a"),
      (" or not not isOff", "b"), (" or (isOff)", "b"),
    ])
  func chains(operand: String, expected: String) throws {
    let chain = "isOff" + String(repeating: operand, count: 100_000)
    #expect(try Self.render("{% if \(chain) %}a{% else %}b{% endif %}") == expected)
  }

  @Test("100,000 'not' and 'elif' are rendered")
  func longTags() throws {
    let nots = String(repeating: "not ", count: 100_001)
    #expect(try Self.render("{% if \(nots)isOff %}a{% endif %}") == "a")
    let branches = String(repeating: "{% elif isOff %}b", count: 100_000)
    #expect(try Self.render("{% if isOff %}a\(branches){% else %}c{% endif %}") == "c")
  }

  private static func render(
    _ text: String, outputLimit: Int, stepLimit: Int
  ) throws(TemplateError) -> Int {
    var renderer = TemplateRenderer(context)
    renderer.outputLimit = outputLimit
    renderer.stepLimit = stepLimit
    try renderer.render(Template(Array(text.utf8)).nodes)
    return renderer.output.count
  }

  @Test("limits the output and the steps")
  func limits() throws {
    let loops = { (depth: Int, body: String) in
      String(repeating: "{% for x in names %}", count: depth) + body
        + String(repeating: "{% endfor %}", count: depth)
    }
    #expect(
      try Self.render(loops(5, "abcd"), outputLimit: 1_000, stepLimit: 2_000) == 243 * 4)
    let long = #expect(throws: TemplateError.self) {
      try Self.render(loops(5, "abcde"), outputLimit: 1_000, stepLimit: 2_000)
    }
    #expect(long?.kind == .invalid("the output is longer than 1000 bytes"))
    #expect(long?.offset == 100)
    let endless = #expect(throws: TemplateError.self) {
      try Self.render(loops(8, ""), outputLimit: 1_000, stepLimit: 2_000)
    }
    #expect(endless?.kind == .invalid("the template needs more than 2000 steps"))
    let filtered = #expect(throws: TemplateError.self) {
      try Self.render("{{ name|code|code }}", outputLimit: 1_000, stepLimit: 2)
    }
    #expect(filtered?.kind == .invalid("the template needs more than 2 steps"))
    let condition = #expect(throws: TemplateError.self) {
      try Self.render(
        "{% if isOff or isOff or isOn %}{% endif %}", outputLimit: 1_000, stepLimit: 2)
    }
    #expect(condition?.kind == .invalid("the template needs more than 2 steps"))
  }

  @Test("limits the length after each filter")
  func filterLimit() throws {
    let text = "ab{{ 'cd'|json|json|json }}"
    #expect(try Self.render(text, outputLimit: 100, stepLimit: 5) == 2 + 16)
    // With a check only after the last filter, the steps would exceed their limit first.
    let error = #expect(throws: TemplateError.self) {
      try Self.render(text, outputLimit: 5, stepLimit: 3)
    }
    #expect(error?.kind == .invalid("the output is longer than 5 bytes"))
    #expect(error?.offset == 5)
  }

  @Test("the position of an error in a text or literal is its start")
  func positions() throws {
    for (text, offset) in [("{{ name }}abcdefg", 10), ("{{ name }}{{ 'abcdefg' }}", 13)] {
      let error = #expect(throws: TemplateError.self) {
        try Self.render(text, outputLimit: 8, stepLimit: 10)
      }
      #expect(error?.offset == offset)
    }
    let error = #expect(throws: TemplateError.self) {
      try Self.render("ab{% if isOn %}{% endif %}", outputLimit: 8, stepLimit: 1)
    }
    #expect(error?.offset == 2)
  }

  // MARK: Names

  @Test(
    "a misspelled name is found in parts that are not rendered",
    arguments: [
      ("{% if isOff %}{{ nmae }}{% endif %}", 17),
      ("{% if isOn %}{% else %}{{ nmae }}{% endif %}", 26),
      ("{% if isOn %}{% elif nmae %}{% endif %}", 21),
      ("{% for x in names %}{% empty %}{{ nmae }}{% endfor %}", 34),
      ("{% for x in nothing %}{{ nmae }}{% endfor %}", 25),
      ("{% if isOff %}{% for x in nmae %}{% endfor %}{% endif %}", 26),
      ("{% for x in names %}{% endfor %}{{ x }}", 35),
      ("{% for x in names %}{{ forloop.frist }}{% endfor %}", 23),
      ("{% for m in methods %}{{ m.nmae }}{% endfor %}", 25),
      // Used as another kind of value.
      ("{% if isOff %}{{ names }}{% endif %}", 17),
      ("{% if isOff %}{% for x in name %}{% endfor %}{% endif %}", 26),
    ])
  func checker(text: String, offset: Int) throws {
    var values = Self.context
    values["methods"] = TemplateValue.list([
      .object(["name": "a"]), .object(["name": "b", "doc": "c"]),
    ]).merged(with: .none)
    var checker = TemplateChecker(values)
    let nodes = try Template(Array(text.utf8)).nodes
    let error = #expect(throws: TemplateError.self) { try checker.check(nodes) }
    #expect(error?.offset == offset)
  }

  @Test(
    "the check accepts the members of all elements and of absent values",
    arguments: [
      "{% for m in methods %}{{ m.name }}{{ m.doc }}{% endfor %}",
      "{{ absent.any.name }}{% for x in absent %}{{ x.y }}{% endfor %}",
      "{% for x in nothing %}{{ x.y }}{% endfor %}",
    ])
  func checkerAccepts(text: String) throws {
    var values = Self.context
    values["methods"] = TemplateValue.list([
      .object(["name": "a"]), .object(["name": "b", "doc": "c"]),
    ]).merged(with: .none)
    var checker = TemplateChecker(values)
    try checker.check(Template(Array(text.utf8)).nodes)
  }

  @Test("the sample has the values of each template")
  func sample() throws {
    let contexts = try TemplateSample.contexts()
    #expect(contexts.keys.sorted() == TemplateSet.builtIn.names.sorted())
    for name in TemplateSet.builtIn.names {
      var checker = TemplateChecker(try #require(contexts[name]))
      let text = try TemplateSet.builtIn.text(of: name)
      #expect(throws: Never.self, "\(name)") {
        try checker.check(Template(Array(text.utf8)).nodes)
      }
    }
  }

  @Test("the sample has all values of other descriptions", arguments: Golden.allCases)
  func sampleIsComplete(golden: Golden) throws {
    let recorder = TemplateRecorder()
    _ = try golden.files(templates: TemplateSet(BuiltInTemplate.all, recorder: recorder))
    let contexts = try TemplateSample.contexts()
    for (name, context) in recorder.contexts {
      let sample = try #require(contexts[name])
      #expect(Self.missing(.object(context), in: .object(sample)) == [], "\(name)")
    }
  }

  /// Returns the paths of the values that `sample` lacks.
  private static func missing(_ value: TemplateValue, in sample: TemplateValue) -> [String] {
    switch (value, sample) {
    case (.object(let members), .object(let others)):
      members.flatMap { name, value in
        guard let other = others[name] else { return [name] }
        return missing(value, in: other).map { "\(name).\($0)" }
      }
    case (.list(let elements), .list(let others)):
      elements.flatMap { element in others.first.map { missing(element, in: $0) } ?? ["[]"] }
    case (.none, _), (.list, .none), (.text, .text), (.flag, .flag): []
    default: ["another kind"]
    }
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
      }
    }
    // Make sure that some of them are templates.
    #expect(rendered > 500)
  }
}
