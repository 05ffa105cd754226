import ErosCore

/// An argument of a host that the interface does not allow.
struct ArgumentError: ErosError {
  let problem: String

  init(_ problem: String) { self.problem = problem }

  var remedy: String? { "see the comments in eros_device.h" }

  var exitStatus: ExitStatus { .usage }
}

/// Copies the text of a host.
///
/// - Throws: ``ArgumentError`` when it is missing or not UTF-8; messages name it `name`.
@unsafe
func text(_ pointer: UnsafePointer<CChar>?, _ name: String) throws(ArgumentError) -> String {
  guard let text = try unsafe optionalText(pointer, name) else {
    throw ArgumentError("\(name) is NULL")
  }
  return text
}

/// Copies the text of a host, or returns `nil` for a null pointer.
///
/// - Throws: ``ArgumentError`` when it is not UTF-8; messages name it `name`.
@unsafe
func optionalText(
  _ pointer: UnsafePointer<CChar>?, _ name: String
) throws(ArgumentError) -> String? {
  guard let pointer = unsafe pointer else { return nil }
  guard let text = unsafe String(validatingCString: pointer) else {
    throw ArgumentError("\(name) is not UTF-8")
  }
  return text
}
