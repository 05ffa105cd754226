import ArgumentParser

/// The devices that get a release, as you type it: a share of all devices, or the testers only.
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

  /// The share in hundredths of a percent, or 0 if only testers get it.
  var value: Int {
    switch self {
    case .share(let share): share.value
    case .testers: 0
    }
  }

  /// `true` if only the channel's testers get the release.
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
