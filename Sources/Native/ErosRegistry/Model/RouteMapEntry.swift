package import ErosCore

/// The Rexxar route map that the app ships.
package struct RouteMapEntry: Sendable {
  package struct Route: Sendable {
    package let pattern: Located<String>
    package let remoteFile: Located<String>
    package let deployTime: Located<String>?
  }

  package let offset: Int
  /// The full contents of `routes`, in source order.
  package let object: JSONObject
  package let items: [Route]
  package let partialItems: [Route]
}
