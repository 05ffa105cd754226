public import ErosCore
import ErosFiles
import ErosRegistry
import ErosSyntax

/// The registrations, exports and classes in an app's native sources.
public struct NativeSources: Sendable {
  private var units: [SourceUnit] = []
  /// Facts that need no other file.
  private var scanned = SourceFacts()
  /// The facts of all files, cached for several comparisons.
  private var linked: SourceFacts?

  /// Folders that are not read, such as `Pods`.
  public private(set) var skippedFolders: [SkippedFolder] = []

  /// All facts.
  ///
  /// Names that the sources define are resolved.
  var facts: SourceFacts { linked ?? SourceLinker.facts(of: units, adding: scanned) }

  /// Creates an empty collection for files that you add.
  public init() {}

  /// Scans the files and folders at `folders`, each file once.
  ///
  /// Unreadable or unsupported sources and folders without sources become findings.
  ///
  /// - Throws: `ErosError` if one of `folders` cannot be read.
  public init(folders: [String]) throws {
    let sources = try SourceFolders(folders, of: "native source", skipsOtherProjects: true) {
      Self.scanner(for: $0) != nil || Dependency.platform(of: $0) != nil || Self.isArkTS($0)
    }
    scanned.findings += sources.findings
    skippedFolders = sources.skipped
    for source in sources.unread {
      for platform in Self.scanner(for: source.path.lastPathComponent)?.platforms ?? [] {
        scanned.unread[platform, default: []].append(source)
      }
    }
    for file in sources.files { add(file) }
    if scanned.fileCounts.isEmpty {
      scanned.findings.addNothingToRead(in: folders, of: "native source")
    }
    var frameworks = sources.files.flatMap(LocalFramework.all)
    for folder in folders where try FileStatus(of: folder).kind == .folder {
      frameworks += try LocalFramework.submodules(in: folder)
    }
    for framework in frameworks where framework.isMissing { addMissing(framework) }
    linked = facts
  }

  private mutating func addMissing(_ framework: LocalFramework) {
    for platform in framework.platforms {
      scanned.unread[platform, default: []].append(UnreadSource(path: framework.folder))
    }
    scanned.findings.append(
      Finding(
        .sourceUnreadable, at: framework.position,
        "'\(framework.folder.escapedForDisplay)' is missing or empty, so what it registers is unknown",
        "check it out, for example with `git submodule update --init`, or install its package",
        severity: .note))
  }

  /// Scans one file.
  ///
  /// Its name selects the language.
  public mutating func add(_ bytes: [UInt8], file: String) {
    add(SourceFile(path: file, bytes: bytes))
  }

  var isEmpty: Bool { units.isEmpty }

  /// Returns the largest folders below `folder` that contain all of its sources.
  ///
  /// Folders of other projects are left out if the sources are elsewhere.
  public func ownFolders(in folder: String) -> [String] {
    let files = units.lazy.map(\.file).filter { $0.hasPrefix(folder + "/") }
    let hasOthers = skippedFolders.contains { $0.isOtherProject && $0.path.hasPrefix(folder + "/") }
    let names = Set(files.map { $0.dropFirst(folder.count + 1).split(separator: "/").first ?? "" })
    let children = names.map { folder + "/" + $0 }.sorted(by: inByteOrder)
    guard hasOthers, !children.isEmpty, !files.contains(where: children.contains) else {
      return [folder]
    }
    return children.flatMap(ownFolders)
  }

  /// Returns how many files were read for `platform`.
  public func fileCount(of platform: Platform) -> Int { scanned.fileCounts[platform] ?? 0 }

  static func isArkTS(_ name: String) -> Bool { name.ends(with: ".ets") }

  private mutating func add(_ file: SourceFile) {
    if Self.isArkTS(file.path) {
      guard scanned.unsupported == nil else { return }
      scanned.unsupported = file.position(at: 0)
      return scanned.findings.append(
        Finding(
          .sourceUnreadable, at: file.position(at: 0),
          "native code for HarmonyOS is not compared", severity: .note))
    }
    if let platform = Dependency.platform(of: file.path.lastPathComponent) {
      scanned.gradle.add(file)
      return scanned.dependencies[platform, default: []] += Dependency.all(in: file)
    }
    guard let (_, scan) = Self.scanner(for: file.path.lastPathComponent), Self.isSource(file) else {
      return
    }
    for unit in scan(file) { add(unit, of: file) }
  }

  private mutating func add(_ unit: SourceUnit, of file: SourceFile) {
    var unit = unit
    // Generated files only repeat the description.
    if FileHeader.isIn(file.bytes) {
      (unit.registrations, unit.findings, unit.manual) = ([], [], [])
      (unit.calls, unit.rows) = ([], [])
    }
    linked = nil
    scanned.fileCounts[unit.platform, default: 0] += 1
    units.append(unit)
    scanned.profiles.append(SourceProfile(unit, of: file))
  }

  /// Returns `false` for a property list or XML file that registers nothing.
  static func isSource(_ file: SourceFile) -> Bool {
    if file.path.ends(with: ".plist") {
      return PoseidonScanner.reads(file) || UniPluginScanner.reads(file)
    }
    if UniPluginScanner.isNamed(file.path.lastPathComponent) { return UniPluginScanner.reads(file) }
    return !file.path.ends(with: ".xml") || WeexpackScanner.reads(file)
  }

  static func scanner(
    for name: String
  ) -> (platforms: [Platform], scan: (SourceFile) -> [SourceUnit])? {
    if name == "app_config.xml" { return ([.android], { [AppConfigScanner.scan($0)] }) }
    if WeexpackScanner.isNamed(name) { return (Platform.allCases, WeexpackScanner.scan) }
    if UniPluginScanner.isNamed(name) { return (Platform.allCases, UniPluginScanner.scan) }
    if name.begins(with: "weex_config_"), name.ends(with: ".json") {
      return ([.android], { [WeexConfigScanner.scan($0)] })
    }
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    switch name[name.utf8.index(after: dot)...] {
    case "m", "mm", "h": return ([.ios], { [ObjectiveCScanner.scan($0)] })
    case "plist":
      return (
        [.ios],
        { PoseidonScanner.reads($0) ? [PoseidonScanner.scan($0)] : UniPluginScanner.scan($0) }
      )
    case "swift": return ([.ios], { [SwiftScanner.scan($0)] })
    case "java": return ([.android], { [AndroidScanner.scan($0, .java)] })
    case "kt": return ([.android], { [AndroidScanner.scan($0, .kotlin)] })
    default: return nil
    }
  }
}
