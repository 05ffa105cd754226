/// The class of an error of a script, and the hash of its stack.
///
/// Both identify the error without its message, because a message may contain personal data.
package struct ErrorFingerprint: Hashable, Sendable {
  /// The class if the reported class is missing or is not an identifier.
  package static let otherClass = "other"
  /// The maximum length of a class, in bytes.
  static let maximumLength = 64
  /// The classes of errors that ECMAScript defines, and `InternalError` of JavaScript engines.
  package static let standardClasses: Set = [
    "AggregateError", "Error", "EvalError", "InternalError", "RangeError", "ReferenceError",
    "SyntaxError", "TypeError", "URIError",
  ]
  /// The error without a class and a stack.
  package static let other = ErrorFingerprint(errorClass: nil, stack: nil)

  /// The class, such as `TypeError`.
  package let errorClass: String
  /// The hash of the stack, or `nil` if the stack is missing or has no position in a script.
  package let stack: StackHash?

  /// Creates a fingerprint.
  ///
  /// A class of more than 64 bytes, or with other characters than ASCII letters, digits, `_` and
  /// `$`, becomes ``otherClass``.
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

  /// The fields of the fingerprint in a JSON object.
  package var fields: [String: JSONValue] {
    var fields: [String: JSONValue] = [Self.classKey: .string(errorClass)]
    if let stack { fields[Self.stackKey] = .string("\(stack)") }
    return fields
  }

  /// Reads the fields of the fingerprint, or returns `nil` if the object has none of them.
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
