public import ErosCore
import ErosFiles

/// Checks a built site: the pages in its map, and the files that they refer to.
public struct SiteVerifier {
  /// The result of a check.
  public struct Report: Sendable {
    /// The site's map.
    public let map: RouteMap
    /// Errors and warnings.
    public fileprivate(set) var findings: [Finding] = []
    /// The number of checked files.
    public fileprivate(set) var files = 0
    /// The size of the checked files in bytes.
    public fileprivate(set) var bytes: UInt64 = 0
    /// The number of pages that the folder lacks because apps fetch them on demand.
    public fileprivate(set) var fetchedPages = 0

    /// `true` if there are no errors.
    public var isVerified: Bool { !findings.hasErrors }
  }

  private static let maximumPageSize = 64 << 20

  private let site: SiteFolder
  private let mapPath: String
  private var report: Report
  /// The last two components of all pages in the map, as bytes.
  private let pages: Set<[UInt8]>
  /// Likewise, only pages that must be in the folder.
  private let requiredPages: Set<[UInt8]>
  private var checkedPages: Set<[UInt8]> = []
  /// Files that were checked and are not pages of the map.
  private var checkedFiles: Set<[UInt8]> = []

  /// Verifies the site at `path`: a folder or a `routes.json`.
  ///
  /// As in apps, the folder may lack pages without `pack_in_app`. Set `requiresAllPages` to report
  /// these as well.
  ///
  /// - Throws: ``RouteSandboxError`` if the folder has no map, or none of its pages.
  ///   ``RouteMapError`` or `JSONError` if the map is malformed. `FileError` if a file cannot be
  ///   read. Everything else is a finding.
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

  /// Splits a path into the site's folder and the path of its map.
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

  /// Checks a page and the files that it refers to.
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
    // A published site has all folders, but an app's copy has only the last one.
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
