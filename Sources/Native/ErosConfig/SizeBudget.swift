public import ErosCore

/// Maximum sizes for a bundle and its parts.
///
/// ```swift
/// let budget = try SizeBudget(parsing: "total=2MB,page=200KB")
/// budget[.page]  // 200_000
/// budget[.delta]  // nil
/// ```
public struct SizeBudget: Hashable, Sendable {
  /// A part of a bundle that can have a limit.
  public enum Part: String, Sendable, CaseIterable {
    /// The whole zip.
    case total
    /// Each script, as compressed in the zip.
    case page
    /// The content delta from the previous bundle.
    case delta
  }

  /// The limits in bytes.
  public private(set) var limits: [Part: UInt64]

  /// Creates a budget from limits in bytes.
  public init(_ limits: [Part: UInt64] = [:]) { self.limits = limits }

  /// `true` if nothing is limited.
  public var isEmpty: Bool { limits.isEmpty }

  /// The limit in bytes, or `nil` if the part has none.
  public subscript(part: Part) -> UInt64? { limits[part] }

  /// Returns this budget with the limits of `other` taking precedence.
  public func replaced(by other: SizeBudget) -> SizeBudget {
    SizeBudget(limits.merging(other.limits) { $1 })
  }

  /// Returns `true` if the file is a script in text form.
  public static func isPage(_ path: String) -> Bool {
    let path = path.lowercased()
    return [".js", ".mjs", ".jsbundle"].contains { path.hasSuffix($0) }
  }
}

// MARK: - Parsing

extension SizeBudget {
  /// Explains a malformed budget, as a clause for a message.
  public struct ParsingError: Error, Hashable, CustomStringConvertible {
    /// The mistake, such as "'page' has two limits".
    public let problem: Message

    public var description: String { "\(problem)" }
  }

  /// Parses limits such as `total=2MB,page=200KB,delta=50KB`, each at most once and in any order.
  public init(parsing text: String) throws(ParsingError) {
    self.init()
    for item in text.split(separator: ",", omittingEmptySubsequences: false) {
      let displayText = String(item).escapedForDisplay
      guard let mark = item.firstIndex(of: "=") else {
        throw ParsingError(
          problem: "'\(displayText)' is not a limit; write it in the form total=2MB")
      }
      let name = String(item[..<mark]).trimmed
      guard let part = Part(rawValue: name) else {
        throw ParsingError(
          problem: "'\(name.escapedForDisplay)' is not 'total', 'page' or 'delta'")
      }
      guard limits[part] == nil else {
        throw ParsingError(problem: "'\(name)' has two limits")
      }
      limits[part] = try Self.size(String(item[item.index(after: mark)...]))
    }
  }

  /// Decimal units as in reports, and binary units.
  private static let units: [(suffix: String, bytes: Double)] = [
    ("KIB", 1024), ("MIB", 1_048_576), ("GIB", 1_073_741_824),
    ("KB", 1000), ("MB", 1_000_000), ("GB", 1_000_000_000), ("B", 1), ("", 1),
  ]

  /// Parses a size such as `200KB`, `1.5MB`, `64 KiB` or `20000`.
  public static func size(_ text: String) throws(ParsingError) -> UInt64 {
    let error = ParsingError(
      problem:
        "'\(text.escapedForDisplay)' is not a size such as 200KB, 1.5MB, 64KiB or 20000")
    let upper = text.trimmed.uppercased()
    guard let unit = units.first(where: { upper.hasSuffix($0.suffix) }) else { throw error }
    let number = String(upper.dropLast(unit.suffix.count)).trimmed
    let parts = number.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), number.utf8.count <= 15,
      parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(\.isDigit) }), let value = Double(number)
    else { throw error }
    let bytes = (value * unit.bytes).rounded(.down)
    guard bytes >= 1, bytes < 9e15 else {
      throw ParsingError(
        problem: "'\(text.escapedForDisplay)' is not from 1 byte to 9 million GB")
    }
    return UInt64(bytes)
  }
}

// MARK: - Configuration

extension NativeConfig {
  /// The key that holds ``sizeBudget()``.
  public static let budgetKey = "check.budget"

  /// Returns the limits from the key `check.budget`.
  ///
  /// - Throws: ``ConfigError`` if the value is not an object that maps known parts to sizes.
  public func sizeBudget() throws(ConfigError) -> SizeBudget {
    guard let node = node(at: Self.budgetKey) else {
      guard let misspelled = misspelledBudget else { return SizeBudget() }
      throw ConfigError(
        file: file, position: position(of: misspelled.name),
        kind: .invalidBudget("unknown key '\(misspelled.key.escapedForDisplay)'"))
    }
    guard let object = node.value.object else {
      throw budgetError(
        .wrongType(key: Self.budgetKey, expected: "an object", found: node.value.kindName), node)
    }
    var limits: [SizeBudget.Part: UInt64] = [:]
    for member in object.members {
      let key = "\(Self.budgetKey).\(member.key)"
      guard let part = SizeBudget.Part(rawValue: member.key) else {
        throw budgetError(
          .invalidBudget(
            "'\(member.key.escapedForDisplay)' is not 'total', 'page' or 'delta'"), member.node)
      }
      do throws(SizeBudget.ParsingError) {
        limits[part] = try Self.budgetSize(member.node.value, key: key)
      } catch {
        throw budgetError(.invalidBudget("'\(key)': \(error.problem)"), member.node)
      }
    }
    return SizeBudget(limits)
  }

  /// The key and node of a misspelled `check` or `budget`.
  ///
  /// Apps may have objects with a similar name, so only one that contains a limit counts.
  var misspelledBudget: (key: String, name: JSONNode)? {
    guard node(at: Self.budgetKey) == nil,
      let section = Self.member("check", of: root),
      let budget = section.node.value.object.flatMap({ Self.member("budget", of: $0) }),
      let limits = budget.node.value.object,
      limits.members.contains(where: { SizeBudget.Part(rawValue: $0.key) != nil })
    else { return nil }
    let isInCheck = section.key == "check"
    let member = isInCheck ? budget : section
    return (
      isInCheck ? "check.\(member.key)" : member.key, JSONNode(.null, range: member.keyRange)
    )
  }

  /// Finds a member by its name, or else by the most similar name.
  private static func member(_ name: String, of object: JSONObject) -> JSONObject.Member? {
    object.members.first { $0.key == name }
      ?? object.members.first { Spelling.nearest(to: $0.key, among: [name]) != nil }
  }

  static func budgetSize(
    _ value: JSONValue, key: String
  ) throws(SizeBudget.ParsingError) -> UInt64 {
    switch value {
    case .string(let text), .number(let text): return try SizeBudget.size(text)
    default:
      throw SizeBudget.ParsingError(
        problem: "expected a size such as \"200KB\", found \(value.kindName)")
    }
  }

  private func budgetError(_ kind: ConfigErrorKind, _ node: JSONNode) -> ConfigError {
    ConfigError(file: file, position: position(of: node), kind: kind)
  }
}
