/// The runtime function behind `Mirror`, which has no name for a case that has no associated
/// values.
@_silgen_name("swift_EnumCaseName")
private func runtimeCaseName<Value>(_ value: Value) -> UnsafePointer<CChar>?

/// Names enumeration cases, for codes in JSON output.
package enum CaseName {
  /// Returns `nil` if the value's type is not an enumeration.
  package static func of<Value>(_ value: Value) -> String? {
    guard Mirror(reflecting: value).displayStyle == .enum else { return nil }
    return unsafe runtimeCaseName(value).map { unsafe String(cString: $0) }
  }
}
