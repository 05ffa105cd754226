package import ErosCore

package struct NativeTypes {
  let platform: Platform

  package init(platform: Platform) { self.platform = platform }

  /// Returns `true` if `native` can represent `type`.
  ///
  /// Unknown native types are accepted.
  package func accepts(_ type: TypeExpression, _ native: String) -> Bool {
    guard let nativeType = meaning(of: native) else { return true }
    let type = type.unwrapped.type
    if nativeType == .any || type == .any { return true }
    switch type {
    case .void: return nativeType == .void
    case .null: return true
    case .union(let members): return members.contains { accepts($0, native) }
    case .callback(_, let isKeptAlive):
      guard case .callback(_, let givesMore) = nativeType else { return false }
      return !isKeptAlive || givesMore || platform == .android
    case .object, .shape, .map:
      return nativeType == .object || nativeType == .string && platform == .android
    case .list:
      if case .list = nativeType { return true }
      return nativeType == .string && platform == .android
    case .string, .stringLiteral: return nativeType == .string
    case .number: return nativeType == .number || nativeType == .integer
    case .integer, .integerLiteral:
      return nativeType == .integer || nativeType == .number && isBoxed(native)
    case .boolean, .booleanLiteral:
      return nativeType == .boolean || nativeType == .number && isBoxed(native)
    case .any, .named, .optional: return true
    }
  }

  /// Recognizes `NSNumber *`, the type of numbers and Booleans.
  private func isBoxed(_ native: String) -> Bool { word(of: native) == "NSNumber" }

  /// Returns the type expression for a native type, or `nil` if it is unknown.
  package func meaning(of native: String) -> TypeExpression? {
    platform == .ios ? iosMeaning(of: native) : androidMeaning(of: native)
  }

  /// Returns a type's simple name: no package, module, generic arguments, `*` or `?`.
  private func word(of native: String) -> String {
    let head = native.prefix { $0 != "<" && $0 != "*" && $0 != "?" && $0 != "!" && $0 != "[" }
    let words = head.split { $0 == "." || $0 == " " }
    return words.last.map(String.init) ?? ""
  }

  private func iosMeaning(of native: String) -> TypeExpression? {
    if native.first == "[" || native.first == "(" { return nil }
    if native.contains("^") { return .callback(.any, isKeptAlive: false) }
    switch word(of: native) {
    case "void", "Void": return .void
    case "id", "Any", "AnyObject", "NSObject": return .any
    case "NSString", "NSMutableString", "String": return .string
    case "NSNumber", "CGFloat", "float", "double", "Float", "Double": return .number
    case "NSInteger", "NSUInteger", "int", "long", "Int", "UInt", "Int32", "Int64": return .integer
    case "BOOL", "bool", "Bool", "Boolean": return .boolean
    case "NSDictionary", "NSMutableDictionary", "Dictionary": return .object
    case "NSArray", "NSMutableArray", "Array": return .list(.any)
    case "WXModuleCallback", "WXCallback": return .callback(.any, isKeptAlive: false)
    case "WXModuleKeepAliveCallback", "WXKeepAliveCallback", "UniModuleKeepAliveCallback":
      return .callback(.any, isKeptAlive: true)
    default: return nil
    }
  }

  private func androidMeaning(of native: String) -> TypeExpression? {
    if native.contains("->") { return nil }
    // Arrays and variadic arguments.
    for end in ["[]", "..."] where native.hasSuffix(end) {
      return .list(androidMeaning(of: String(native.dropLast(end.count))) ?? .any)
    }
    if native.contains("[") { return .list(.any) }
    switch word(of: native) {
    case "void", "Unit", "Void": return .void
    case "Object", "Any": return .any
    case "String", "CharSequence": return .string
    case "double", "float", "Double", "Float", "Number": return .number
    case "int", "long", "Int", "Integer", "Long", "short", "Short": return .integer
    case "boolean", "Boolean": return .boolean
    case "JSONObject", "Map", "HashMap", "MutableMap", "LinkedHashMap": return .object
    case "JSONArray", "List", "ArrayList", "MutableList": return .list(.any)
    case "JSCallback", "SimpleJSCallback", "UniJSCallback":
      return .callback(.any, isKeptAlive: true)
    default: return nil
    }
  }
}
