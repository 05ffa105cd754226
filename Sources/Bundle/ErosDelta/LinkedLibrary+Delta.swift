import CBZip2
import CLzma
import CZstd
package import ErosCore

extension LinkedLibrary {
  /// The libraries that apply patches.
  package static var ofPatches: [LinkedLibrary] {
    [
      LinkedLibrary("zstd", unsafe String(cString: ZSTD_versionString())),
      LinkedLibrary("liblzma", unsafe String(cString: lzma_version_string())),
      // The version string is like `1.0.8, 13-Jul-2019`.
      LinkedLibrary(
        "bzip2", String(unsafe String(cString: BZ2_bzlibVersion()).prefix { $0 != "," })),
    ]
  }
}
