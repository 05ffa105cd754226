import ErosCore

/// Collects references between the source files, and reports the broken ones.
struct SiteLinks {
  private(set) var references: [String: [(range: Range<Int>, file: String)]] = [:]
  private(set) var findings: [Finding] = []

  private let base: String
  private let filePaths: Set<String>
  /// Files whose location has been checked.
  private var checked: Set<String> = []

  init(base: String, files: [String]) {
    self.base = base
    filePaths = Set(files)
  }

  mutating func add(_ fileReferences: [FileReferences.Reference], of file: String) {
    var missing: Set<String> = []
    for reference in fileReferences {
      let paths = paths(of: reference.text, in: file)
      // A file cannot contain its own hash.
      if let target = paths.first(where: { filePaths.contains($0) && $0 != file }) {
        references[file, default: []].append((range: reference.range, file: target))
        checkPath(of: target, from: file)
      } else if reference.isCertain, !file.ends(with: ".js"), let path = paths.first,
        missing.insert(path).inserted
      {
        findings.append(Self.finding(file, path, reference.text))
      }
    }
  }

  /// Returns the files in the source that a reference may mean.
  ///
  /// A browser resolves it against the page's address. In a script, it may also be relative to the
  /// root.
  private func paths(of reference: String, in file: String) -> [String] {
    var addresses = [RouteAddress(base + "/" + file).resolve(reference)]
    if file.ends(with: ".js") {
      addresses.append(RouteAddress(base + "/" + RouteMap.fileName).resolve(reference))
    }
    return addresses.compactMap { $0.path(below: base) }
  }

  private mutating func checkPath(of target: String, from file: String) {
    guard !target.ends(with: ".html"), checked.insert(target).inserted,
      let finding = Finding.misplaced(target, referredToBy: file)
    else { return }
    findings.append(finding)
  }

  private static func finding(_ file: String, _ path: String, _ text: String) -> Finding {
    guard path == file else {
      return Finding(
        RouteFindingCode.fileMissing, subject: file,
        "it refers to '\(text)', but '\(path)' is not in the source",
        remedy: "add the file, or correct the reference; git may ignore it")
    }
    return Finding(
      RouteFindingCode.circularReference, subject: file,
      "it refers to itself, but cannot contain its own hash",
      remedy: "replace '\(text)' by '#' or remove it")
  }
}

extension Finding {
  /// Returns a finding if a referenced file is not in a folder directly below the site.
  static func misplaced(_ path: String, referredToBy file: String) -> Finding? {
    guard path.pathComponents.count != 2 else { return nil }
    return Finding(
      RouteFindingCode.fileLocation, subject: path,
      """
      '\(file)' refers to it, but apps find shipped files only by the last two parts of an address, so \
      they load it from the network
      """)
  }
}
