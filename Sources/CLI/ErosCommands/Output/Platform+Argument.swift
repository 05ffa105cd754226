public import ArgumentParser
public import ErosCore

extension Platform: ExpressibleByArgument {}

/// The platforms that an option selects.
enum PlatformSelection: String, ExpressibleByArgument, CaseIterable {
  case ios, android, all

  var platforms: [Platform] { Platform(rawValue: rawValue).map { [$0] } ?? [.ios, .android] }
}
