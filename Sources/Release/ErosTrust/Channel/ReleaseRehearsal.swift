import ErosCore

/// What a publisher knows about the execution of a release's pages before the publication.
///
/// It informs people. Devices do not need it, so a result of a later version is ignored.
package enum ReleaseRehearsal: Sendable, Hashable {
  /// No page had an error, and at least one page passed.
  ///
  /// `engine` is the name and the version of the engine. Some of the pages may not have been judged.
  case passed(engine: String, pages: Int, unjudgedPages: Int)
  /// No page could be judged.
  case notJudged(engine: String, pages: Int)
  /// The publisher skipped the rehearsal.
  case skipped
  /// The program or the engine could not be used.
  case unavailable
}

extension ReleaseRehearsal {
  /// Creates the result of pages without an error, `unjudged` of which could not be judged.
  package init(engine: String, pages: Int, unjudged: Int) {
    self =
      unjudged < pages
      ? .passed(engine: engine, pages: pages, unjudgedPages: unjudged)
      : .notJudged(engine: engine, pages: pages)
  }

  private enum Name {
    static let passed = "passed"
    static let notJudged = "notJudged"
    static let skipped = "skipped"
    static let unavailable = "unavailable"
  }

  /// Parses ``json``; returns `nil` for a result of a later version.
  init?(_ json: JSONValue) throws(JSONFieldFailure) {
    var fields = try JSONFields(json, "'rehearsal'")
    switch try fields.string("result") {
    case Name.passed:
      self = .passed(
        engine: try fields.string("engine"),
        pages: Int(clamping: try fields.integer("pages", from: 0)),
        unjudgedPages: Int(clamping: try fields.integer("notJudged", from: 0)))
    case Name.notJudged:
      self = .notJudged(
        engine: try fields.string("engine"),
        pages: Int(clamping: try fields.integer("pages", from: 0)))
    case Name.skipped: self = .skipped
    case Name.unavailable: self = .unavailable
    default: return nil
    }
  }

  /// The rehearsal in metadata, and in the JSON of a ``ReleaseSummary``.
  ///
  /// ```
  /// {"engine": "JavaScriptCore 2.50.4", "notJudged": 2, "pages": 60, "result": "passed"}
  /// {"engine": "JavaScriptCore 2.50.4", "pages": 60, "result": "notJudged"}
  /// {"result": "skipped"}
  /// ```
  var json: JSONValue {
    switch self {
    case .passed(let engine, let pages, let unjudged):
      .sorted([
        "result": .string(Name.passed), "engine": .string(engine), "pages": .integer(pages),
        "notJudged": .integer(unjudged),
      ])
    case .notJudged(let engine, let pages):
      .sorted([
        "result": .string(Name.notJudged), "engine": .string(engine), "pages": .integer(pages),
      ])
    case .skipped: .sorted(["result": .string(Name.skipped)])
    case .unavailable: .sorted(["result": .string(Name.unavailable)])
    }
  }
}
