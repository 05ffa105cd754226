import ErosCore

/// The Rexxar route map that is shipped inside the app.
struct RouteMapEntry: Sendable {
  struct Route: Sendable {
    let pattern: Placed<String>
    let remoteFile: Placed<String>
    let deployTime: Placed<String>?
  }

  let offset: Int
  /// Everything that `routes` holds, in the order of the text.
  let object: JSONObject
  let items: [Route]
  let partialItems: [Route]
}
