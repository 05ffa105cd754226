package import ErosCore
package import ErosFiles

/// A way to make the zip of a release that a content delta has built.
///
/// The zip repairs damaged pages. Every rebuilder gives a zip with the files and the manifest of
/// the published zip.
public struct ZipRebuilder: Sendable {
  /// The files of a release, unpacked in a folder.
  package struct Release: Sendable {
    /// The path of the folder.
    package let path: String
    /// The files, sorted, without the manifest.
    package let files: [BundlePath]
    package let recipe: ZipRecipe
    /// The number of threads that a packer may use.
    package let threads: Int

    /// The folders that have an entry.
    package var folders: [BundlePath] { recipe.allFolders(files) }
  }

  /// Writes the zip and returns the bytes of its manifest; the caller commits the zip.
  let rebuild: @Sendable (Release, StagedFile) throws -> [UInt8]

  package init(_ rebuild: @escaping @Sendable (Release, StagedFile) throws -> [UInt8]) {
    self.rebuild = rebuild
  }

  /// Stores the files without compression, so it needs no compressor.
  ///
  /// The zip equals the published zip byte for byte only if the published zip is not compressed.
  /// Otherwise, it is larger, and cannot be the base of a BSDIFF40 patch.
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
