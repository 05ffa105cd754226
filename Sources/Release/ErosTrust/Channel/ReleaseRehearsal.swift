import ErosCore

/// The result of running the pages of a release before publication.
///
/// It is for publishers to read. Devices do not need it and ignore results from later versions.
package enum ReleaseRehearsal: Sendable, Hashable {
  /// At least one page passed and none failed.
  ///
  /// `engine` is a name with a version. Some pages may not have been judged.
  case passed(engine: String, pages: Int, unjudgedPages: Int)
  case notJudged(engine: String, pages: Int)
  case skipped
  /// The rehearsal program or its engine could not run.
  case unavailable
}

extension ReleaseRehearsal {
  /// Judges pages that had no error, where `unjudged` of them could not be judged.
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

  /// Returns `nil` for a result from a later version.
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

  /// As written to metadata and to a ``ReleaseSummary``.
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
