import ErosCore
import ErosFiles

/// Collects problems in a configuration and its files.
struct ConfigProblems {
  struct Problem {
    /// Such as `apps.my-app.channel`, or empty for the whole document.
    let field: String
    let error: any ErosError

    var serveError: ServeError {
      error as? ServeError ?? .badConfig(field, reason: error.problem, remedy: error.remedy)
    }

    /// Field and problem on one line.
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
  /// File and option errors keep their exit status. Anything else becomes an error in the
  /// configuration.
  mutating func add(_ field: String, _ error: any Error) {
    list.append(Problem(field: field, error: configError(error, of: field)))
  }

  private func configError(_ error: any Error, of field: String) -> any ErosError {
    switch error {
    // The message names the file already, as `badConfig` does.
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

  /// Returns `nil` and adds the error if `read` throws.
  mutating func collect<Value>(
    _ field: String, _ read: () throws -> Value
  ) -> Value? {
    do { return try read() } catch {
      add(field, error)
      return nil
    }
  }

  /// Reads an object, and adds its unknown fields.
  ///
  /// Returns `nil` if it is not an object.
  mutating func fields(
    of value: JSONValue, _ name: Message, at path: String, keys: [String]
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
