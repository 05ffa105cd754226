import ErosCore

struct ArgumentError: ErosError {
  let problem: Message
  let remedy: Message?

  init(_ problem: Message, remedy: Message = "see the comments in eros_device.h") {
    self.problem = problem
    self.remedy = remedy
  }

  var exitStatus: ExitStatus { .usage }
}

/// Copies a text of the host.
///
/// - Throws: ``ArgumentError`` if the text is missing or not UTF-8. Messages call it `name`.
@unsafe
func text(_ pointer: UnsafePointer<CChar>?, _ name: String) throws(ArgumentError) -> String {
  guard let text = try unsafe optionalText(pointer, name) else {
    throw ArgumentError("\(name) is NULL")
  }
  return text
}

/// Copies a text of the host, or returns `nil` for a null pointer.
///
/// - Throws: ``ArgumentError`` if the text is not UTF-8. Messages call it `name`.
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

/// Copies the first `limit` bytes of a host's text, or returns `nil` for a null pointer.
///
/// Replaces bytes that are not UTF-8, because an error must be recorded whatever its text is.
@unsafe
func repairedText(_ pointer: UnsafePointer<CChar>?, limit: Int) -> String? {
  guard let pointer = unsafe pointer else { return nil }
  var count = 0
  while count < limit, unsafe pointer[count] != 0 { count += 1 }
  let bytes = unsafe UnsafeRawBufferPointer(start: pointer, count: count)
  return unsafe String(decoding: bytes, as: UTF8.self)
}
