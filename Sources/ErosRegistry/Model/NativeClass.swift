import ErosCore

/// How a class is reached from the generated code.
enum ClassLookup: String, Sendable, CaseIterable {
  /// Named in the code, so that compiler and linker find mistakes.
  case direct
  /// Looked up by its name when the app runs.
  case runtime
  /// Registered by a macro in the class's own source (iOS).
  case macro
  /// Registered by an annotation on the class (Android).
  case annotation
  /// Registered elsewhere.
  case none

  /// Whether the generated code registers the class.
  var isGenerated: Bool { self == .direct || self == .runtime }
}

/// A class of the iOS app.
struct IOSClass: Sendable {
  let name: Placed<String>
  var header: String?
  var importedModule: String?
  var isSwift = false
  var lookup = ClassLookup.runtime
  var condition: Placed<String>?
}

/// A class of the Android app.
struct AndroidClass: Sendable {
  let name: Placed<String>
  var lookup = ClassLookup.direct
  var isKept = true
  var isGlobal = false
  var creator: String?
  var dom: Placed<String>?
}

/// What every kind of entry can say about itself.
struct EntryFacts: Sendable {
  /// Where the entry stands.
  var offset = 0
  var isEnabled = true
  var overrides = false
  var since: [Platform: String] = [:]
  var isDeprecated = false
  var doc: String?
  var ios: IOSClass?
  var android: AndroidClass?

  /// Where the entry exists.
  var platforms: Set<Platform> {
    guard isEnabled else { return [] }
    var platforms: Set<Platform> = []
    if ios != nil { platforms.insert(.ios) }
    if android != nil { platforms.insert(.android) }
    return platforms
  }
}

/// An entry of a section that has the common facts.
protocol RegistryEntry: Sendable {
  var facts: EntryFacts { get }
}

extension RegistryEntry {
  func exists(on platform: Platform) -> Bool { facts.platforms.contains(platform) }
}

extension Sequence where Element: RegistryEntry {
  func on(_ platform: Platform) -> [Element] { filter { $0.exists(on: platform) } }
}
