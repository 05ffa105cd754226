import ErosCore

/// Names of platforms in conditions: `isAndroid`, `'iOS'`, `WXEnvironment.platform`.
enum PlatformName {
  /// Any name that contains one of these mentions a platform.
  static let parts = ["ndroid", "NDROID", "iOS", "IOS", "Ios", "latform"]

  /// Returns `true` if a name or expression mentions a platform.
  static func isIn(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return bytes.indices.contains { start in
      // `ios` matches only at the start of a name, not in `axios`.
      let isStart = start == 0 || !bytes[start - 1].isIdentifierPart
      return isStart && bytes[start...].starts(with: "ios".utf8)
        || parts.contains { bytes[start...].starts(with: $0.utf8) }
    }
  }
}
