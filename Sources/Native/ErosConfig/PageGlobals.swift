package import ErosCore

extension NativeConfig {
  static let pageGlobalsKey = "rehearsal.globals"

  /// Returns the objects that the app adds to its pages, from the key `rehearsal.globals`.
  ///
  /// The rehearsal defines these objects before it runs a page. `null` stands for an object with
  /// unknown contents.
  ///
  /// - Throws: ``ConfigError`` if the value is not an object, or if an app cannot add such a name.
  package func pageGlobals() throws(ConfigError) -> [String: JSONValue] {
    let key = Self.pageGlobalsKey
    guard let node = node(at: key) else { return [:] }
    guard let object = node.value.object else {
      throw error(
        .wrongType(key: key, expected: "an object", found: node.value.kindName),
        at: node.range.lowerBound)
    }
    var globals: [String: JSONValue] = [:]
    for member in object.members {
      if let reason = PageGlobalName.problem(of: member.key) {
        throw error(.invalidGlobal("'\(key)': \(reason)"), at: member.keyRange.lowerBound)
      }
      globals[member.key] = member.node.value
    }
    return globals
  }
}

enum PageGlobalName {
  /// Explains why an app cannot add a global with this name, or returns `nil`.
  static func problem(of name: String) -> Message? {
    if !isIdentifier(name) || ReservedWords.javaScript.contains(name) {
      return "'\(name.escapedForDisplay)' is not a name in JavaScript"
    }
    if ofLanguage.contains(name) { return "'\(name.escapedForDisplay)' is a part of JavaScript" }
    if ofEnvironment.contains(name) { return "every page already has '\(name.escapedForDisplay)'" }
    return nil
  }

  static let remedy: Message = "list only objects that the app itself adds to its pages"

  /// Accepts any letter outside ASCII.
  private static func isIdentifier(_ name: String) -> Bool {
    func isPart(_ byte: UInt8) -> Bool {
      byte.isIdentifierPart || byte == UInt8(ascii: "$") || byte >= 0x80
    }
    return name.utf8.first.map { !$0.isDigit } == true && name.utf8.allSatisfy(isPart)
  }

  /// Globals that the language itself defines.
  ///
  /// Replacing one would break each page.
  private static let ofLanguage: Set<String> = [
    "AggregateError", "Array", "ArrayBuffer", "BigInt", "Boolean", "DataView", "Date", "Error",
    "EvalError", "Float32Array", "Float64Array", "Function", "Infinity", "Int16Array", "Int32Array",
    "Int8Array", "JSON", "Map", "Math", "NaN", "Number", "Object", "Promise", "Proxy", "RangeError",
    "ReferenceError", "Reflect", "RegExp", "Set", "String", "Symbol", "SyntaxError", "TypeError",
    "URIError", "Uint16Array", "Uint32Array", "Uint8Array", "Uint8ClampedArray", "WeakMap",
    "WeakSet", "__proto__", "decodeURI", "decodeURIComponent", "encodeURI", "encodeURIComponent",
    "escape", "globalThis", "isFinite", "isNaN", "parseFloat", "parseInt", "undefined", "unescape",
  ]

  /// Globals that the host defines before a page runs.
  private static let ofEnvironment: Set<String> = [
    "BroadcastChannel", "Vue", "WXEnvironment", "__eros_throw__", "__weex_env__",
    "__weex_require_module__", "cancelAnimationFrame", "clearImmediate", "clearInterval",
    "clearTimeout", "console", "document", "global", "requestAnimationFrame", "requireModule",
    "setImmediate", "setInterval", "setTimeout", "weex",
  ]
}
