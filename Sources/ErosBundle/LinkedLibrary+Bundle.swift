import CDeflate
import CZip
import CZlib
package import ErosCore

extension LinkedLibrary {
  /// What bundles are packed and read with.
  package static var ofBundles: [LinkedLibrary] {
    [
      LinkedLibrary("libzip", unsafe String(cString: zip_libzip_version())),
      LinkedLibrary("zlib", unsafe String(cString: zlibVersion())),
      // This one cannot be asked: it is the version that the program was built with.
      LinkedLibrary("libdeflate", LIBDEFLATE_VERSION_STRING),
    ]
  }
}
