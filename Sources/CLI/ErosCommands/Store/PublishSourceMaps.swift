import ErosBundle
import ErosCore
import ErosFiles
import ErosSourceMaps
import ErosStore

/// Keeps the source maps of a bundle before it is published.
struct PublishSourceMaps {
  /// The maximum number of scripts that a warning names.
  private static let maximumNames = 10

  let bundle: OpenedBundle<ReadableFile>
  /// Everything else that the command reads.
  let otherInputs: [String?]
  let folder: SourceMapFolder
  let archive: SourceMapArchive
  /// The store, where the source maps must not be.
  let store: StoreLocation
  /// The folders of pages, where the source maps must not be either.
  let pages: [String]
  let isDryRun: Bool

  /// The kept source maps, for the publication's report.
  struct Outcome: Encodable {
    let folder: String
    let maps: Int
    let scripts: Int
    let findings: [Finding]

    private enum CodingKeys: String, CodingKey {
      case folder, maps, scripts
    }
  }

  /// Keeps the source maps, unless it is a dry run.
  ///
  /// - Returns: `nil` if the bundle is not valid. Publishing reports its findings.
  /// - Throws: ``SourceMapError/noMaps(folder:script:reason:)`` if no script has a source map.
  ///   ``CommandError/archiveInsideStore(archive:store:)`` or
  ///   ``CommandError/outputInsideSource(output:source:)`` if the maps would become public.
  ///   `FileError` if a file cannot be read or written.
  func keep() throws -> Outcome? {
    let report = try bundle.report()
    guard report.verdict == .verified, let tree = report.treeHash else { return nil }
    try archive.check(tree, isOutside: store)
    try archive.check(tree, isOutside: pages)
    let scripts = try BundleScripts(bundle)
    let read = scripts.paths.map { joinedPath(folder.path, $0.string) }
    try OutputPath.check(
      archive.files(of: scripts.paths, tree),
      areNot: read + read.map { $0 + ".map" } + [bundle.zip.path] + otherInputs)
    let (release, findings) = try archive.keep(
      mapsOf: scripts, in: folder, tree: tree, isDryRun: isDryRun)
    return Outcome(
      folder: joinedPath(archive.path, tree.description), maps: release.mapCount,
      scripts: release.scripts.count, findings: findings + missing(in: release, besides: findings))
  }

  /// Warns about scripts that have neither a source map nor a finding.
  private func missing(
    in release: SourceMapArchive.Release, besides findings: [Finding]
  ) -> [Finding] {
    let reported = Set(findings.compactMap(\.subject))
    let paths = release.scriptsWithoutMap.map(\.string).filter {
      !reported.contains($0) && !reported.contains($0 + ".map")
    }
    guard !paths.isEmpty else { return [] }
    let names = paths.prefix(Self.maximumNames).quotedForDisplay
    let (count, more) = (paths.count, paths.count - Self.maximumNames)
    let message: Message =
      count == 1
      ? "1 script without a source map: \(names)"
      : more > 0
        ? "\(count) scripts without a source map: \(names) and \(more) more"
        : "\(count) scripts without a source map: \(names)"
    return [
      Finding(
        SourceMapFindingCode.sourceMapMissing,
        message,
        remedy: "let the build tool write a source map for each script")
    ]
  }
}
