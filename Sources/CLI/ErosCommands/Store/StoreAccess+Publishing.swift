import ErosCommandLine
import ErosCore
import ErosFiles
import ErosHTTP
import ErosPublish
import ErosStore
import ErosTransport
import ErosTrust

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension StoreAccess {
  /// Publishes a release with `body`, reads it back from the public URL, and prints the report.
  ///
  /// - Parameter body: Publishes. It gets the editor, an empty folder for temporary files, and a
  ///   closure that shows the steps.
  /// - Returns: The release.
  /// - Throws: `PublishError` if there is no store here, or if devices cannot see the release.
  ///   `TrustError` or `KeyError` if the root metadata or a key cannot be used. Rethrows what
  ///   `body` throws.
  @discardableResult
  func publish(
    _ body: @escaping (StoreEditor, Folder, PublishProgress) async throws -> Publication
  ) throws -> Publication {
    let (start, traffic) = (Date(), StoreTraffic())
    let publication = try edit(counting: traffic) { editor in
      try await publish(with: editor) { try await body(editor, $0, $1) }
    }
    try PublicationReport(publication, traffic, dryRun: isDryRun, since: start).print(as: output)
    return publication
  }

  /// Publishes a release with `body`, and reads it back from the public URL.
  func publish(
    with editor: StoreEditor, _ body: (Folder, PublishProgress) async throws -> Publication
  ) async throws -> Publication {
    let publication = try await withProgress(body)
    try await checkPublicURL(publication, editor)
    return publication
  }

  /// Runs `body` with an empty folder for temporary files, and shows its steps.
  func withProgress<Result>(
    _ body: (Folder, PublishProgress) async throws -> Result
  ) async throws -> Result {
    let progress = PublishProgress(output)
    defer { progress.finish() }
    return try await Folder.withScratchFolder(beside: ScratchFolder.path) {
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
