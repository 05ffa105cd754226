import ErosCore
import ErosStore
import ErosTrust

/// The bundles that an eros-publish server offers to each version of the app.
struct ServerResponses {
  struct App: Hashable, Comparable {
    let platform: Platform
    let version: String

    static func < (left: Self, right: Self) -> Bool {
      (left.platform.rawValue, left.version) < (right.platform.rawValue, right.version)
    }
  }

  private(set) var newest: [App: BundleVersion] = [:]

  /// Selects as the server does: the latest record for exactly this app version.
  init(_ records: [ServerExport.Record]) {
    for record in records.sorted(by: { ($0.built, $0.number) < ($1.built, $1.number) }) {
      for (platform, version) in record.native {
        newest[App(platform: platform, version: version)] = record.jsVersion
      }
    }
  }

  /// How `eros-server` selects a release for an app version.
  enum Rule {
    /// The latest release whose minimum version the app meets.
    case minimum
    /// The latest release for exactly this app version (`equalVersions`).
    case equal
  }

  /// An app version whose clients get a different bundle after the import.
  struct Difference: Equatable {
    let app: App
    let old: BundleVersion
    /// `nil` if clients get nothing.
    let new: BundleVersion?
  }

  /// Returns the app versions that get a different bundle from `eros-server`.
  func differences(_ releases: [ChannelRelease], _ rule: Rule) -> [Difference] {
    let latest = releases.sorted { ($0.built, $0.number) > ($1.built, $1.number) }
    return newest.compactMap { app, old in
      let new = latest.first { $0.fits(app, rule) }?.jsVersion
      return new == old ? nil : Difference(app: app, old: old, new: new)
    }.sorted { $0.app < $1.app }
  }
}

extension ChannelRelease {
  fileprivate func fits(_ app: ServerResponses.App, _ rule: ServerResponses.Rule) -> Bool {
    guard isForAll else { return false }
    guard rule == .minimum else { return native[app.platform] == app.version }
    // A version that is not a number sets no minimum.
    guard let minimum = native[app.platform].flatMap({ NativeVersion($0) }) else { return true }
    return NativeVersion(app.version).map { minimum <= $0 } ?? false
  }
}
