import ErosCore

/// A method that JavaScript can call.
struct MethodEntry: Sendable {
  struct Argument: Sendable {
    let name: Placed<String>
    let type: TypeExpression
    var isOptional = false
    var doc: String?
  }

  /// What a method looks like on one platform.
  struct Signature: Sendable {
    let args: [Argument]
    let returns: TypeExpression
    let isSync: Bool
  }

  /// What one platform does in its own way.
  struct Difference: Sendable {
    var args: [Argument]?
    var isSync: Bool?
    /// The selector on iOS, the method's name on Android.
    var nativeName: Placed<String>?
    /// `uiThread` of Android; a synchronous method is never on the main thread.
    var isOnMainThread: Bool?
  }

  let name: Placed<String>
  var args: [Argument] = []
  var returns = Placed(TypeExpression.void, at: 0)
  var isSync = false
  /// Where the method exists; `nil` is everywhere.
  var platforms: Set<Platform>?
  var since: [Platform: String] = [:]
  var isDeprecated = false
  var doc: String?
  var differences: [Platform: Difference] = [:]

  func exists(on platform: Platform) -> Bool { platforms?.contains(platform) ?? true }

  func signature(on platform: Platform) -> Signature {
    let difference = differences[platform]
    return Signature(
      args: difference?.args ?? args, returns: returns.value, isSync: difference?.isSync ?? isSync)
  }

  /// The selector that iOS exports: the one written down, or the name with a colon an argument.
  var selector: String {
    if let written = differences[.ios]?.nativeName { return written.value }
    let count = signature(on: .ios).args.count
    return name.value + String(repeating: ":", count: count)
  }
}

extension MethodEntry {
  /// The function of a Swift class that tells the SDK for iOS of the method.
  var exportingFunction: String {
    "wx_export_method_\(signature(on: .ios).isSync ? "sync_" : "")eros_\(name.value)"
  }
}

extension Sequence where Element == MethodEntry {
  func on(_ platform: Platform) -> [MethodEntry] { filter { $0.exists(on: platform) } }
}
