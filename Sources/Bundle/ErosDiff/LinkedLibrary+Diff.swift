import CDivSufSort
package import ErosCore
import ErosDelta

extension LinkedLibrary {
  /// The library that only makes patches.
  package static var ofDiffs: [LinkedLibrary] {
    [LinkedLibrary("libdivsufsort", unsafe String(cString: divsufsort_version()))]
  }
}
