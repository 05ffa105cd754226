import ErosCore
import ErosSyntax

/// The classes and registrations in all sources of an app, with resolved names.
struct SourceFacts: Sendable {
  var classes: [SourceClass] = []
  var registrations: [SourceRegistration] = []
  var findings: [Finding] = []
  var fileCounts: [Platform: Int] = [:]
  var profiles: [SourceProfile] = []
  var dependencies: [Platform: [Dependency]] = [:]
  var gradle = GradleModules()
  /// The sources that could not be scanned.
  var unread: [Platform: [UnreadSource]] = [:]
  /// The first file in a language that is not scanned.
  var unsupported: FilePosition?
  /// The calls that only a person can describe.
  var manual: [SourceName] = []
  /// The registrations with unknown names.
  var unfollowed: [Platform: [FilePosition]] = [:]
  /// The registrations of objects with unknown classes.
  var unfollowedObjects: [Platform: [SourceRegistration.Kind: [FilePosition]]] = [:]
}
