public import ErosCore
import ErosRegistry
import ErosSyntax

/// What the native sources of an app register, export and declare.
public struct NativeSources: Sendable {
  private(set) var facts = SourceFacts()

  /// Begins without any sources.
  public init() {}

  /// Scans everything below `folders`, each file once; a folder may be a file too.
  ///
  /// What cannot be read or understood becomes a finding, and so does a folder without sources.
  ///
  /// - Throws: `ErosError` when a folder itself cannot be read.
  public init(folders: [String]) throws {
    let found = try SourceFolders(folders, of: "native source") { Self.scanner(for: $0) != nil }
    facts.findings += found.findings
    for file in found.files { add(file) }
  }

  /// Scans one file, by the end of its name.
  public mutating func add(_ bytes: [UInt8], file: String) {
    add(SourceFile(path: file, bytes: bytes))
  }

  /// How many files of `platform` were read.
  public func fileCount(of platform: Platform) -> Int { facts.fileCounts[platform] ?? 0 }

  private mutating func add(_ file: SourceFile) {
    guard let (platform, scan) = Self.scanner(for: file.path.lastPathComponent) else { return }
    var found = scan(file)
    // What we generated repeats the description; it registers nothing of its own.
    if FileHeader.isIn(file.bytes) {
      (found.registrations, found.findings, found.byHand) = ([], [], [])
    }
    found.fileCounts[platform] = 1
    facts.add(found)
  }

  private static func scanner(
    for name: String
  ) -> (platform: Platform, scan: (SourceFile) -> SourceFacts)? {
    if name == "app_config.xml" { return (.android, AppConfigScanner.scan) }
    if name.begins(with: "weex_config_"), name.ends(with: ".json") {
      return (.android, WeexConfigScanner.scan)
    }
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    switch name[name.utf8.index(after: dot)...] {
    case "m", "mm", "h": return (.ios, ObjectiveCScanner.scan)
    case "swift": return (.ios, SwiftScanner.scan)
    case "java": return (.android, { AndroidScanner.scan($0, .java) })
    case "kt": return (.android, { AndroidScanner.scan($0, .kotlin) })
    default: return nil
    }
  }
}
