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

/// Copies the options of a host; fields that the host's header does not have keep those of `empty`.
///
/// - Parameters:
///   - options: The options.
///   - empty: Options whose bytes are all 0.
///   - size: The field with the size.
///   - end: The first field that is not in the first version of the header.
///   - name: The name of the type, for messages.
/// - Returns: The copy.
/// - Throws: ``ArgumentError``.
@unsafe
func copy<Options>(
  _ options: UnsafePointer<Options>?, _ empty: Options, size: KeyPath<Options, UInt32>,
  until end: PartialKeyPath<Options>, named name: String
) throws(ArgumentError) -> Options {
  guard let options = unsafe options else { throw ArgumentError("options is NULL") }
  let given = unsafe Int(options.pointee[keyPath: size])
  let known = MemoryLayout<Options>.size
  guard given >= MemoryLayout<Options>.offset(of: end) ?? known else {
    throw ArgumentError("options->size is \(given); set it to sizeof(\(name))")
  }
  var copy = empty
  withUnsafeMutableBytes(of: &copy) { bytes in
    unsafe bytes.copyMemory(
      from: UnsafeRawBufferPointer(start: UnsafeRawPointer(options), count: min(given, known)))
  }
  return copy
}
