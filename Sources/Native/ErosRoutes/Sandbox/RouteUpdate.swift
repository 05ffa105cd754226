/// New routes, in a folder that stands for the server.
struct RouteUpdate {
  let site: SiteFolder
  let map: RouteMap
  let text: [UInt8]

  init(_ path: String) throws {
    site = try SiteFolder(path)
    guard let (map, text) = try site.map() else { throw RouteSandboxError.noMap(folder: path) }
    self.map = map
    self.text = text
  }

  /// Decides what the update does to a sandbox that has these maps.
  func outcome(
    over maps: RouteStore.Maps, _ allowingAnyVersion: Bool
  ) -> RouteSandbox.Installation.Update {
    guard let old = maps.active else { return .installed }
    if map.text == old.text { return .same }
    if !allowingAnyVersion, let version = map.version, let present = old.version,
      version <= present
    {
      return .notNewer
    }
    let choice = RouteChoice(cache: .init(map), resource: .init(maps.resource))
    return choice?.source == .cache ? .installed : .superseded
  }
}
