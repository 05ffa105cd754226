package import ErosCore
package import ErosTrust

/// An immutable snapshot of the verified contents of a store.
package struct StoreSnapshot: Sendable {
  /// The expiry of a role's metadata.
  package struct Expiry: Sendable, Equatable {
    package let role: String
    package let time: Timestamp
  }

  /// The version of the timestamp metadata.
  package let version: Int64
  /// The apps by the name that clients send.
  package let apps: [String: FieldApp]
  /// The channels of the apps, each once.
  package let channels: [ChannelContents]
  /// The expiry of each role.
  package let expiries: [Expiry]

  /// The reasons why the channels of some apps are not up to date.
  package let problems: [String]

  package init(
    version: Int64, apps: [String: FieldApp], channels: [ChannelContents] = [],
    expiries: [Expiry] = [], problems: [String] = []
  ) {
    self.version = version
    self.apps = apps
    self.channels = channels
    self.expiries = expiries
    self.problems = problems
  }
}

/// Whether the server follows the store.
package struct StoreHealth: Sendable, Equatable {
  /// The time of the last successful read of the store; `nil` if there was none.
  package internal(set) var lastRead: Timestamp?
  /// The reason why the last read has failed; `nil` if it succeeded.
  package internal(set) var problem: String?

  package init() {}
}
