public import ErosCore
import ErosFiles

/// A check of a built site: the pages in its map, and the files that they refer to.
public struct SiteVerifier {
  /// The result of a check.
  public struct Report: Sendable {
    /// The map of the site.
    public let map: RouteMap
    /// All findings, including warnings.
    public fileprivate(set) var findings: [Finding] = []
    /// The number of checked files.
    public fileprivate(set) var files = 0
    /// The size of the checked files in bytes.
    public fileprivate(set) var bytes: UInt64 = 0
    /// The number of pages that are not in the folder, because apps fetch them on demand.
    public fileprivate(set) var fetchedPages = 0

    /// Whether there are no errors.
    public var isVerified: Bool { !findings.hasErrors }
  }

  private static let maximumPageSize = 64 << 20

  private let site: SiteFolder
  /// The path of the map.
  private let mapPath: String
  private var report: Report
  /// The bytes of the last two path components of all pages in the map.
  private let pages: Set<[UInt8]>
  /// The bytes of the last two path components of the pages that must be in the folder.
  private let requiredPages: Set<[UInt8]>
  private var checkedPages: Set<[UInt8]> = []
  /// The paths of the other checked files.
  private var checkedFiles: Set<[UInt8]> = []

  /// Verifies the site at `path`: a folder or a `routes.json`.
  ///
  /// As in apps, the folder may lack pages without `pack_in_app`, unless `requiresAllPages` is
  /// `true`.
  ///
  /// - Throws: ``RouteSandboxError`` for a folder without a map or without any page, `FileError`, and
  ///   `JSONError` or ``RouteMapError`` for an invalid map. All other problems are findings.
  public static func verify(_ path: String, requiresAllPages: Bool = false) throws -> Report {
    let (folder, file) = try Self.location(of: path)
    let map = try RouteMap.read(readWholeFile(file), file: file)
    var verifier = SiteVerifier(
      site: try SiteFolder(folder), mapPath: file, report: Report(map: map),
      requiresAllPages: requiresAllPages)
    verifier.report.findings = RouteCheck.findings(map.routes.map { ($0.list, $0.uri) })
      .map { $0.with(file: file) }
    for route in map.routes { try verifier.check(page: route.remoteFile) }
    guard verifier.report.files > 0 || !verifier.report.isVerified else {
      throw RouteSandboxError.nothingToVerify(map: file)
    }
    return verifier.report
  }

  /// Returns the folder of a site and the path of its map.
  static func location(of path: String) throws -> (folder: String, file: String) {
    if try FileStatus(of: path).kind == .folder {
      let file = path + "/" + RouteMap.fileName
      guard try FileStatus.ifExists(file) != nil else {
        throw RouteSandboxError.noMap(folder: path)
      }
      return (path, file)
    }
    let components = path.pathComponents
    let folder = components.dropLast().joined(separator: "/")
    return (components.count == 1 ? "." : folder.isEmpty ? "/" : folder, path)
  }

  private init(
    site: SiteFolder, mapPath: String, report: Report, requiresAllPages: Bool
  ) {
    self.site = site
    self.mapPath = mapPath
    self.report = report
    let routes = report.map.routes
    pages = Set(routes.map { Array($0.remoteFile.lastComponents.utf8) })
    requiredPages = Set(
      routes.filter { requiresAllPages || $0.isPackedInApp }
        .map { Array($0.remoteFile.lastComponents.utf8) })
  }

  /// Checks a page of the map and the files that it refers to.
  private mutating func check(page: RouteAddress) throws {
    guard checkedPages.insert(Array(page.lastComponents.utf8)).inserted else { return }
    guard (try? BundlePath(page.lastComponents)) != nil, page.pathExtension == "html" else {
      report.findings.append(
        Finding(
          RouteFindingCode.badAddress, file: mapPath, subject: page.description,
          "not the address of a page: its path must end with the name of an '.html' file"))
      return
    }
    guard let file = try site.file(page) else {
      guard requiredPages.contains(Array(page.lastComponents.utf8)) else {
        report.fetchedPages += 1
        return
      }
      return add(
        .fileMissing, page.lastComponents, "page of the map not found: '\(page)'")
    }
    try check(file, page, named: page.lastComponents)
    if page.contentHash == nil {
      add(
        .hashMissing, page.lastComponents,
        "its name does not contain a hash after the first hyphen, so Android rejects it")
    }
    let text = try file.read(at: 0, count: min(Int(file.status.size), Self.maximumPageSize))
    for reference in FileReferences.find(in: text, of: page.lastComponents) {
      try check(reference, of: page)
    }
  }

  private mutating func check(
    _ reference: FileReferences.Reference, of page: RouteAddress
  ) throws {
    let target = page.resolve(reference.text)
    guard reference.isCertain, let path = target.path(below: page.base),
      !pages.contains(Array(path.utf8)), checkedFiles.insert(Array(path.utf8)).inserted
    else { return }
    // A published site has all folders; the copy in an app has only the last one.
    guard let file = try site.open(path) ?? site.file(target) else {
      return add(.fileMissing, path, "file not found; '\(page.lastComponents)' refers to it")
    }
    if !path.ends(with: ".html"),
      let finding = Finding.misplaced(path, referredToBy: page.lastComponents)
    {
      report.findings.append(finding.located(in: site.folder.path))
    }
    try check(file, target, named: path)
  }

  private mutating func check(
    _ file: ReadableFile, _ address: RouteAddress, named name: String
  ) throws {
    report.files += 1
    report.bytes += file.status.size
    guard let hash = address.contentHash else { return }
    let digest = try file.md5().description
    if !digest.begins(with: hash) {
      add(.hashMismatch, name, "its MD5 is \(digest), but its name says \(hash)…")
    }
  }

  private mutating func add(_ code: RouteFindingCode, _ path: String, _ message: Message) {
    report.findings.append(Finding(code, subject: path, message).located(in: site.folder.path))
  }
}
