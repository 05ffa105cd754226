import CZlib
package import ErosCore

extension LinkedLibrary {
  /// Reads bundles.
  package static var ofBundles: [LinkedLibrary] {
    [LinkedLibrary("zlib", unsafe String(cString: zlibVersion()))]
  }
}
