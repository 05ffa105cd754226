import ErosCore

/// Copies a structure of a host; the structure begins with its size.
///
/// Fields missing from the host's header keep their values from `defaults`.
///
/// - Parameters:
///   - pointer: The structure of the host.
///   - name: The name of the structure in messages.
///   - last: The last field of the structure in the first version of the header.
///   - defaults: A structure with all bytes 0.
/// - Returns: The copy.
/// - Throws: ``ArgumentError``.
@unsafe
func copyStructure<Structure, Field>(
  _ pointer: UnsafePointer<Structure>?, _ name: String, through last: KeyPath<Structure, Field>,
  defaults: Structure
) throws(ArgumentError) -> Structure {
  guard let pointer = unsafe pointer else { throw ArgumentError("\(name) is NULL") }
  let start = unsafe UnsafeRawPointer(pointer)
  let size = unsafe Int(start.load(as: UInt32.self))
  let minimum = (MemoryLayout<Structure>.offset(of: last) ?? 0) + MemoryLayout<Field>.size
  guard size >= minimum else {
    throw ArgumentError("\(name)->size is \(size); set it to the size of the structure")
  }
  let count = min(size, MemoryLayout<Structure>.size)
  var copy = defaults
  unsafe withUnsafeMutableBytes(of: &copy) { bytes in
    unsafe bytes.copyMemory(from: UnsafeRawBufferPointer(start: start, count: count))
  }
  return copy
}
