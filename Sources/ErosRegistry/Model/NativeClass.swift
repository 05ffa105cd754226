package import ErosCore

/// How a class is reached from the generated code.
package enum ClassLookup: String, Sendable, CaseIterable {
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
  package var isGenerated: Bool { self == .direct || self == .runtime }
}

/// A class of the iOS app.
package struct IOSClass: Sendable {
  package let name: Located<String>
  package var header: String?
  package var importedModule: String?
  package var isSwift = false
  package var lookup = ClassLookup.runtime
  package var condition: Located<String>?
}

/// A class of the Android app.
package struct AndroidClass: Sendable {
  package let name: Located<String>
  package var lookup = ClassLookup.direct
  package var isKept = true
  package var isGlobal = false
  package var creator: String?
  package var dom: Located<String>?
}

/// What every kind of entry can say about itself.
package struct EntryFacts: Sendable {
  /// Where the entry stands.
  package var offset = 0
  package var isEnabled = true
  package var overrides = false
  package var since: [Platform: String] = [:]
  package var isDeprecated = false
  package var doc: String?
  package var ios: IOSClass?
  package var android: AndroidClass?

  /// Where the entry exists.
  package var platforms: Set<Platform> {
    guard isEnabled else { return [] }
    var platforms: Set<Platform> = []
    if ios != nil { platforms.insert(.ios) }
    if android != nil { platforms.insert(.android) }
    return platforms
  }
}

/// An entry of a section that has the common facts.
package protocol RegistryEntry: Sendable {
  var facts: EntryFacts { get }
}

extension RegistryEntry {
  package func exists(on platform: Platform) -> Bool { facts.platforms.contains(platform) }
}

extension Sequence where Element: RegistryEntry {
  package func on(_ platform: Platform) -> [Element] { filter { $0.exists(on: platform) } }
}
