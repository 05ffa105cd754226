import ArgumentParser
import ErosCore
import ErosFiles
import ErosSourceMaps
import ErosStore
import SystemPackage

struct SourceMapOptions: ParsableArguments {
  @Option(
    help: "The folder of the build with the source maps of the bundle.", completion: .directory)
  var sourceMaps: String?

  @Option(
    help: """
      The private folder that keeps the source maps of releases (default: 'release.mapArchive' in the \
      configuration).
      """,
    completion: .directory)
  var mapArchive: String?

  /// Returns the archive that the option or the configuration names.
  ///
  /// - Throws: `UsageError` if neither names one. `ErosError` if the configuration cannot be read.
  func archive(_ defaults: ReleaseDefaults) throws -> SourceMapArchive {
    guard let path = try defaults.mapArchive(mapArchive) else {
      throw UsageError(
        "no archive of source maps is given",
        "pass a folder outside the store with --map-archive, or set 'release.mapArchive' in the configuration"
      )
    }
    return SourceMapArchive(path)
  }
}

extension SourceMapArchive {
  /// Checks that the archive, or a release in it, is outside a store in a folder.
  ///
  /// Source maps must not be public.
  ///
  /// - Throws: ``CommandError/archiveInsideStore(archive:store:)`` if it is inside. `FileError` if
  ///   a path cannot be resolved.
  func check(_ tree: TreeHash? = nil, isOutside store: StoreLocation) throws {
    guard case .folder(let folder) = store else { return }
    let store = try resolvedPath(allowingMissing: folder)
    let path = folderPath(of: tree)
    guard try !resolvedPath(allowingMissing: path).starts(with: store) else {
      throw CommandError.archiveInsideStore(archive: path, store: folder)
    }
  }

  /// Checks that the archive, or a release in it, is outside the folders of pages.
  ///
  /// Otherwise the next bundle would contain the source maps.
  ///
  /// - Throws: ``CommandError/outputInsideSource(output:source:)`` if it is inside. `FileError` if
  ///   a path cannot be resolved.
  func check(_ tree: TreeHash? = nil, isOutside pages: [String]) throws {
    for folder in pages { try OutputPath.check(folderPath(of: tree), isOutside: folder) }
  }

  private func folderPath(of tree: TreeHash?) -> String {
    tree.map { joinedPath(path, $0.description) } ?? path
  }
}
