/// Properties of Objective-C selectors.
package enum Selector {
  /// Returns the JavaScript name: the selector up to its first colon.
  package static func jsName(_ selector: String) -> String {
    String(selector.prefix { $0 != ":" })
  }

  /// Returns the selector of the Swift function `name` with argument labels; `_` is no label.
  package static func name(of name: String, labels: [String]) -> String {
    guard let first = labels.first else { return name }
    let head =
      first == "_" ? name : name + "With" + first.prefix(1).uppercased() + first.dropFirst()
    return head + ":" + labels.dropFirst().map { ($0 == "_" ? "" : $0) + ":" }.joined()
  }

  /// Returns the number of arguments.
  package static func arity(_ selector: String) -> Int {
    selector.utf8.count { $0 == UInt8(ascii: ":") }
  }
}
