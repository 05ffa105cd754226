import ErosCore
import ErosTrust
import Logging

/// An immutable snapshot of the verified contents of a store.
struct StoreSnapshot: Sendable {
  /// The expiry of a role's metadata.
  struct Expiry: Sendable, Equatable {
    let role: String
    let time: Timestamp
  }

  /// The reason why an app is not up to date, or why a file is withheld.
  struct Failure: Sendable, Hashable {
    let text: String
    /// The suggested fix, or `nil` if there is none.
    let remedy: Message?

    init(_ error: any Error, context: String = "") {
      text = context + ((error as? any ErosError)?.description ?? "\(error)")
      remedy =
        if case TrustError.expired = error {
          "run `eros store refresh`, or check the clock of this machine"
        } else {
          (error as? any ErosError)?.remedy
        }
    }

    /// The reason and the fix in the log.
    var fields: Logger.Metadata {
      var fields: Logger.Metadata = ["problem": "\(text)"]
      if let remedy { fields["hint"] = "\(remedy)" }
      return fields
    }
  }

  /// The version of the timestamp metadata.
  let version: Int64
  /// The apps by the name that clients send.
  let apps: [String: LegacyApp]
  /// The channels of the apps, each once.
  var channels: [ChannelContents] = []
  /// The expiry of each role's metadata.
  var expiries: [Expiry] = []

  /// The names of the configured apps that were never loaded.
  var missingApps: Set<String> = []
  /// The configured channels of the store whose releases were never loaded.
  var missingChannels: Set<ChannelName> = []
  /// The reasons why apps are not up to date, and why files are withheld.
  var problems: [Failure] = []
}

extension StoreSnapshot.Expiry {
  /// Returns the expiry of a role whose metadata was refused as expired, or `nil` for another
  /// error.
  init?(_ error: any Error) {
    guard case TrustError.expired(let file, let time) = error else { return nil }
    let name = file.hasSuffix(".json") ? file.dropLast(".json".count) : file[...]
    let version = name.prefix { $0 != "." }
    let isVersioned = version.count < name.count && version.utf8.allSatisfy(\.isDigit)
    self.init(role: String(isVersioned ? name.dropFirst(version.count + 1) : name), time: time)
  }
}

/// The results of the latest reads of the store.
struct StoreHealth: Sendable, Equatable {
  /// The time of the last successful read of the store, or `nil` if there was none.
  var lastRead: Timestamp?
  /// The expiry of the verified metadata, for a server without a snapshot.
  var expiries: [StoreSnapshot.Expiry] = []
  /// The reason why the store cannot be followed, or `nil` after a successful read of all metadata.
  var problem: String?
}
