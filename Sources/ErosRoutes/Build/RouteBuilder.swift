import ErosCore
import ErosCrypto
import ErosFiles

/// Builds what a site publishes, and an app ships: files whose names hold their hash, and the map.
public struct RouteBuilder: Sendable {
  /// What was built.
  public struct Result: Sendable {
    /// The map that was written.
    public let map: RouteMap
    /// The built files below the output, by the names they have in the source.
    public let files: [String: String]
    /// How many bytes all of them have.
    public let bytes: UInt64
    /// How many of them were there before.
    public let unchanged: Int
    /// The routes of the map that was there before that are in no list any more.
    public let dropped: [Route]
    /// What was left out of the source.
    public let skipped: [String]
    /// What stops nobody.
    public let warnings: [RouteProblem]
  }

  /// The address below which everything is published, without a slash at the end.
  public let base: String
  /// The version that the map gets, if any.
  public let version: RouteVersion?
  /// When it is built, in seconds since 1970.
  public let time: Int64

  /// Builds for `base`, an address without a slash at its end; `time` is in seconds since 1970.
  public init(base: String, version: RouteVersion?, time: Int64) {
    self.base = base
    self.version = version
    self.time = time
  }

  /// Builds the files of `source` and the map of `plan` into the folder `output`.
  ///
  /// The map comes last, so whoever reads it finds all its files. What an earlier build left in the
  /// folder stays, since maps in the field name it. A file that is there already is not written again.
  ///
  /// - Throws: ``RouteBuildError/refused(source:_:)`` with everything that is wrong, before anything is
  ///   written; `FileError`, ``RouteMapError``.
  public func build(_ source: String, _ plan: RoutePlan, into output: String) throws -> Result {
    let site = try SiteSource(source, base: base)
    let order = BuildOrder(site.files, references: site.references.mapValues { $0.map(\.file) })
    let problems =
      site.problems + Self.problems(of: order) + Self.problems(of: plan, site)
      + RouteCheck.problems(plan.entries.map { ($0.list, $0.uri) })
    guard !problems.contains(where: { $0.severity == .error }) else {
      throw RouteBuildError.refused(source: source, problems)
    }
    let previous = try Self.map(in: output)
    try createFolders(output)
    var writer = try SiteWriter(site, output: output)
    let map: RouteMap
    do {
      for file in order.files { try writer.write(file) }
      map = self.map(plan, writer.names, previous: previous)
      try writer.finish(with: map)
    } catch {
      writer.giveUp()
      throw error
    }
    return Result(
      map: map, files: writer.names, bytes: writer.bytes, unchanged: writer.unchanged,
      dropped: Self.dropped(from: previous, by: map), skipped: site.skipped, warnings: problems)
  }

  // MARK: - Problems

  private static func problems(of order: BuildOrder) -> [RouteProblem] {
    order.circles.map { circle in
      let files = circle.first.map { "'\($0)'" }.joined(separator: ", ")
      let more = circle.more > 0 ? " and \(circle.more) more" : ""
      return RouteProblem(
        .circularReference, circle.first[0],
        "\(files)\(more) refer to each other, so none of them can get a name before the others: break the circle"
      )
    }
  }

  private static func problems(of plan: RoutePlan, _ site: SiteSource) -> [RouteProblem] {
    let files = Set(site.files)
    var seen: Set<String> = []
    return plan.entries.map(\.page).filter { seen.insert($0).inserted }.compactMap { page in
      guard files.contains(page) else {
        return RouteProblem(
          .pageMissing, page, "the map names this page, and it is not in the source: build it first"
        )
      }
      guard page.pathComponents.count == 2 else {
        return RouteProblem(
          .pagePlace, page,
          "the app looks for a page as 'folder/name': move it into a folder directly below the source"
        )
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
