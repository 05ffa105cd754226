import ErosCore
public import ErosFiles

/// A zip rebuilt from an old release and a delta.
public struct RebuiltZip: Sendable {
  /// The rebuilt zip's identity.
  public let zip: PublishedZip
  /// `true` if the rebuilt zip equals the published zip byte for byte.
  ///
  /// If not, the zip is stored uncompressed, or another packer or another version of the compressor
  /// made the published zip. The files and the manifest are the same, but BSDIFF40 patches do not
  /// apply to the rebuilt zip.
  public let isIdentical: Bool
  /// The manifest in the zip.
  public let manifestBytes: [UInt8]
}

extension ContentDelta {
  /// Builds the new release in an empty folder and its zip in `zip`, which you commit.
  ///
  /// The folder then has the release's files and folders, except `md5.json`. Files and manifest
  /// have the digests that the delta declares. A forged delta can declare any digests, so verify
  /// the zip. `progress` receives the number of unpacked bytes, from any thread.
  ///
  /// - Throws: ``DeltaError`` if the delta is damaged, does not apply to `old`, was not made from
  ///   zips, or declares another manifest. `FileError` if a file cannot be written. Whatever `old`
  ///   or the rebuilder throws.
  public func rebuild(
    from old: some ContentTree, into zip: StagedFile, unpackingInto folder: Folder, threads: Int,
    by rebuilder: ZipRebuilder = .storing,
    progress: @escaping @Sendable (UInt64) -> Void = { _ in }
  ) throws -> RebuiltZip {
    guard let published = header.zip else { throw DeltaError.withoutZip(patch: source.path) }
    let application = try application(to: old)
    guard let recipe = application.script.recipe else {
      throw DeltaError.withoutZip(patch: source.path)
    }
    let sink = FolderSink(folder)
    let files = try run(application, sink, threads: threads, progress: progress).map(\.path)
    for folder in recipe.folders { try sink.makeFolder(folder) }
    let release = ZipRebuilder.Release(
      path: folder.path, files: files, recipe: recipe, threads: threads)
    let manifestBytes = try rebuilder.rebuild(release, zip)
    let made = try PublishedZip(zip.reader(), manifest: manifestBytes)
    guard made.manifest == published.manifest else {
      throw DeltaError.malformed(
        patch: source.path,
        "it produces a manifest with SHA-256 \(made.manifest), but declares \(published.manifest)")
    }
    return RebuiltZip(
      zip: made, isIdentical: made == published, manifestBytes: manifestBytes)
  }
}
