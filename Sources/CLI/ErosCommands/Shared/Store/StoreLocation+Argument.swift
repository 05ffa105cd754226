import ArgumentParser
import ErosStore
import ErosTrust

extension StoreLocation: ExpressibleByArgument {
  init?(argument: String) {
    guard let location = try? StoreLocation(argument) else { return nil }
    self = location
  }
}

extension ChannelName: ExpressibleByArgument {
  init?(argument: String) {
    guard let name = try? ChannelName(argument) else { return nil }
    self = name
  }
}
