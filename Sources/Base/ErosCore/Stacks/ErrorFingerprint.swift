/// A script error's class, and a hash over its stack.
///
/// Both identify the error, but do not contain its message, which may have personal data.
package struct ErrorFingerprint: Hashable, Sendable {
  /// Used if the reported class is missing or is not an identifier.
  package static let otherClass = "other"
  /// In bytes.
  static let maximumLength = 64
  /// From ECMAScript, and `InternalError` from JavaScript engines.
  package static let standardClasses: Set = [
    "AggregateError", "Error", "EvalError", "InternalError", "RangeError", "ReferenceError",
    "SyntaxError", "TypeError", "URIError",
  ]
  /// Has neither a class nor a stack.
  package static let other = ErrorFingerprint(errorClass: nil, stack: nil)

  /// For example `TypeError`.
  package let errorClass: String
  /// `nil` if the stack is missing or names no position in a script.
  package let stack: StackHash?

  /// Creates a fingerprint.
  ///
  /// A class becomes ``otherClass`` if it has more than 64 bytes, or anything but ASCII letters,
  /// digits, `_` and `$`.
  package init(errorClass: String?, stack: StackHash?) {
    self.errorClass = errorClass.flatMap { Self.isClass($0) ? $0 : nil } ?? Self.otherClass
    self.stack = stack
  }

  private static func isClass(_ text: String) -> Bool {
    (1...maximumLength).contains(text.utf8.count)
      && text.utf8.first?.isDigit == false
      && text.utf8.allSatisfy { $0.isIdentifierPart || $0 == UInt8(ascii: "$") }
  }
}

// MARK: - JSON

extension ErrorFingerprint {
  private static let classKey = "errorClass"
  private static let stackKey = "stackHash"

  /// For a JSON object.
  package var fields: [String: JSONValue] {
    var fields: [String: JSONValue] = [Self.classKey: .string(errorClass)]
    if let stack { fields[Self.stackKey] = .string("\(stack)") }
    return fields
  }

  /// Reads ``fields``, or returns `nil` if the object has none of them.
  ///
  /// Invalid values count as missing, because the trial failed either way.
  package init?(_ object: inout JSONFields) {
    let (errorClass, stack) = (
      object.optionalValue(Self.classKey), object.optionalValue(Self.stackKey)
    )
    guard errorClass != nil || stack != nil else { return nil }
    self.init(
      errorClass: errorClass?.string, stack: stack?.string.flatMap { StackHash($0) })
  }
}
