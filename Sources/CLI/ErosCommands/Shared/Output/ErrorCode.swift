import ErosCore
import ErosFiles

/// The stable name of an error in JSON output, such as `store.notFound`.
///
/// It never changes.
///
/// It combines the error's type and case: `SandboxError.busy` has the code `sandbox.busy`. An error
/// that is not a case has only the type, such as `usage`.
enum ErrorCode {
  /// The command line is invalid.
  static let usage = "usage"
  /// A signal ended the command.
  static let interrupted = "interrupted"

  static func of(_ error: any ErosError) -> String {
    if let advised = error as? AdvisedError { return of(advised.error) }
    if let file = error as? FileError { return "file.\(file.operation.rawValue)" }
    if let kind = Mirror(reflecting: error).children.first(where: { $0.label == "kind" })?.value
      as? any TextErrorKind
    {
      return code(kind)
    }
    return code(error)
  }

  private static func code<Value>(_ value: Value) -> String {
    let domain = domain(of: String(describing: Value.self))
    return CaseName.of(value).map { "\(domain).\($0)" } ?? domain
  }

  /// Removes a type's suffix, and lowers the letters at the start.
  private static func domain(of type: String) -> String {
    var name = type[...]
    for suffix in ["Kind", "Error"] where name.hasSuffix(suffix) && name.count > suffix.count {
      name = name.dropLast(suffix.count)
    }
    let capitals = name.prefix { $0.isUppercase }
    // `TUFClient` starts with an acronym and a word.
    let count =
      capitals.count > 1 && capitals.count < name.count ? capitals.count - 1 : capitals.count
    return name.prefix(count).lowercased() + name.dropFirst(count)
  }
}
