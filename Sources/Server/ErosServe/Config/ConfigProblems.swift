import ErosCore
import ErosFiles

/// The problems of a configuration and of the files that it names.
struct ConfigProblems {
  /// A problem.
  struct Problem {
    /// The path of the field, for example `apps.my-app.channel`; empty for the whole document.
    let field: String
    let error: any ErosError

    /// The problem as an error of the configuration.
    var serveError: ServeError {
      error as? ServeError ?? .badConfig(field, reason: error.problem, remedy: error.remedy)
    }

    /// The field and the problem on one line.
    var text: String {
      field.isEmpty ? error.description : "\(field.escapedForDisplay): \(error.problem)"
    }
  }

  /// The path of the configuration.
  let file: String
  private(set) var list: [Problem] = []

  init(_ file: String) { self.file = file }

  /// Adds the error of a field.
  ///
  /// An error of a file or of an option keeps its exit status; any other error is an error of the
  /// configuration.
  mutating func add(_ field: String, _ error: any Error) {
    list.append(Problem(field: field, error: configError(error, of: field)))
  }

  private func configError(_ error: any Error, of field: String) -> any ErosError {
    switch error {
    // Its problem contains the name of the file, and so does `badConfig`.
    case let error as JSONError:
      ServeError.badConfig(
        file, reason: JSONFieldFailure.reason(for: error), remedy: error.remedy)
    case let error as JSONFieldFailure: ServeError.badConfig(file, reason: error.clause)
    case let error as any ErosError
    where error is FileError || error is ServeError || field.hasPrefix("--"):
      error
    case let error as any ErosError:
      ServeError.badConfig(
        file, reason: "'\(field.escapedForDisplay)': \(error.problem)", remedy: error.remedy)
    default: ServeError.badConfig(file, reason: "\(error)")
    }
  }

  /// Returns the result of `read`, or adds its error and returns `nil`.
  mutating func collect<Value>(
    _ field: String, _ read: () throws -> Value
  ) -> Value? {
    do { return try read() } catch {
      add(field, error)
      return nil
    }
  }

  /// Returns a reader for an object, and adds the unknown fields; `nil` if it is not an object.
  mutating func fields(
    of value: JSONValue, _ name: String, at path: String, keys: [String]
  ) -> JSONFields? {
    guard let fields = collect(path, { try JSONFields(value, name) }) else { return nil }
    for member in fields.unread where !keys.contains(member.key) {
      let field = path.isEmpty ? member.key : "\(path).\(member.key)"
      list.append(
        Problem(
          field: field,
          error: ServeError.badConfig(
            file, reason: "unknown field '\(member.key.escapedForDisplay)' in \(name)",
            remedy: Spelling.hint(for: member.key, among: keys))))
    }
    return fields
  }
}
