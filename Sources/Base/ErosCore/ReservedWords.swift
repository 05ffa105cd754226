/// Reserved words, for names in generated code and in configurations.
package enum ReservedWords {
  /// For classes, protocols and a selector's first keyword.
  package static let objectiveC: Set<String> = [
    "auto", "break", "case", "char", "const", "continue", "default", "do", "double", "else", "enum",
    "extern", "float", "for", "goto", "if", "inline", "int", "long", "register", "restrict",
    "return", "short", "signed", "sizeof", "static", "struct", "switch", "typedef", "union",
    "unsigned", "void", "volatile", "while", "id", "self", "super", "nil", "Nil", "YES", "NO",
    "BOOL", "Class", "SEL", "IMP", "_Bool", "asm", "instancetype", "typeof",
  ]

  /// Selectors that every iOS object has.
  ///
  /// No exported method may use them.
  package static let object: Set<String> = [
    "autorelease", "class", "copy", "dealloc", "debugDescription", "description", "hash", "init",
    "isProxy", "mutableCopy", "release", "retain", "retainCount", "self", "superclass", "zone",
  ]

  /// Methods that every Java object has.
  ///
  /// Most of them cannot be overridden.
  package static let javaObject: Set<String> = [
    "clone", "equals", "finalize", "getClass", "hashCode", "notify", "notifyAll", "toString",
    "wait",
  ]

  /// For packages, classes and methods.
  package static let java: Set<String> = [
    "abstract", "assert", "boolean", "break", "byte", "case", "catch", "char", "class", "const",
    "continue", "default", "do", "double", "else", "enum", "extends", "final", "finally", "float",
    "for", "goto", "if", "implements", "import", "instanceof", "int", "interface", "long",
    "native", "new", "package", "private", "protected", "public", "return", "short", "static",
    "strictfp", "super", "switch", "synchronized", "this", "throw", "throws", "transient", "try",
    "void", "volatile", "while", "true", "false", "null", "_",
  ]

  /// Escaped with backticks.
  package static let kotlin: Set<String> = [
    "as", "break", "class", "continue", "do", "else", "false", "for", "fun", "if", "in",
    "interface", "is", "null", "object", "package", "return", "super", "this", "throw", "true",
    "try", "typealias", "typeof", "val", "var", "when", "while",
  ]

  /// Escaped with backticks.
  package static let swift: Set<String> = [
    "Any", "Self", "as", "associatedtype", "break", "case", "catch", "class", "continue", "default",
    "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate",
    "for", "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil",
    "operator", "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return",
    "self", "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try",
    "typealias", "var", "where", "while",
  ]

  /// For argument names in declarations and for globals.
  package static let javaScript: Set<String> = [
    "arguments", "await", "break", "case", "catch", "class", "const", "continue", "debugger",
    "default", "delete", "do", "else", "enum", "eval", "export", "extends", "false", "finally",
    "for", "function", "if", "implements", "import", "in", "instanceof", "interface", "let", "new",
    "null", "package", "private", "protected", "public", "return", "static", "super", "switch",
    "this", "throw", "true", "try", "typeof", "var", "void", "while", "with", "yield",
  ]
}
