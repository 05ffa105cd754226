package import ErosConfig
public import ErosCore

/// An app's native side as a configuration declares it.
public struct Registry: Sendable {
  var appName: String?
  /// The apps' versions, if the configuration has any.
  var versions: [Platform: Located<String>] = [:]
  package var settings = GenerateSettings()
  package var types = NamedTypes()
  /// The names of ``types`` in source order.
  var typeNames: [String] = []
  private var entriesByKind: [EntryKind: [Entry]] = [:]
  var routes: RouteMapEntry?
}

extension Registry {
  /// The entries of a kind in source order.
  package subscript(kind: EntryKind) -> [Entry] {
    get { entriesByKind[kind] ?? [] }
    set { entriesByKind[kind] = newValue.isEmpty ? nil : newValue }
  }

  /// All entries, by kind and in source order.
  package var entries: [Entry] { EntryKind.allCases.flatMap { self[$0] } }

  /// `true` if nothing native is declared.
  public var isEmpty: Bool { entriesByKind.isEmpty && routes == nil }

  /// `true` if something is known about the native side: an entry, or what a preset offers.
  package var isDescribed: Bool { !isEmpty || !settings.presets.isEmpty }

  /// The app's platforms.
  ///
  /// A platform is excluded if both of these are true:
  /// - No entry has a class for the platform.
  /// - `generate` disables the platform, or only the other platform has a version and this platform
  ///   has no output folder.
  public var platforms: [Platform] {
    Platform.allCases.filter { platform in
      if entries.contains(where: { $0.facts.platforms.contains(platform) }) { return true }
      let isEnabled = platform == .ios ? settings.ios.isEnabled : settings.android.isEnabled
      let out = platform == .ios ? settings.ios.out : settings.android.out
      return isEnabled && (out != nil || versions[platform] != nil || versions.isEmpty)
    }
  }
}
