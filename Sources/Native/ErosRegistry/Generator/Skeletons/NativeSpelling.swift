import ErosCore

/// Spells the types in a description in one native language.
///
/// An argument that a page omits arrives as `nil`, or as 0 for a plain number on iOS. Optional
/// types are therefore object types.
struct NativeSpelling {
  let language: NativeLanguage
  let types: NamedTypes
  let sdk: HostSDK

  struct Result {
    let type: String
    let value: String
  }

  private enum Kind: Int {
    case string, number, integer, boolean, object, list, any, callback, keptCallback
  }

  func parameter(_ type: TypeExpression, isOptional: Bool) -> String {
    let (type, mark) = type.unwrapped
    let kind = kind(type)
    // Only an object type can represent a missing number.
    let isAbsent = isOptional || mark
    switch language {
    case .objc where isAbsent && (kind == .integer || kind == .boolean): return "NSNumber *"
    case .swift where isAbsent && (kind == .integer || kind == .boolean): return "NSNumber?"
    default: break
    }
    let callback = kind == .keptCallback ? sdk.callbacks.repeated : sdk.callbacks.once
    switch language {
    case _ where kind != .callback && kind != .keptCallback:
      return Self.parameters[language.rawValue]?[kind.rawValue] ?? ""
    case .objc: return callback
    case .swift: return callback + "?"
    case .java: return sdk.androidName("callback")
    case .kotlin: return sdk.androidName("callback") + "?"
    }
  }

  /// Returns a synchronous method's result type, or `nil` if it returns nothing.
  func result(_ type: TypeExpression) -> Result? {
    if type == .void { return nil }
    let (plain, isOptional) = type.unwrapped
    let kind = kind(plain)
    guard let (name, value) = Self.results[language.rawValue]?[kind.rawValue] else { return nil }
    switch language {
    case .swift where isOptional && name.last != "?", .kotlin where isOptional && name.last != "?":
      return Result(type: name + "?", value: value)
    case .objc where isOptional && kind == .integer: return Result(type: "NSNumber *", value: "@0")
    case .objc where isOptional && kind == .boolean: return Result(type: "NSNumber *", value: "@NO")
    default: return Result(type: name, value: value)
    }
  }

  /// Returns the type of an attribute's property, and an expression that converts `value` to it.
  func attribute(_ type: TypeExpression) -> (type: String, conversion: String) {
    let kind = kind(type.unwrapped.type)
    switch language {
    case .objc:
      switch kind {
      case .string: return ("NSString *", "[\(sdk.convert) NSString:value]")
      case .number: return ("CGFloat ", "[\(sdk.convert) CGFloat:value]")
      case .integer: return ("NSInteger ", "[\(sdk.convert) NSInteger:value]")
      case .boolean: return ("BOOL ", "[\(sdk.convert) BOOL:value]")
      case .object: return ("NSDictionary *", "value")
      case .list: return ("NSArray *", "value")
      default: return ("id ", "value")
      }
    case .swift:
      // Templates pass numbers and Booleans as strings.
      switch kind {
      case .string: return ("String?", "value as? String")
      case .number: return ("Double?", "Double(\"\\(value)\")")
      case .integer: return ("Int?", "Int(\"\\(value)\")")
      case .boolean: return ("Bool?", "value as? Bool ?? (\"\\(value)\" == \"true\")")
      case .object: return ("[String: Any]?", "value as? [String: Any]")
      case .list: return ("[Any]?", "value as? [Any]")
      default: return ("Any?", "value")
      }
    case .java, .kotlin: return (parameter(type, isOptional: true), "value")
    }
  }

  private func kind(_ type: TypeExpression) -> Kind {
    switch type {
    case .string, .stringLiteral: .string
    case .number: .number
    case .integer, .integerLiteral: .integer
    case .boolean, .booleanLiteral: .boolean
    case .object, .map, .shape: .object
    case .named(let name): types.types[name].map(kind) ?? .any
    case .list: .list
    case .callback(_, let isKeptAlive): isKeptAlive ? .keptCallback : .callback
    case .optional(let type): kind(type)
    case .any, .null, .void, .union: .any
    }
  }

  /// The types of all kinds but callbacks, by language.
  private static let parameters: [String: [String]] = [
    "objc": [
      "NSString *", "NSNumber *", "NSInteger", "BOOL", "NSDictionary *", "NSArray *", "id",
    ],
    "swift": [
      "String?", "NSNumber?", "Int", "Bool", "[String: Any]?", "[Any]?", "Any?",
    ],
    "java": [
      "String", "Double", "Integer", "Boolean", "JSONObject", "JSONArray", "Object",
    ],
    "kotlin": [
      "String?", "Double?", "Int?", "Boolean?", "JSONObject?", "JSONArray?", "Any?",
    ],
  ]

  /// Result types by language and kind.
  ///
  /// A callback cannot be a result.
  private static let results: [String: [(String, String)]] = {
    let lists: [String: [(String, String)]] = [
      "objc": [
        ("NSString *", "@\"\""), ("NSNumber *", "@0"), ("NSInteger", "0"), ("BOOL", "NO"),
        ("NSDictionary *", "@{}"), ("NSArray *", "@[]"), ("id", "nil"),
      ],
      "swift": [
        ("String", "\"\""), ("NSNumber", "0"), ("Int", "0"), ("Bool", "false"),
        ("[String: Any]", "[:]"), ("[Any]", "[]"), ("Any?", "nil"),
      ],
      "java": [
        ("String", "\"\""), ("Double", "0.0"), ("Integer", "0"), ("Boolean", "false"),
        ("JSONObject", "new JSONObject()"), ("JSONArray", "new JSONArray()"), ("Object", "null"),
      ],
      "kotlin": [
        ("String", "\"\""), ("Double", "0.0"), ("Int", "0"), ("Boolean", "false"),
        ("JSONObject", "JSONObject()"), ("JSONArray", "JSONArray()"), ("Any?", "null"),
      ],
    ]
    return lists.mapValues { list in list + Array(repeating: list[6], count: 2) }
  }()
}
