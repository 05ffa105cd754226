import ErosCore

/// Reads type expressions, and checks that each type is allowed where it is used.
struct TypeReader {
  /// The use of a type, to decide if it is allowed there.
  enum Use {
    /// A method's argument. Callbacks are allowed.
    case argument
    /// A method's result. It may be `void`.
    case result
    /// Any other value.
    case value
    /// An embedded view's parameter. Functions are not allowed.
    case embedParameter
  }

  /// The maximum number of parts in all expanded types together.
  private static let maximumParts = 1 << 20

  private let log: FindingLog
  private(set) var named = NamedTypes()
  private(set) var names: [String] = []
  private var knownNames: Set<String> = []
  private var extents: [String: NamedTypes.Extent] = [:]
  private var partsUsed = 0

  init(log: FindingLog) {
    self.log = log
  }

  // MARK: Named types

  /// Reads the section `types`.
  ///
  /// Call this first.
  mutating func readNamedTypes(_ node: JSONNode?) {
    guard let node else { return }
    guard let members = node.value.object?.members else {
      return log.reportType(node, "'types' must be an object")
    }
    let checked = members.filter {
      log.checked(Located($0.key, at: $0.keyRange.lowerBound), .type) != nil
    }
    guard checked.count <= NamedTypes.maximumCount else {
      return log.add(
        .tooLarge, at: node.range.lowerBound,
        "'types' has more than \(NamedTypes.maximumCount) types")
    }
    names = checked.map(\.key)
    knownNames = Set(names)
    for member in checked {
      if member.node.value.object == nil {
        log.reportType(member.node, "a named type must be an object of fields")
      }
      named.declare(member.key, as: read(member.node, .value))
    }
    let (order, cycles) = named.ordered(names)
    report(cycles, checked)
    extents = named.extents(in: order)
  }

  private mutating func report(_ cycles: [[String]], _ members: [JSONObject.Member]) {
    let offsets = Dictionary(members.map { ($0.key, $0.keyRange.lowerBound) }) { first, _ in first }
    for cycle in cycles {
      // Start with the first name in source order.
      let ring = cycle.dropLast()
      let first = ring.indices.min { offsets[ring[$0], default: 0] < offsets[ring[$1], default: 0] }
      let start = first ?? ring.startIndex
      let path = Array(ring[start...] + ring[..<start])
      log.add(
        .typeUnknown, at: offsets[path[0], default: 0],
        "the type '\(path[0])' contains itself: \((path + [path[0]]).joined(separator: " -> "))")
    }
    // Declares the names of cycles as `any`, so that all names can be expanded.
    for name in cycles.joined() { named.declare(name, as: .any) }
  }

  // MARK: One type

  /// Reads a type: a string or an object of fields.
  mutating func read(_ node: JSONNode, _ use: Use) -> TypeExpression {
    switch node.value {
    case .string(let text):
      return read(text, at: node.range.lowerBound, width: node.range.count, use)
    case .object(let object):
      return .shape(object.members.compactMap { field($0) })
    default:
      log.reportType(node, "a type must be a string or an object of fields")
      return .any
    }
  }

  private mutating func field(_ member: JSONObject.Member) -> ShapeField? {
    guard log.checked(Located(member.key, at: member.keyRange.lowerBound), .identifier) != nil
    else { return nil }
    let (type, isOptional) = read(member.node, .value).unwrapped
    return ShapeField(name: member.key, isOptional: isOptional, type: type)
  }

  /// Reads the type in the string literal at `offset`, after its first `prefix` bytes.
  mutating func read(
    _ text: String, at offset: Int, width: Int, after prefix: Int = 0, _ use: Use
  ) -> TypeExpression {
    do {
      let (type, usedFunctionKeyword) = try TypeParser.parse(text)
      if usedFunctionKeyword, use != .embedParameter {
        log.add(
          .functionKeyword, at: offset, "'function' is the old name of 'callback'",
          "write 'callback'")
      }
      return check(type, at: offset, use) ? type : .any
    } catch {
      // An escape in the literal would shift the offset.
      let hasNoEscapes = width == prefix + text.utf8.count + 2
      log.add(
        .typeUnknown, at: hasNoEscapes ? offset + 1 + prefix + error.offset : offset,
        "invalid type: \(error.message)")
      return .any
    }
  }

  // MARK: Checks

  private mutating func check(_ type: TypeExpression, at offset: Int, _ use: Use) -> Bool {
    let isValid =
      checkCallbacks(type, at: offset, use) && checkVoid(type, at: offset, use)
      && checkNames(type, at: offset)
    return isValid && checkSize(type, at: offset)
  }

  private func checkCallbacks(_ type: TypeExpression, at offset: Int, _ use: Use) -> Bool {
    if use == .embedParameter, type.contains(where: \.isCallback) {
      log.add(
        .functionParameter, at: offset, "a parameter of an embedded view must not be a function")
      return false
    }
    let inner = use == .argument && type.isCallback ? type.unwrapped.type.parts : [type]
    guard inner.contains(where: { $0.contains(where: \.isCallback) }) else { return true }
    log.add(
      .misplacedCallback, at: offset, "a callback must be an argument of a method",
      "make it a separate argument")
    return false
  }

  private func checkVoid(_ type: TypeExpression, at offset: Int, _ use: Use) -> Bool {
    if use == .result, type == .void { return true }
    guard type.contains(where: { $0 == .void }) else { return true }
    log.add(.typeUnknown, at: offset, "'void' must be the result of a method")
    return false
  }

  private func checkNames(_ type: TypeExpression, at offset: Int) -> Bool {
    guard let unknown = NamedTypes.names(in: type).first(where: { !knownNames.contains($0) }) else {
      return true
    }
    log.add(
      .typeUnknown, at: offset, "unknown type '\(unknown)'",
      Spelling.hint(for: unknown, among: names + TypeParser.keywords, within: log.spelling)
        ?? "declare it in 'types'")
    return false
  }

  private mutating func checkSize(_ type: TypeExpression, at offset: Int) -> Bool {
    let extent = NamedTypes.extent(of: type, extents)
    partsUsed += extent.parts
    if extent.isWithinLimits, partsUsed <= Self.maximumParts { return true }
    log.add(.tooLarge, at: offset, "the expanded types are too large")
    return false
  }
}
