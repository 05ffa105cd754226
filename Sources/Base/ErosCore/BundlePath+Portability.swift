extension BundlePath {
  /// A reason why a path is not portable, although it is unambiguous.
  ///
  /// Packing rejects such paths. Readers only warn, because published bundles may contain them.
  @nonexhaustive
  public enum PortabilityProblem: Hashable, Sendable {
    /// A component contains an invisible character with this scalar value.
    case invisibleCharacter(UInt32)
    /// A component is a Windows device name, such as `NUL` or `con.js`.
    case deviceName(String)
    /// A component ends with a dot or a space, which Windows removes.
    case trailing(String)
    /// A component contains a colon, which separates a file from its data stream on Windows.
    case colon
  }

  /// The first portability problem in any component, or `nil` if the path is portable.
  public var portabilityProblem: PortabilityProblem? {
    for component in components {
      if let problem = Self.portabilityProblem(of: component) { return problem }
    }
    return nil
  }

  /// The first portability problem in the last component, if it has one.
  package var lastPortabilityProblem: PortabilityProblem? {
    components.last.flatMap { Self.portabilityProblem(of: $0) }
  }

  private static func portabilityProblem(of component: Substring) -> PortabilityProblem? {
    // Looks at scalars, because a combining mark can join a dot or a colon to one character.
    let scalars = component.unicodeScalars
    if let scalar = scalars.first(where: isInvisible) { return .invisibleCharacter(scalar.value) }
    if scalars.contains(":") { return .colon }
    if scalars.last == "." || scalars.last == " " { return .trailing(String(component)) }
    return isDevice(component) ? .deviceName(String(component)) : nil
  }

  /// Returns `true` if Unicode declares a character as invisible.
  ///
  /// Variation selectors do not count, because emoji and ideographs need them.
  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    !scalar.isASCII && scalar.properties.isDefaultIgnorableCodePoint
      && !scalar.properties.isVariationSelector
  }

  /// Returns `true` if Windows opens a device for a component.
  ///
  /// Only the part before the first dot counts.
  private static func isDevice(_ component: Substring) -> Bool {
    var stem = component.unicodeScalars.prefix { $0 != "." }
    while stem.last == " " { stem.removeLast() }
    // The longest name is CONOUT$.
    guard (3...7).contains(stem.count) else { return false }
    let name = String(stem).uppercased()
    if ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"].contains(name) { return true }
    guard stem.count == 4, name.begins(with: "COM") || name.begins(with: "LPT"),
      let digit = stem.last
    else { return false }
    return "123456789\u{B9}\u{B2}\u{B3}".unicodeScalars.contains(digit)
  }
}

extension BundlePath.PortabilityProblem: CustomStringConvertible {
  public var description: String { "\(clause)" }

  /// The reason as a clause after the path.
  public var clause: Message {
    switch self {
    case .invisibleCharacter(let scalar):
      "the name contains the invisible character U+\(scalar.hexadecimal(digits: 4, uppercase: true))"
    case .deviceName(let component):
      "'\(component.escapedForDisplay)' is the name of a device on Windows"
    case .trailing(let component):
      "'\(component.escapedForDisplay)' ends with a dot or a space, which Windows removes"
    case .colon: "the name contains a colon, which Windows does not allow in names"
    }
  }
}
