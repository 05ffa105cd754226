package import ErosCore

/// The Rexxar route map that is shipped inside the app.
package struct RouteMapEntry: Sendable {
  package struct Route: Sendable {
    package let pattern: Located<String>
    package let remoteFile: Located<String>
    package let deployTime: Located<String>?
  }

  package let offset: Int
  /// Everything that `routes` holds, in the order of the text.
  package let object: JSONObject
  package let items: [Route]
  package let partialItems: [Route]
}
