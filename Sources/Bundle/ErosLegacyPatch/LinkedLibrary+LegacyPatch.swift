import CBZip2
package import ErosCore

extension LinkedLibrary {
  /// Applies patches for legacy clients.
  package static var ofLegacyPatches: LinkedLibrary {
    // The version string is like `1.0.8, 13-Jul-2019`.
    LinkedLibrary("bzip2", String(unsafe String(cString: BZ2_bzlibVersion()).prefix { $0 != "," }))
  }
}
