/// Returns whether `left` sorts before `right` by its UTF-8 bytes, independent of the locale.
package func inByteOrder(_ left: String, _ right: String) -> Bool {
  left.utf8.lexicographicallyPrecedes(right.utf8)
}
