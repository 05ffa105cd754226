import CZlib
package import ErosCore

extension LinkedLibrary {
  /// The library that reads bundles.
  package static var ofBundles: [LinkedLibrary] {
    [LinkedLibrary("zlib", unsafe String(cString: zlibVersion()))]
  }
}
