import CDeflate
import CZip
import CZlib
package import ErosCore

extension LinkedLibrary {
  /// The libraries that pack and read bundles.
  package static var ofBundles: [LinkedLibrary] {
    [
      LinkedLibrary("libzip", unsafe String(cString: zip_libzip_version())),
      LinkedLibrary("zlib", unsafe String(cString: zlibVersion())),
      // libdeflate has no run-time version, so this is the build-time version.
      LinkedLibrary("libdeflate", LIBDEFLATE_VERSION_STRING),
    ]
  }
}
