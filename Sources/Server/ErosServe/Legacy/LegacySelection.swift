import ErosCore
import ErosTrust

/// Finds the releases that at least one client can get.
///
/// A release for all clients hides an older one if every app that runs the older one can run it. So
/// only the files of a few releases must be examined.
enum LegacySelection {
  /// Which apps on a platform have a newer release.
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

  /// Selects releases that no newer one hides.
  ///
  /// - Parameters:
  ///   - releases: Newest first.
  ///   - exactly: If `true`, a release fits only its own app version.
  /// - Returns: The visible releases, newest first.
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
