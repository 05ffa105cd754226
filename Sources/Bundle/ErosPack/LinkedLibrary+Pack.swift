import CDeflate
import CZip
package import ErosCore

extension LinkedLibrary {
  /// The libraries that pack bundles.
  package static var ofPacking: [LinkedLibrary] {
    [
      LinkedLibrary("libzip", unsafe String(cString: zip_libzip_version())),
      // libdeflate has no run-time version, so this is the build-time version.
      LinkedLibrary("libdeflate", LIBDEFLATE_VERSION_STRING),
    ]
  }
}
