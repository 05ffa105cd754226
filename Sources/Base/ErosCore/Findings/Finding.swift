/// An error, warning or note about a file.
public struct Finding: Hashable, Sendable {
  /// The severity; errors are highest.
  public enum Severity: String, Sendable, CaseIterable, Comparable {
    /// The input is invalid, or fails in use.
    case error
    /// The input works, but is probably a mistake.
    case warning
    /// A remark that requires no action.
    case note

    public static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }

    private var rank: Int {
      switch self {
      case .note: 0
      case .warning: 1
      case .error: 2
      }
    }
  }

  /// The stable identifier of the kind of finding, for scripts: the raw value of a ``FindingCode``.
  public let code: String

  /// The severity; usually the severity of the code.
  public private(set) var severity: Severity

  /// The path of the file as given by the caller, or `nil` if the finding is not about one file.
  public private(set) var file: String?

  /// The line and column in ``file``.
  public private(set) var position: TextPosition?

  /// The part that the finding is about: an entry of an archive, a key, a JSON pointer, or the
  /// expression of a route.
  public private(set) var subject: String?

  /// The actual value and the expected value, without ``file`` and ``position``.
  public private(set) var message: Message

  /// The action that resolves the finding, or `nil` if the message implies it.
  public private(set) var remedy: Message?

  /// Creates a finding; `severity` and `remedy` default to the values of the code.
  public init(
    _ code: some FindingCode, as severity: Severity? = nil, file: String? = nil,
    at position: TextPosition? = nil, subject: String? = nil, _ message: Message,
    remedy: Message? = nil
  ) {
    self.code = code.rawValue
    self.severity = severity ?? code.severity
    self.file = file
    self.position = position
    self.subject = subject
    self.message = message
    self.remedy = remedy ?? code.remedy
  }

  /// Creates a finding from texts that are already formatted.
  @_disfavoredOverload
  public init(
    _ code: some FindingCode, as severity: Severity? = nil, file: String? = nil,
    at position: TextPosition? = nil, subject: String? = nil, _ message: String,
    remedy: String? = nil
  ) {
    self.init(
      code, as: severity, file: file, at: position, subject: subject, Message(verbatim: message),
      remedy: remedy.map(Message.init(verbatim:)))
  }

  /// Returns whether the finding has the code `code`.
  public func has(_ code: some FindingCode) -> Bool { self.code == code.rawValue }

  /// Returns the finding with another severity.
  public func with(_ severity: Severity) -> Finding {
    var copy = self
    copy.severity = severity
    return copy
  }

  /// Returns the finding with the path of the file that contains its subject.
  public func with(file: String) -> Finding {
    var copy = self
    copy.file = file
    return copy
  }

  /// Returns the finding at a position in its file.
  package func at(_ position: TextPosition) -> Finding {
    var copy = self
    copy.position = position
    return copy
  }

  /// Returns the finding with another message.
  package func replacingMessage(_ message: Message) -> Finding {
    var copy = self
    copy.message = message
    return copy
  }

  /// Returns the finding with another remedy.
  package func replacingRemedy(_ remedy: Message?) -> Finding {
    var copy = self
    copy.remedy = remedy
    return copy
  }

  /// Returns a finding about a path below `folder` as a finding about that file.
  package func located(in folder: String) -> Finding {
    var copy = self
    copy.file = folder + "/" + (subject ?? "")
    copy.subject = nil
    return copy
  }

  /// The message for display: after the subject, unless a position already locates it.
  ///
  /// For example `'pages/a.js': missing from the archive`.
  public var text: String { line.description }

  /// The same as a message.
  package var line: Message {
    guard let subject, position == nil else { return message.escapedForDisplay }
    return "'\(subject.escapedForDisplay)': \(message.escapedForDisplay)"
  }
}

extension Finding: CustomStringConvertible {
  /// One line as compilers print it: `file:line:column: severity: message [code]`.
  public var description: String {
    let location = location.map { $0 + ": " } ?? ""
    return "\(location)\(severity.rawValue): \(text) [\(code)]"
  }

  /// The file with the position, such as `eros.native.json:3:5`, for display.
  package var location: String? { file.map { Self.location($0, position) } }

  /// Returns the path of a file with a position, for display.
  package static func location(_ file: String, _ position: TextPosition?) -> String {
    file.escapedForDisplay + (position.map { ":\($0)" } ?? "")
  }
}

extension Finding {
  /// The finding as JSON; a value that does not exist is `null`.
  package var json: JSONValue {
    .sorted([
      "code": .string(code), "severity": .string(severity.rawValue), "file": .string(orNull: file),
      "line": .integer(orNull: position?.line), "column": .integer(orNull: position?.column),
      "subject": .string(orNull: subject), "message": .string("\(message)"),
      "remedy": .string(orNull: remedy?.description),
    ])
  }

  /// Returns whether `left` is listed before `right`: by file, position, code and message.
  package static func isOrdered(_ left: Finding, _ right: Finding) -> Bool {
    let files = (left.file ?? "", right.file ?? "")
    if files.0 != files.1 { return inByteOrder(files.0, files.1) }
    let positions = (left.position ?? .start, right.position ?? .start)
    if positions.0 != positions.1 { return positions.0 < positions.1 }
    return inByteOrder("\(left.code)\(left.message)", "\(right.code)\(right.message)")
  }
}

extension Sequence<Finding> {
  /// The findings that are errors.
  public var errors: [Finding] { filter { $0.severity == .error } }

  /// Whether one of the findings is an error.
  public var hasErrors: Bool { contains { $0.severity == .error } }
}
