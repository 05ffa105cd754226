import ErosCore
import ErosSyntax

/// The classes and registrations in all of an app's sources, with resolved names.
struct SourceFacts: Sendable {
  var classes: [SourceClass] = []
  var registrations: [SourceRegistration] = []
  var findings: [Finding] = []
  var fileCounts: [Platform: Int] = [:]
  var profiles: [SourceProfile] = []
  var dependencies: [Platform: [Dependency]] = [:]
  var gradle = GradleModules()
  var unread: [Platform: [UnreadSource]] = [:]
  /// The first file in a language that is not scanned.
  var unsupported: FilePosition?
  /// Calls that only a person can describe.
  var manual: [SourceName] = []
  /// Registrations with unknown names.
  var unfollowed: [Platform: [FilePosition]] = [:]
  /// Registrations of objects whose class is unknown.
  var unfollowedObjects: [Platform: [SourceRegistration.Kind: [FilePosition]]] = [:]
}
