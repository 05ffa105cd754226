import ArgumentParser

/// The devices that get a release, on the command line: a share of all devices, or the testers only.
enum ReleaseAudience: ExpressibleByArgument, CustomStringConvertible {
  case share(Rollout)
  case testers

  static let full = Self.share(.full)
  private static let testersWord = "testers"

  init?(argument: String) {
    if argument == Self.testersWord {
      self = .testers
    } else if let share = Rollout(argument: argument) {
      self = .share(share)
    } else {
      return nil
    }
  }

  /// The share in hundredths of a percent; 0 for the testers.
  var value: Int {
    switch self {
    case .share(let share): share.value
    case .testers: 0
    }
  }

  /// Whether only the testers of the channel get the release.
  var isForTesters: Bool {
    switch self {
    case .share: false
    case .testers: true
    }
  }

  var description: String {
    switch self {
    case .share(let share): share.description
    case .testers: Self.testersWord
    }
  }
}
