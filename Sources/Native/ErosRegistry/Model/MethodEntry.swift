package import ErosCore

/// A method that JavaScript can call.
package struct MethodEntry: Sendable {
  package struct Argument: Sendable {
    package let name: Located<String>
    package let type: TypeExpression
    var isOptional = false
    var doc: String?
  }

  package struct Signature: Sendable {
    package let args: [Argument]
    package let returns: TypeExpression
    package let isSync: Bool
  }

  struct Difference: Sendable {
    var args: [Argument]?
    var isSync: Bool?
    /// The selector on iOS, the method's name on Android.
    var nativeName: Located<String>?
    /// `uiThread` on Android.
    ///
    /// A synchronous method never runs on the main thread.
    var isOnMainThread: Bool?
  }

  package let name: Located<String>
  var args: [Argument] = []
  var returns = Located(TypeExpression.void, at: 0)
  var isSync = false
  /// The method's platforms, or `nil` for all.
  var platforms: Set<Platform>?
  var since: [Platform: String] = [:]
  var isDeprecated = false
  /// The text of `deprecated`, such as the replacement's name.
  var replacement: String?
  var doc: String?
  var differences: [Platform: Difference] = [:]

  func exists(on platform: Platform) -> Bool { platforms?.contains(platform) ?? true }

  package func signature(on platform: Platform) -> Signature {
    let difference = differences[platform]
    return Signature(
      args: difference?.args ?? args, returns: returns.value, isSync: difference?.isSync ?? isSync)
  }

  /// The selector that iOS exports.
  ///
  /// By default, this is the name with a colon for each argument.
  package var selector: String {
    if let written = differences[.ios]?.nativeName { return written.value }
    let count = signature(on: .ios).args.count
    return name.value + String(repeating: ":", count: count)
  }
}

extension MethodEntry {
  /// The function that exports a Swift class's method to the SDK for iOS.
  var exportingFunction: String {
    "wx_export_method_\(signature(on: .ios).isSync ? "sync_" : "")eros_\(name.value)"
  }
}

extension MethodEntry {
  /// Counts arguments in a message: `2 arguments`.
  package static func arguments(_ count: Int) -> Message {
    count == 1 ? "1 argument" : "\(count) arguments"
  }
}

extension Sequence where Element == MethodEntry {
  package func on(_ platform: Platform) -> [MethodEntry] { filter { $0.exists(on: platform) } }
}
