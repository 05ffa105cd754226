/// Compares UTF-8 bytes, so the order is the same on every system and locale.
package func inByteOrder(_ left: String, _ right: String) -> Bool {
  left.utf8.lexicographicallyPrecedes(right.utf8)
}
