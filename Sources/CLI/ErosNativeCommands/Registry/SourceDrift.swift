import ErosCommandSupport
import ErosCore
import ErosRegistry
import ErosSources

/// The result of a comparison with sources.
struct SourceDrift {
  private(set) var findings: [Finding] = []
  /// The number of read files by platform, and of JavaScript as `js`.
  private(set) var fileCounts: [String: Int] = [:]
  /// The folders that were not read.
  private(set) var skipped: [SkippedFolder] = []

  /// Compares `description` with the sources below folders, or, without a description, the JavaScript with
  /// the native sources.
  init(of description: ParsedRegistry?, native folders: [String], scripts: [String]) throws {
    let native = folders.isEmpty ? nil : try NativeSources(folders: folders)
    let registry = try description ?? .undescribed(native ?? NativeSources())
    if let native {
      findings += registry.drift(from: native)
      skipped += native.skippedFolders
      for platform in Platform.allCases {
        fileCounts[platform.rawValue] = native.fileCount(of: platform)
      }
    }
    if !scripts.isEmpty {
      let uses = try JSUses(folders: scripts)
      findings += registry.drift(from: uses, sources: native)
      skipped += uses.skippedFolders
      fileCounts["js"] = uses.fileCount
    }
  }

  /// Returns the numbers of read files as text; a platform with no files was not compared.
  static func summary(of fileCounts: [String: Int]) -> String {
    let counts = [("ios", "iOS"), ("android", "Android"), ("js", "JavaScript")]
      .compactMap { key, title in
        fileCounts[key].map { "\($0 == 0 ? "no" : String($0)) \(title) file\($0 == 1 ? "" : "s")" }
      }
    return "Compared with \(counts.joined(separator: ", "))"
  }
}

extension OutputOptions {
  /// Prints the folders that were not read, and the reasons, if `--verbose` is set.
  func detail(_ skipped: [SkippedFolder]) {
    for folder in Set(skipped).sorted(by: { inByteOrder($0.path, $1.path) }) {
      detail("skipped '\(folder.path.escapedForDisplay)': \(folder.reason)")
    }
  }
}
