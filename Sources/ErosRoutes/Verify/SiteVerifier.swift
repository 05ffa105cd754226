import ErosCore
import ErosFiles

/// Checks a built site: every page and every script that its map leads to.
public struct SiteVerifier {
  /// What was found.
  public struct Report: Sendable {
    /// The map of the site.
    public let map: RouteMap
    /// Everything that was found, warnings too.
    public fileprivate(set) var problems: [RouteProblem] = []
    /// How many files were checked.
    public fileprivate(set) var files = 0
    /// How many bytes they have.
    public fileprivate(set) var bytes: UInt64 = 0

    /// Whether everything is as it should be.
    public var isVerified: Bool { !problems.contains { $0.severity == .error } }
  }

  private static let longestPage = 64 << 20

  private let site: SiteFolder
  private var report: Report
  /// The places of all pages that the map names, by their bytes.
  private let pages: Set<[UInt8]>
  private var checkedPages: Set<[UInt8]> = []
  /// What else pages refer to, and was checked.
  private var checkedFiles: Set<[UInt8]> = []

  /// Checks the folder of a built site, or the folder that a `routes.json` lies in.
  ///
  /// - Throws: `FileError` and what makes the map no map; everything else is reported.
  public static func verify(_ path: String) throws -> Report {
    let (folder, file) = try Self.place(of: path)
    let map = try RouteMap.read(readWholeFile(file), file: file)
    var verifier = SiteVerifier(site: try SiteFolder(folder), report: Report(map: map))
    verifier.report.problems = RouteCheck.problems(map.routes.map { ($0.list, $0.uri) }).map(
      \.asWarning)
    for route in map.routes { try verifier.check(page: route.remoteFile) }
    return verifier.report
  }

  /// The folder and the map that a path means.
  static func place(of path: String) throws -> (folder: String, file: String) {
    if try FileStatus(of: path).kind == .folder { return (path, path + "/" + RouteMap.fileName) }
    let components = path.pathComponents
    let folder = components.dropLast().joined(separator: "/")
    return (components.count == 1 ? "." : folder.isEmpty ? "/" : folder, path)
  }

  private init(site: SiteFolder, report: Report) {
    self.site = site
    self.report = report
    pages = Set(report.map.routes.map { Array($0.remoteFile.lastComponents.utf8) })
  }

  /// Checks a page of the map, and then what it refers to.
  private mutating func check(page: RouteAddress) throws {
    guard checkedPages.insert(Array(page.lastComponents.utf8)).inserted else { return }
    guard (try? BundlePath(page.lastComponents)) != nil, page.pathExtension == "html" else {
      return add(
        .badAddress, page.description, "it leads to no page: its path ends with no '.html' file")
    }
    guard let file = try site.file(page) else {
      return add(
        .fileMissing, page.lastComponents, "the map names it, and it is not there: '\(page)'")
    }
    try check(file, page, named: page.lastComponents)
    if page.contentHash == nil {
      add(
        .hashMissing, page.lastComponents,
        "its name holds no hash, so Android does not take it: name it like 'demo-c775298867.html'")
    }
    let text = try file.read(at: 0, count: min(Int(file.status.size), Self.longestPage))
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
    // A site as it is published has all folders, one in an app only the last one.
    guard let file = try site.open(path) ?? site.file(target) else {
      return add(.fileMissing, path, "'\(page.lastComponents)' refers to it, and it is not there")
    }
    if !path.ends(with: ".html"), let odd = RouteProblem.place(of: path, from: page.lastComponents)
    {
      report.problems.append(odd)
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
      add(.hashMismatch, name, "its MD5 is \(digest), and its name promises \(hash)…")
    }
  }

  private mutating func add(_ code: RouteProblem.Code, _ subject: String, _ message: String) {
    report.problems.append(RouteProblem(code, subject, message))
  }
}
