import ErosCore

/// Copies a host's structure, which begins with its size.
///
/// If the host's header lacks fields, they keep their values from `defaults`, where all bytes are
/// 0. `last` is the last field in the header's first version. Messages call the structure `name`.
///
/// - Throws: ``ArgumentError`` if the pointer is null or the size is too small.
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
