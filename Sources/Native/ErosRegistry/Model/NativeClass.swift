package import ErosCore

/// A way to register a class.
package enum ClassLookup: String, Sendable, CaseIterable {
  /// The generated code refers to the class, so the compiler and linker detect mistakes.
  case direct
  /// The generated code looks up the class by name at run time.
  case runtime
  /// A macro in the class's source registers it (iOS).
  case macro
  /// An annotation on the class registers it (Android).
  case annotation
  /// The class is registered elsewhere.
  case none

  /// `true` if the generated code registers the class.
  package var isGenerated: Bool { self == .direct || self == .runtime }
}

package struct IOSClass: Sendable {
  package let name: Located<String>
  var header: String?
  var importedModule: String?
  package var isSwift = false
  var lookup = ClassLookup.runtime
  var condition: Located<String>?
}

struct AndroidClass: Sendable {
  let name: Located<String>
  var lookup = ClassLookup.direct
  var isKept = true
  var isGlobal = false
  var creator: String?
  var dom: Located<String>?
}

/// Properties that all entries share.
package struct EntryFacts: Sendable {
  var offset = 0
  var isEnabled = true
  var overrides = false
  var since: [Platform: String] = [:]
  var isDeprecated = false
  /// The text of `deprecated`, such as the replacement's name.
  var replacement: String?
  var doc: String?
  package var ios: IOSClass?
  var android: AndroidClass?

  package var platforms: Set<Platform> {
    guard isEnabled else { return [] }
    var platforms: Set<Platform> = []
    if ios != nil { platforms.insert(.ios) }
    if android != nil { platforms.insert(.android) }
    return platforms
  }

  /// Returns the class on a platform, even if the entry is disabled.
  package func nativeClass(
    on platform: Platform
  ) -> (name: Located<String>, lookup: ClassLookup)? {
    switch platform {
    case .ios: ios.map { ($0.name, $0.lookup) }
    case .android: android.map { ($0.name, $0.lookup) }
    }
  }
}
