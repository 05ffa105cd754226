/// The processor time and the memory of a page.
package struct RehearsalCost: Hashable, Sendable {
  package let microseconds: Int64
  package let bytes: Int64
}
