import ErosCore

/// The Rexxar route map that the app ships.
struct RouteMapEntry: Sendable {
  struct Route: Sendable {
    let pattern: Located<String>
    let remoteFile: Located<String>
    let deployTime: Located<String>?
  }

  let offset: Int
  /// All of `routes`, in source order.
  let object: JSONObject
  let items: [Route]
  let partialItems: [Route]
}
