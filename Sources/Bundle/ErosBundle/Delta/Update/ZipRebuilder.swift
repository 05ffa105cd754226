package import ErosCore
package import ErosFiles

/// Makes the zip of a release that a content delta has built.
///
/// The zip serves to repair damaged pages. Every rebuilder makes a zip with the published zip's
/// files and manifest.
public struct ZipRebuilder: Sendable {
  /// A release's files, unpacked in a folder.
  package struct Release: Sendable {
    /// The folder.
    package let path: String
    /// Sorted.
    ///
    /// Does not include the manifest.
    package let files: [BundlePath]
    package let recipe: ZipRecipe
    /// A packer may use this number of threads.
    package let threads: Int

    /// Folders that have an entry.
    package var folders: [BundlePath] { recipe.allFolders(files) }
  }

  /// Writes the zip and returns its manifest.
  ///
  /// The caller commits the zip.
  let rebuild: @Sendable (Release, StagedFile) throws -> [UInt8]

  package init(_ rebuild: @escaping @Sendable (Release, StagedFile) throws -> [UInt8]) {
    self.rebuild = rebuild
  }

  /// Stores the files uncompressed, so it needs no compressor.
  ///
  /// The zip equals the published zip byte for byte only if that is not compressed either.
  /// Otherwise it is larger, and BSDIFF40 patches do not apply to it.
  public static let storing = ZipRebuilder { release, zip in
    var writer = StoredZipWriter(zip)
    for folder in release.folders.sorted() { try writer.addFolder(folder) }
    let files = try release.files.sorted().map { path in
      let file = try ReadableFile(release.path + "/" + path.string, followingSymlinks: false)
      return BundleFile(path: path, digest: try writer.addFile(path, file))
    }
    let manifest =
      try release.recipe.manifestBytes
      ?? BundleManifest(of: files, release.recipe.facts).encoded()
    try writer.addFile(BundlePath(BundleManifest.entryName), manifest)
    try writer.finish()
    return manifest
  }
}
