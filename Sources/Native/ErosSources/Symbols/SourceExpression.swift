import ErosCore

/// A name or a class in a registration, as written.
///
/// A scanner reads one file, so it keeps references. ``SymbolTable`` resolves them.
indirect enum SourceExpression: Hashable, Sendable {
  /// A string literal.
  case text(String)
  /// A constant, a variable or a parameter, such as `PayModule.NAME`.
  case name([String])
  /// Parts joined with `+`.
  case joined([SourceExpression])
  /// A class: `PayModule.class`, `[PayModule class]`, `PayModule.self`.
  case type([String])
  /// A new instance of a class: `[PayModule new]`, `PayModule()`.
  case instance([String])
  /// A class that is looked up by its name: `NSClassFromString(name)`.
  case typeNamed(SourceExpression)
  /// A macro's argument as a string: `@#name`.
  case stringized(String)
  case unknown

  /// The joined parts, or the expression itself.
  var parts: [SourceExpression] {
    switch self {
    case .joined(let parts): parts.flatMap(\.parts)
    case .typeNamed(let name): name.parts
    default: [self]
    }
  }

  /// The path of a name or class as written.
  var path: String? {
    switch self {
    case .name(let path), .type(let path): path.joined(separator: ".")
    default: nil
    }
  }

  /// `true` if the expression is written like a constant: `NAME`, `kName` or `Names.pay`.
  var isConstant: Bool {
    guard case .name(let path) = self, let first = path.first else { return false }
    guard path.count == 1 else { return first.first?.isUppercase == true }
    return first.first?.isUppercase == true
      || first.hasPrefix("k") && first.dropFirst().first?.isUppercase == true
  }

  /// Returns `true` if the expression depends on one of the parameters `names`.
  func uses(_ names: [String]) -> Bool {
    switch self {
    case .name(let path), .type(let path): path.count == 1 && names.contains(path[0])
    case .joined(let parts): parts.contains { $0.uses(names) }
    case .typeNamed(let name): name.uses(names)
    case .stringized(let name): names.contains(name)
    case .text, .instance, .unknown: false
    }
  }

  var isText: Bool { if case .text = self { true } else { false } }

  var isType: Bool {
    switch self {
    case .type, .typeNamed: true
    default: false
    }
  }
}
