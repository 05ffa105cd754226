import ErosCore
import ErosTrust

/// Selects the releases that at least one client can get.
///
/// A release for all clients hides an older release if every app that runs the older release can
/// also run the newer release. So the files of only a few releases need to be examined.
enum LegacySelection {
  /// The apps on one platform that newer releases support.
  private enum Covered {
    case none
    case all
    case from(NativeVersion)

    func includes(_ minimum: NativeVersion?) -> Bool {
      switch self {
      case .none: false
      case .all: true
      case .from(let version): minimum.map { version <= $0 } ?? false
      }
    }

    mutating func insert(_ minimum: NativeVersion?) {
      guard let minimum else { return self = .all }
      if !includes(minimum) { self = .from(minimum) }
    }
  }

  /// Selects releases.
  ///
  /// - Parameters:
  ///   - releases: The releases, newest first.
  ///   - exactly: Whether a release supports only the app with its own version.
  /// - Returns: The releases that are not hidden by a newer release.
  static func releases(
    _ releases: some Sequence<ChannelRelease>, exactly: Bool
  ) -> [ChannelRelease] {
    var covered: [Platform: Covered] = [:]
    var versions: Set<[String]> = []
    return releases.filter { release in
      var isHidden = true
      for platform in Platform.allCases {
        let text = release.native[platform]
        if exactly {
          guard let text else { continue }
          let version = [platform.manifestKey, text]
          if !versions.contains(version) { isHidden = false }
          if release.isForAll { versions.insert(version) }
        } else {
          let minimum = text.flatMap { NativeVersion($0) }
          if !covered[platform, default: .none].includes(minimum) { isHidden = false }
          if release.isForAll { covered[platform, default: .none].insert(minimum) }
        }
      }
      return !isHidden
    }
  }
}
