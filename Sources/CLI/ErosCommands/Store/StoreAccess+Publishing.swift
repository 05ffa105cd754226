import ErosCommandLine
import ErosCore
import ErosFiles
import ErosHTTP
import ErosPublish
import ErosStore
import ErosTransport
import ErosTrust

/// An open store, ready for one publication.
struct PublishSession {
  let editor: StoreEditor
  /// Says how the pages ran, or is `nil` if the bundle has none.
  let rehearsal: ReleaseRehearsal?
  /// An empty folder for temporary files.
  let scratch: Folder
  let progress: PublishProgress
}

extension StoreAccess {
  /// Publishes a release with `body`, reads it back from the public URL, and prints the report.
  ///
  /// - Parameters:
  ///   - ring: The keys. By default, those in ``keys``.
  ///   - preparation: Work on the bundle. It starts after the store is open, and if it takes long,
  ///     after the keys were checked.
  ///   - body: Publishes.
  /// - Returns: The release.
  /// - Throws: `PublishError` if there is no store here, or if devices cannot see the release.
  ///   `TrustError` or `KeyError` if the root metadata or a key cannot be used. Rethrows what
  ///   `body` throws.
  @discardableResult
  func publish(
    with ring: KeyRing? = nil, after preparation: PublishPreparation? = nil,
    _ body: @escaping (PublishSession) async throws -> Publication
  ) throws -> Publication {
    let traffic = StoreTraffic()
    let (publication, report) = try edit(
      with: ring, checking: preparation?.rehearsal?.channel, counting: traffic
    ) { editor in
      let outcome = try preparation?.run()
      var editor = editor
      let start = ClockTime.now
      // The pages may have run for minutes.
      editor.now = Timestamp.now().milliseconds
      let publication = try await withProgress { scratch, progress in
        try await body(
          PublishSession(
            editor: editor, rehearsal: outcome?.rehearsal, scratch: scratch, progress: progress))
      }
      try await checkPublicURL(publication, editor)
      let report = PublicationReport(
        publication, traffic, after: outcome, dryRun: isDryRun, since: start)
      return (publication, report)
    }
    try report.print(as: output)
    return publication
  }

  /// Runs `body` with an empty folder for temporary files, and shows its steps.
  func withProgress<Result>(
    _ body: (Folder, PublishProgress) async throws -> Result
  ) async throws -> Result {
    let progress = PublishProgress(output)
    defer { progress.finish() }
    return try await Folder.withScratchFolder(beside: Folder.scratchPath) {
      try await body($0, progress)
    }
  }

  /// Checks that devices can install a release from the store's URL, if it is known.
  ///
  /// - Throws: ``PublishError/notVisible(location:reason:)`` if they cannot.
  func checkPublicURL(_ publication: Publication, _ editor: StoreEditor) async throws {
    guard !isDryRun, let url = publication.publicURL else { return }
    let address = try WebAddress(url)
    try await HTTPTransport.with(.program) { transport in
      let reader = HTTPReader(address, over: transport)
      try await PublicCheck(reader, pinnedRoot: editor.pinnedRoot, now: editor.now)
        .check(publication)
    }
  }
}
