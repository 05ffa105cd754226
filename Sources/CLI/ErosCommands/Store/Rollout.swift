import ArgumentParser
import ErosCore
import ErosTrust

/// A share of devices on the command line, in steps of 0.01 %.
struct Rollout: ExpressibleByArgument, CustomStringConvertible {
  static let full = Rollout(ChannelRelease.fullRollout)

  /// The share in hundredths of a percent.
  let value: Int

  init(_ value: Int) { self.value = value }

  init?(argument: String) {
    guard argument.hasSuffix("%") else { return nil }
    let parts = argument.dropLast().split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), (1...3).contains(parts[0].utf8.count),
      parts.allSatisfy({ $0.utf8.allSatisfy(\.isDigit) }), let percent = Int(parts[0])
    else { return nil }
    var hundredths = 0
    if parts.count == 2 {
      guard (1...2).contains(parts[1].utf8.count), let digits = Int(parts[1]) else { return nil }
      hundredths = parts[1].utf8.count == 1 ? digits * 10 : digits
    }
    value = percent * 100 + hundredths
    guard value <= ChannelRelease.fullRollout else { return nil }
  }

  var description: String { ChannelRelease.percent(value) }
}
