public import ArgumentParser
public import ErosCore

extension Platform: ExpressibleByArgument {}

/// The platforms that an option selects.
package enum PlatformSelection: String, ExpressibleByArgument, CaseIterable {
  case ios, android, all

  package var platforms: [Platform] {
    Platform(rawValue: rawValue).map { [$0] } ?? [.ios, .android]
  }
}
