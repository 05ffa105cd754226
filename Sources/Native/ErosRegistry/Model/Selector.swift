/// Properties of Objective-C selectors.
package enum Selector {
  /// Returns the JavaScript name: the selector up to its first colon.
  package static func jsName(_ selector: String) -> String {
    String(selector.prefix { $0 != ":" })
  }

  /// Returns the number of arguments.
  package static func arity(_ selector: String) -> Int {
    selector.utf8.count { $0 == UInt8(ascii: ":") }
  }
}
