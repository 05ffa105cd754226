import ErosBundle
public import ErosFiles

/// A zip that was made from an old release and a delta.
public struct RebuiltZip: Sendable {
  /// The identity of the zip that was written.
  public let zip: PublishedZip
  /// Whether it is the very zip that the delta was made from.
  ///
  /// If not, the files are the same and the compressed bytes are not: another packer or another
  /// version of the compressor made it. Such a zip is no base for a patch of zips.
  public let isIdentical: Bool
  /// The manifest as it stands in the zip.
  public let manifestBytes: [UInt8]
}

extension ContentDelta {
  /// Builds the new release in an empty folder and packs it into `zip`, which the caller commits.
  ///
  /// The folder then has the files and folders of the release, without its `md5.json`. A zip that is not
  /// identical may have a manifest that the delta brought along and that may say anything: the caller
  /// verifies it.
  ///
  /// - Throws: ``DeltaError``, also when the delta was not made from zips; what reading `old`,
  ///   writing and packing throw.
  public func rebuild(
    from old: some ContentTree, into zip: StagedFile, unpackingInto folder: Folder, threads: Int
  ) throws -> RebuiltZip {
    guard let published = header.zip else { throw DeltaError.withoutZip(patch: source.path) }
    let application = try application(to: old)
    guard let recipe = application.script.recipe else {
      throw DeltaError.withoutZip(patch: source.path)
    }
    let sink = FolderSink(folder)
    let files = try run(application, sink, threads: threads).map(\.path)
    for folder in recipe.folders { try sink.makeFolder(folder) }
    let bundle = try BundleSource(
      folder.path, files: files, folders: recipe.allFolders(files),
      manifestBytes: recipe.ownText)
    let packed = try recipe.packer(threads: threads).pack(bundle, into: zip)
    let made = try PublishedZip(zip.reader())
    return RebuiltZip(
      zip: made, isIdentical: made == published, manifestBytes: packed.manifestBytes)
  }
}
