import ErosRoutes

/// Expressions and texts for comparisons with other engines.
enum ExpressionCases {
  /// Expressions of real maps, and edge cases.
  static let understood = [
    "douban://douban.com/rexxar_demo[/]?.*", "douban://partial.douban.com/rexxar_demo/_.*",
    #"^acme://acme\.com/demo/?.*$"#, #"^app://example\.com/subject/(\d+)/?(\?.*)?$"#,
    "a", "^", "$", "^$", "a|b", "a||b", "(a|)b", "()", "a*", "a+?", "a??b", "(ab)*c",
    "a{2}", "a{2,}", "a{2,3}b", "a{0}", "(a{1,2}){2}", "(?:ab)+", "(?<name>a)b", "[abc]", "[^abc]",
    "[a-c]x", "[a-]", "[-a]", "[a\\-c]", "[\\d]", "[^\\w/]", "[.]", "[$^]x", "[*+?()|{}]", "[\\]]",
    "\\d+", "\\D", "\\w+", "\\W", "\\s", "\\S+", "a.c", "a\\.c", "\\/", "\\-", "\\x41", "\\u0041",
    "\\t", "\\n", "\\r", "\\f", "\\e", "\\a", "\\Qa.c\\E", "\\Q.*", "\\Q\\E", "^\\Qxy\\E?$",
    "^\\Qab\\E{2}$", "^\\Qxy\\E*", "\\Qaa\\E+b", "\\AA", "a\\z",
    "a\\Z",
    "a$", "\\bab\\b", "\\Bb", "(?i)ABC", "(?i:a)B", "a(?i)b", "(?s).", "(?s-s:.)", "(?i)[a-c]+",
    "(?=ab)a", "(?!ab)a", "a(?=.*c)", "^(?!.*partial).*$", "(?=(?!b)a).", "((a)|(b))*c", "(a+)+$",
    "(a|a)*b", "(.*)(.*)(.*)x", "x{0,3}y", "é", "[à-ü]", "(?i)É", ".", "^.$", "中", "😀", "[😀]",
    "a b",
    "#", "/", "a-b", "~", "%20", "\\?", "\\^\\$\\.\\*\\+\\?\\(\\)\\[\\]\\{\\}\\|",
  ]

  /// Expressions that no device compiles.
  static let invalid = [
    "(", ")", "a)", "(a", "[a", "[", "*", "+a", "?", "a**", "a{2", "a{x}", "a{3,2}", "[z-a]", "\\",
    "", "(?<a>x)(?<a>y)", "a|*", "(?", "(?<1a>b)", "(?<a", "\\u004", "(*)", "a+*",
  ]

  /// Expressions that a device may compile, but that cannot be checked.
  static let unknown = [
    "(a)\\1", "\\k<a>", "a++", "a*+", "(?>a)", "(?<=a)b", "(?<!a)b", "[a&&b]", "[a[b]]", "[a--b]",
    "\\p{L}", "\\h", "\\R", "\\X", "\\G", "(?x)a", "(?m)^a", "a]", "a}", "[]a]", "\\x{41}", "\\0",
    "\\x4", "(?)a", "(?#c)a", "a\\Q\\E*",
    "\\cA", "^*", "(?=a)*", "a{2000}", "((((a{100}){100}){100}){100})", "\\ud83d", "\\N{DIGIT ONE}",
  ]

  static let texts = [
    "", "a", "b", "ab", "abc", "aab", "aaab", "ba", "b.c", "a.c", "axc", "a-c", "a/c", "c", "x",
    "y",
    "xy", "xxxy", "xxxxy", "A", "AB", "ABC", "aB", "aBc", "0", "42", "_", "é", "É", "ü", "中", "😀",
    "a😀c",
    "douban://douban.com/rexxar_demo", "douban://douban.com/rexxar_demo/", "douban:",
    "douban://douban.com/rexxar_demo/1?x=douban://douban.com/rexxar_demo",
    "http://x/?u=douban://douban.com/rexxar_demo", "douban://partial.douban.com/rexxar_demo/_.x",
    "acme://acme.com/demo", "acme://acme.com/demo/5", "xacme://acme.com/demo",
    "acme://acmexcom/demo",
    "app://example.com/subject/12", "app://example.com/subject/12/?a=b",
    "app://example.com/subject/x", "app://partial.example.com/", "a\n", "a\r\n", "\n", "a\nb", "\r",
    "\t", " ", "a b", "#", "/", "\\", "-", "[", "]", "{", "}", "(", ")", "|", "^", "$", "?", "*",
    "+",
    ".", "^$.*+?()[]{}|", "~", "%20", "\u{1B}", "\u{07}", "\u{0C}", "\u{0B}", "\u{85}", "\u{2028}",
    "\u{A0}", "\u{3000}", "٣", "α", "\u{301}", "a\u{301}", "\u{200D}", "aaaaaaaaaaaaaaaaaaaaaaaa!",
  ]
}
