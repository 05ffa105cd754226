import CDeflate
import CZip
package import ErosCore

extension LinkedLibrary {
  /// Libraries that pack bundles.
  package static var ofPacking: [LinkedLibrary] {
    [
      LinkedLibrary("libzip", unsafe String(cString: zip_libzip_version())),
      // libdeflate reports no version at run time, so this one is from build time.
      LinkedLibrary("libdeflate", LIBDEFLATE_VERSION_STRING),
    ]
  }
}
