/// A system library that the program links.
package struct LinkedLibrary: Hashable, Sendable {
  package let name: String
  package let version: String

  package init(_ name: String, _ version: String) {
    self.name = name
    self.version = version
  }
}
