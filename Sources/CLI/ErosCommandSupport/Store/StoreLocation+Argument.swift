import ArgumentParser
package import ErosStore
package import ErosTrust

extension StoreLocation: ExpressibleByArgument {
  package init?(argument: String) {
    guard let location = try? StoreLocation(argument) else { return nil }
    self = location
  }
}

extension ChannelName: ExpressibleByArgument {
  package init?(argument: String) {
    guard let name = try? ChannelName(argument) else { return nil }
    self = name
  }
}
