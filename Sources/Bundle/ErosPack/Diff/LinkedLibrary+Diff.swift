import CDivSufSort
import CLzma
import ErosBundle
package import ErosCore

extension LinkedLibrary {
  /// Libraries that only make patches.
  package static var ofDiffs: [LinkedLibrary] {
    [
      LinkedLibrary("liblzma", unsafe String(cString: lzma_version_string())),
      LinkedLibrary("libdivsufsort", unsafe String(cString: divsufsort_version())),
    ]
  }
}
