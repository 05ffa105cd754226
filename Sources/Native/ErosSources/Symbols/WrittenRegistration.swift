import ErosCore
import ErosSyntax

/// A registration whose names and classes are not resolved yet.
struct WrittenRegistration: Sendable {
  let kind: SourceRegistration.Kind
  let names: [SourceExpression]
  let className: SourceExpression
  let mechanism: SourceRegistration.Mechanism
  let position: FilePosition
  var appendTree: Bool?
  var isGlobal = false
  /// The class method on iOS that returns a handler, unless it is `new`.
  var create: String?
  /// `true` if a component on iOS is a template.
  var isTemplate = false
  /// `true` if a component on iOS has properties that no description expresses.
  var hasOtherProperties = false
  var bundle: String?
  var scope: String?
  var context = SourceContext()
}

/// Calls in the Weex SDK for Android and in uni-app's.
extension WrittenRegistration {
  static let androidCalls: [String: SourceRegistration.Kind] = [
    "registerModule": .module, "registerComponent": .component, "registerDomObject": .domObject,
    "registerUniModule": .module, "registerUniComponent": .component,
    "registerUniVContainer": .component,
  ]

  /// Creates the registration that a method of ``RegistrationIdiom/engines`` makes.
  ///
  /// Returns `nil` if `call` has too few arguments.
  init?(_ call: WrittenCall) {
    guard call.arguments.count > 1, let kind = Self.androidCalls[call.callee] else { return nil }
    let flags = call.arguments.dropFirst().map(Self.flag)
    // `(class, appendTree, names…)` or `(name, class, flag)`.
    let isClassFirst =
      call.callee == "registerComponent" && (call.arguments[0].isType || flags[0] != nil)
    self.kind = kind
    let others = call.arguments.dropFirst().filter { Self.flag($0) == nil }
    names = isClassFirst ? Array(others) : [call.arguments[0]]
    className = isClassFirst ? call.arguments[0] : call.arguments[1]
    mechanism = .code
    position = call.position
    context = call.context
    let flag = flags.compactMap { $0 }.first
    appendTree = kind == .component ? flag : nil
    isGlobal = kind == .module && flag == true
  }

  private static func flag(_ expression: SourceExpression) -> Bool? {
    guard case .name(let path) = expression, path.count == 1 else { return nil }
    return Bool(path[0])
  }
}
