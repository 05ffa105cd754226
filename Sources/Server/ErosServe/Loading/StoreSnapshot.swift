import ErosCore
import ErosTrust
import Logging

/// The verified contents of a store at one time.
struct StoreSnapshot: Sendable {
  struct Expiry: Sendable, Equatable {
    let role: String
    let time: Timestamp
  }

  /// Why an app is not up to date, or a file withheld.
  struct Failure: Sendable, Hashable {
    let text: String
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

    /// As log fields.
    var fields: Logger.Metadata {
      var fields: Logger.Metadata = ["problem": "\(text)"]
      if let remedy { fields["hint"] = "\(remedy)" }
      return fields
    }
  }

  /// The version of the timestamp.
  let version: Int64
  /// Keyed by the name that clients send.
  let apps: [String: LegacyApp]
  /// Every channel that an app uses, once.
  var channels: [ChannelContents] = []
  var expiries: [Expiry] = []

  /// Configured apps that were never loaded.
  var missingApps: Set<String> = []
  /// Configured channels that are in the store, but were never loaded.
  var missingChannels: Set<ChannelName> = []
  /// Why apps are not up to date, and files withheld.
  var problems: [Failure] = []
}

extension StoreSnapshot.Expiry {
  /// Returns `nil` unless a role was refused as expired.
  init?(_ error: any Error) {
    guard case TrustError.expired(let file, let time) = error else { return nil }
    let name = file.hasSuffix(".json") ? file.dropLast(".json".count) : file[...]
    let version = name.prefix { $0 != "." }
    let isVersioned = version.count < name.count && version.utf8.allSatisfy(\.isDigit)
    self.init(role: String(isVersioned ? name.dropFirst(version.count + 1) : name), time: time)
  }
}

/// How the latest reads went.
struct StoreHealth: Sendable, Equatable {
  /// The last successful read, or `nil` if there was none.
  var lastRead: Timestamp?
  /// For a server that has no snapshot.
  var expiries: [StoreSnapshot.Expiry] = []
  /// Why the store cannot be followed, or `nil` after reading all metadata.
  var problem: String?
}
