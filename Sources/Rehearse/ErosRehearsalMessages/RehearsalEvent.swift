import ErosCore

/// A line that `eros-rehearse` writes to standard output.
///
/// Empty lines in between are signs of life from a page that runs. The reader trusts none of them:
/// a page that breaks out of the engine could write its own.
package enum RehearsalEvent: Equatable, Sendable {
  /// The program is ready.
  ///
  /// `isConfined` is `true` if the system enforces all limits. `engine` includes the version.
  case ready(isConfined: Bool, engine: String)
  case begin(run: Int)
  case fact(RehearsalFact)
  /// The current run has ended.
  ///
  /// The memory is in bytes.
  ///
  /// `firstRender` is what it took to the first element in the document.
  case end(microseconds: Int64, bytes: Int64, firstRender: RehearsalCost? = nil)
}

/// Something that happened in a run, as the page's environment records it.
package struct RehearsalFact: Hashable, Sendable {
  package enum Kind: String, Sendable {
    /// A script is not valid JavaScript.
    case syntax
    /// A script throws while it is loaded.
    case load
    /// A hook or another function of a component throws before or during the first render.
    case hook
    /// A render function or a computed property throws.
    case render
    /// A timer throws.
    case later
    /// A promise is rejected, and no handler exists.
    case rejection
    /// The native side has no such module.
    case module
    /// A module has no such method.
    case missing
    /// A native method is called with wrong arguments.
    case arguments
    /// A native method is called with additional arguments.
    case excessArguments
    /// The page uses a module or a method that no preset has, and the app has no description.
    case undescribed
    /// The page uses a value whose contents the environment does not know.
    case stub
    /// The page calls a native method that returns a value.
    ///
    /// Comparing this value has a made-up result.
    case result
    /// The page uses a primitive value that the environment had to make up, or a member that it may
    /// lack.
    case unknown
    /// The page passed a callback to a native method.
    case waits
    /// The page put an element into the document.
    case rendered
    /// The page requests a file in the bundle.
    case asset
    /// The page reads its URL. Its caller can add parameters to it.
    case parameters
    /// The page is about to throw.
    ///
    /// The text is the position, as a frame in a stack.
    case thrown
    /// The page was stopped at the time limit.
    case time
  }

  package let kind: Kind
  /// The subject, such as a module or an exception's message.
  package let text: String
  /// The exception's type, such as `TypeError`.
  package let errorName: String
  /// The stack, one frame per line, as the engine writes it.
  package let stack: String

  package init(
    _ kind: Kind, _ text: String, errorName: String = "", stack: String = ""
  ) {
    self.kind = kind
    self.text = text
    self.errorName = errorName
    self.stack = stack
  }
}

extension RehearsalEvent {
  package var line: [UInt8] { JSONWriter.write(json) + [UInt8(ascii: "\n")] }

  private var json: JSONValue {
    switch self {
    case .ready(let isConfined, let engine):
      .sorted([
        "event": .string("ready"), "format": .integer(RehearsalInput.format),
        "confined": .bool(isConfined), "engine": .string(engine),
      ])
    case .begin(let run): .sorted(["event": .string("begin"), "run": .integer(run)])
    case .fact(let fact):
      .sorted([
        "event": .string("fact"), "kind": .string(fact.kind.rawValue), "text": .string(fact.text),
        "name": .string(fact.errorName), "stack": .string(fact.stack),
      ])
    case .end(let microseconds, let bytes, let firstRender):
      .sorted([
        "event": .string("end"), "microseconds": .integer(microseconds), "bytes": .integer(bytes),
        "renderMicroseconds": .integer(orNull: firstRender?.microseconds),
        "renderBytes": .integer(orNull: firstRender?.bytes),
      ])
    }
  }

  /// Returns `nil` if the line is malformed.
  package init?(line: [UInt8]) {
    guard let root = try? JSONReader.read(line, file: "the output"),
      var fields = try? JSONFields(root, "the output"),
      let event = try? Self.read(&fields)
    else { return nil }
    self = event
  }

  private static func read(_ fields: inout JSONFields) throws(JSONFieldFailure) -> RehearsalEvent? {
    let maximum = Int64(Int32.max)
    switch try fields.string("event") {
    case "ready":
      let format = Int64(RehearsalInput.format)
      _ = try fields.integer("format", from: format, to: format)
      return .ready(
        isConfined: try fields.flag("confined"), engine: try fields.string("engine"))
    case "begin": return .begin(run: Int(try fields.integer("run", from: 0, to: maximum)))
    case "end": return try end(&fields)
    case "fact":
      let kind = try fields.value("kind", expected: "a kind of fact") {
        $0.string.flatMap(RehearsalFact.Kind.init)
      }
      return .fact(
        RehearsalFact(
          kind, try fields.string("text"), errorName: try fields.string("name"),
          stack: try fields.string("stack")))
    default: return nil
    }
  }

  private static func end(_ fields: inout JSONFields) throws(JSONFieldFailure) -> RehearsalEvent {
    let cost = RehearsalCost(
      microseconds: try fields.integer("microseconds", from: 0, to: .max),
      bytes: try fields.integer("bytes", from: 0, to: .max))
    var firstRender: RehearsalCost?
    if let microseconds = fields.optionalValue("renderMicroseconds")?.integer,
      let bytes = fields.optionalValue("renderBytes")?.integer, microseconds >= 0, bytes >= 0
    {
      firstRender = RehearsalCost(microseconds: microseconds, bytes: bytes)
    }
    return .end(microseconds: cost.microseconds, bytes: cost.bytes, firstRender: firstRender)
  }
}
