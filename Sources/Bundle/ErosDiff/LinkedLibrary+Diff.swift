import CDivSufSort
import CLzma
package import ErosCore
import ErosDelta

extension LinkedLibrary {
  /// The libraries that only make patches.
  package static var ofDiffs: [LinkedLibrary] {
    [
      LinkedLibrary("liblzma", unsafe String(cString: lzma_version_string())),
      LinkedLibrary("libdivsufsort", unsafe String(cString: divsufsort_version())),
    ]
  }
}
