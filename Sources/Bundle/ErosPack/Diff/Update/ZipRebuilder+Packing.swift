public import ErosBundle

extension ZipRebuilder {
  /// Packs like the publisher did, and usually reproduces the published zip byte for byte.
  ///
  /// Such a zip can be the base of a BSDIFF40 patch. Links libzip and libdeflate.
  public static let packing = ZipRebuilder { release, zip in
    let source = try BundleSource(
      release.path, files: release.files, folders: release.folders,
      manifestBytes: release.recipe.manifestBytes)
    return try release.recipe.packer(threads: release.threads).pack(source, into: zip)
      .manifestBytes
  }
}
