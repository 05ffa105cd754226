public import ErosCore
import ErosCrypto
import ErosFiles

/// Builds the files of a site and an app, adds hashes to their names, and writes the route map.
///
/// ```swift
/// let builder = RouteBuilder(
///   base: "https://example.com/site", version: RouteVersion("6.4"), time: now)
/// let result = try builder.build("src", plan, into: "dist")
/// print("built \(result.files.count) files, \(result.unchanged) of them unchanged")
/// ```
public struct RouteBuilder: Sendable {
  /// The result of a build.
  public struct Result: Sendable {
    /// The map as written.
    public let map: RouteMap
    /// The paths of the built files in the output, by their paths in the source.
    public let files: [String: String]
    /// The total size of the built files in bytes.
    public let bytes: UInt64
    /// The number of files that the output folder already contained.
    public let unchanged: Int
    /// Routes of the previous map that are gone.
    public let dropped: [Route]
    /// Paths in the source that were skipped.
    public let skipped: [String]
    /// Findings that did not prevent the build.
    public let warnings: [Finding]
  }

  /// The address where the site will be published, for example `https://example.com/site`.
  public let base: String
  /// The map's version.
  ///
  /// If it is `nil`, the plan's version counts.
  public let version: RouteVersion?
  /// The time of the build, in seconds since 1970.
  public let time: Int64

  /// Creates a builder.
  ///
  /// `base` must not end with a slash.
  public init(base: String, version: RouteVersion?, time: Int64) {
    self.base = base
    self.version = version
    self.time = time
  }

  /// Builds the files in `source` and the map for `plan` into the folder `output`.
  ///
  /// The map is written last, so a visible map never lacks a file. Files of earlier builds stay,
  /// because clients may still use an older map. Existing files are not written again.
  ///
  /// - Throws: ``RouteBuildError/refused(source:_:)`` with all findings, before anything is
  ///   written. `FileError` if a file cannot be read or written. ``RouteMapError`` or `JSONError`
  ///   if the previous map is malformed.
  public func build(_ source: String, _ plan: RoutePlan, into output: String) throws -> Result {
    let site = try SiteSource(source, base: base)
    let order = BuildOrder(site.files, references: site.references.mapValues { $0.map(\.file) })
    let findings =
      site.findings + Self.findings(about: order, in: source) + Self.findings(about: plan, site)
      + RouteCheck.findings(plan.entries.map { ($0.list, $0.uri) })
    guard !findings.hasErrors else { throw RouteBuildError.refused(source: source, findings) }
    let previous = try Self.map(in: output)
    try createFolders(output)
    var writer = try SiteWriter(site, output: output)
    for file in order.files { try writer.write(file) }
    let map = self.map(plan, writer.names, previous: previous)
    try writer.finish(with: map)
    return Result(
      map: map, files: writer.names, bytes: writer.bytes, unchanged: writer.unchanged,
      dropped: Self.dropped(from: previous, by: map), skipped: site.skipped, warnings: findings)
  }

  // MARK: - Findings

  private static func findings(about order: BuildOrder, in source: String) -> [Finding] {
    order.cycles.map { cycle in
      let files = cycle.first.map { "'\($0)'" }.joined(separator: ", ")
      let message: Message =
        cycle.more > 0
        ? "\(files) and \(cycle.more) more refer to each other, so no hash can be computed first"
        : "\(files) refer to each other, so no hash can be computed first"
      return Finding(
        RouteFindingCode.circularReference, subject: cycle.first[0],
        message
      ).located(in: source)
    }
  }

  private static func findings(about plan: RoutePlan, _ site: SiteSource) -> [Finding] {
    let files = Set(site.files)
    var seen: Set<String> = []
    return plan.entries.map(\.page).filter { seen.insert($0).inserted }.compactMap { page in
      guard files.contains(page) else {
        return Finding(
          RouteFindingCode.pageMissing, subject: page, "page not found in '\(site.path)'")
      }
      guard page.pathComponents.count == 2 else {
        return Finding(
          RouteFindingCode.pageLocation, subject: page, "apps look for pages at 'folder/name'"
        ).located(in: site.path)
      }
      return nil
    }
  }

  // MARK: - The map

  private static func map(in output: String) throws -> RouteMap? {
    let path = output + "/" + RouteMap.fileName
    guard (try? FileStatus(of: path)) != nil else { return nil }
    return try RouteMap.read(readWholeFile(path), file: path)
  }

  private func map(
    _ plan: RoutePlan, _ names: [String: String], previous: RouteMap?
  ) -> RouteMap {
    let now = DeployTime.text(secondsSince1970: time)
    let times = Dictionary(
      (previous?.routes ?? []).map { ($0.remoteFile.lastComponents, $0.deployTime) },
      uniquingKeysWith: { first, _ in first })
    let routes = plan.entries.map { entry in
      let address = RouteAddress(base + "/" + (names[entry.page] ?? entry.page))
      return Route(
        list: entry.list, uri: entry.uri, remoteFile: address,
        deployTime: times[address.lastComponents].flatMap(\.self) ?? now,
        isPackedInApp: entry.isPackedInApp)
    }
    let version = version ?? plan.version.map { RouteVersion($0) }
    let map = RouteMap(version: version, deployTime: now, routes: routes)
    guard let previous, let time = previous.deployTime else { return map }
    let same = RouteMap(version: version, deployTime: time, routes: routes)
    return same.text == previous.text ? same : map
  }

  private static func dropped(from previous: RouteMap?, by map: RouteMap) -> [Route] {
    let uris = Set(map.routes.map(\.uri))
    return (previous?.routes ?? []).filter { !uris.contains($0.uri) }
  }
}
