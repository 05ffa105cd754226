import ErosCore
import ErosRegistry
import ErosSyntax

/// The declarations and registrations in one source file, before names are resolved.
struct SourceUnit: Sendable {
  let platform: Platform
  let file: String
  var package = ""
  /// The qualified path of each import, by its name in this file.
  var imports: [String: [String]] = [:]
  /// Packages and types whose members are all imported.
  var wildcards: [[String]] = []
  /// Constants by owner and name: `com.acme.PayModule.NAME`.
  var constants: [String: Constant] = [:]
  var functions: [SourceFunction] = []
  var classes: [SourceClass] = []
  var registrations: [WrittenRegistration] = []
  var calls: [WrittenCall] = []
  var rows: [TableRow] = []
  var keys: [TableRow] = []
  var findings: [Finding] = []
  /// Calls that only a person can describe.
  var manual: [SourceName] = []
  var conditions: [ConditionalLines] = []

  init(_ platform: Platform, file: String) {
    self.platform = platform
    self.file = file
  }

  /// Creates a source's unit, with its conditional code and a note if the source is truncated.
  init(_ platform: Platform, of tokens: SourceTokens) {
    self.init(platform, file: tokens.file.path)
    conditions = tokens.conditions.map { condition in
      let line = { (offset: Int) in tokens.file.position(at: offset).position.line }
      return ConditionalLines(
        lines: line(condition.range.lowerBound)...line(condition.range.upperBound),
        condition: condition.text)
    }
    // Each branch of a condition may open a brace that only one of them closes.
    guard conditions.isEmpty, let brace = tokens.unclosedBrace else { return }
    findings.append(
      Finding(
        .sourceUnreadable, at: tokens.position(brace),
        "the file ends inside this block, so code may be missing",
        "check that the file is complete", severity: .note))
  }

  struct Constant: Hashable, Sendable {
    let value: SourceExpression
    let owner: String
  }

  /// Adds a registration that a file in the project lists.
  mutating func register(
    _ kind: SourceRegistration.Kind, _ name: String, _ className: String,
    at position: FilePosition, appendTree: Bool? = nil
  ) {
    registrations.append(
      WrittenRegistration(
        kind: kind, names: [.text(name)], className: .typeNamed(.text(className)),
        mechanism: .file, position: position, appendTree: appendTree))
  }

  /// Creates a unit by calling `read`.
  ///
  /// A malformed file becomes a finding.
  static func reading(
    _ file: SourceFile, on platform: Platform, _ read: (inout SourceUnit) throws -> Void
  ) -> SourceUnit {
    var unit = SourceUnit(platform, file: file.path)
    do {
      try read(&unit)
    } catch {
      unit.findings.append(finding(error, in: file))
    }
    return unit
  }

  /// Returns a finding about a malformed file, at the position of the error.
  static func finding(_ error: any Error, in file: SourceFile) -> Finding {
    if let error = error as? any PositionedError {
      let position = FilePosition(file: file.path, position: error.position)
      return Finding(.sourceUnreadable, at: position, error.clause, error.remedy)
    }
    let failure = error as? SyntaxFailure
    return Finding(
      .sourceUnreadable, at: file.position(at: failure?.offset ?? 0),
      failure?.kind.clause ?? "\(error)", failure?.kind.remedy)
  }

  /// Adds a constant to the type `owner`, or to the file if `owner` is empty.
  mutating func define(_ name: String, of owner: String, as value: SourceExpression) {
    let key = owner.isEmpty ? name : owner + "." + name
    let constant = Constant(value: value, owner: owner)
    // A name with several values is not a constant.
    if let other = constants[key], other != constant {
      constants[key] = Constant(value: .unknown, owner: owner)
    } else {
      constants[key] = constant
    }
  }
}

/// Lines that the preprocessor may exclude.
struct ConditionalLines: Sendable {
  let lines: ClosedRange<Int>
  /// The condition for compiling the lines, if it is known.
  let condition: String?
}

/// A function, method or macro that contains registrations.
struct SourceFunction: Sendable {
  let name: String
  let parameters: [String]
  let owner: String
  /// The tokens in the body.
  ///
  /// Empty for a macro.
  var body = 0..<0
  var run = Run.unknown

  /// Tells how certain it is that the function runs.
  enum Run: Hashable, Sendable {
    case certain, unknown
    /// All calls in the file depend on a condition, such as `if (isDebug)`.
    case under(String)

    var condition: String? { if case .under(let condition) = self { condition } else { nil } }
  }

  /// The name, or the first part of a selector.
  var firstName: String { String(name.prefix { $0 != ":" }) }
}

/// The place of an expression in a source, for resolving names.
struct SourceContext: Sendable {
  var type = ""
  /// The index of the function in ``SourceUnit/functions``, or `nil` outside functions.
  var function: Int?
  var mentions: Set<String> = []
  /// The innermost condition around a call, as written.
  var condition: String?
}

/// A call with a class among its arguments: possibly a registration.
struct WrittenCall: Sendable {
  /// The name or selector of the function or macro.
  let callee: String
  /// The receiver's path, or an empty array.
  let receiver: [String]
  let arguments: [SourceExpression]
  let position: FilePosition
  let context: SourceContext
}

/// A name with its class in a literal map or list.
struct TableRow: Sendable {
  let name: SourceExpression
  /// The class, or `nil` in a list of names.
  let className: SourceExpression?
  let position: FilePosition
  let context: SourceContext
  /// The function and the variable that contain the map or list, by name.
  let tables: Set<String>
}
