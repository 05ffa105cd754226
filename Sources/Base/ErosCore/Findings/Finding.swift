/// An error, warning or note about a file.
///
/// ```swift
/// for finding in report.findings { print(finding) }
/// // error: 'pages/a.js': the manifest lists it twice [fileListedTwice]
/// ```
public struct Finding: Hashable, Sendable {
  /// The weight of a finding.
  ///
  /// Errors are highest.
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

  /// A stable identifier for scripts: the raw value of a ``FindingCode``.
  public let code: String

  /// Usually the code's default severity.
  public private(set) var severity: Severity

  /// The path as the caller gave it, or `nil` if the finding is not about a single file.
  public private(set) var file: String?

  /// The line and column in ``file``.
  public private(set) var position: TextPosition?

  /// The part it is about: an archive entry, a key, a JSON pointer, or a route's expression.
  public private(set) var subject: String?

  /// The actual and the expected value, but neither ``file`` nor ``position``.
  public private(set) var message: Message

  /// The action that resolves the finding, or `nil` if the message implies it.
  public private(set) var remedy: Message?

  /// Creates a finding.
  ///
  /// `severity` and `remedy` default to the code's values.
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

  /// Returns `true` if this is the finding's code.
  public func has(_ code: some FindingCode) -> Bool { self.code == code.rawValue }

  /// Returns a copy with another severity.
  public func with(_ severity: Severity) -> Finding {
    var copy = self
    copy.severity = severity
    return copy
  }

  /// Returns a copy that names the file which contains the subject.
  public func with(file: String) -> Finding {
    var copy = self
    copy.file = file
    return copy
  }

  package func at(_ position: TextPosition) -> Finding {
    var copy = self
    copy.position = position
    return copy
  }

  package func replacingMessage(_ message: Message) -> Finding {
    var copy = self
    copy.message = message
    return copy
  }

  package func replacingRemedy(_ remedy: Message?) -> Finding {
    var copy = self
    copy.remedy = remedy
    return copy
  }

  /// Turns the subject, a path below `folder`, into the file.
  package func located(in folder: String) -> Finding {
    var copy = self
    copy.file = folder + "/" + (subject ?? "")
    copy.subject = nil
    return copy
  }

  /// The message for display, after the subject unless a position already locates it.
  ///
  /// For example `'pages/a.js': the manifest lists it twice`.
  public var text: String { line.description }

  /// ``text`` as a message.
  package var line: Message {
    guard let subject, position == nil else { return message.escapedForDisplay }
    return "'\(subject.escapedForDisplay)': \(message.escapedForDisplay)"
  }
}

extension Finding: CustomStringConvertible {
  /// One line in the form that compilers print: `file:line:column: severity: message [code]`.
  public var description: String {
    let location = location.map { $0 + ": " } ?? ""
    return "\(location)\(severity.rawValue): \(text) [\(code)]"
  }

  /// For display, such as `eros.native.json:3:5`.
  package var location: String? { file.map { Self.location($0, position) } }

  /// Returns a path with a position, for display.
  package static func location(_ file: String, _ position: TextPosition?) -> String {
    file.escapedForDisplay + (position.map { ":\($0)" } ?? "")
  }
}

extension Finding {
  /// As JSON.
  ///
  /// Missing values are `null`.
  package var json: JSONValue {
    .sorted([
      "code": .string(code), "severity": .string(severity.rawValue), "file": .string(orNull: file),
      "line": .integer(orNull: position?.line), "column": .integer(orNull: position?.column),
      "subject": .string(orNull: subject), "message": .string("\(message)"),
      "remedy": .string(orNull: remedy?.description),
    ])
  }

  /// Orders findings by file, position, code and message.
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

  /// `true` if at least one finding is an error.
  public var hasErrors: Bool { contains { $0.severity == .error } }
}
