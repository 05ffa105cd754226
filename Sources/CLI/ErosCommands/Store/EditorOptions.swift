import ArgumentParser
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

struct EditorOptions: ParsableArguments {
  @OptionGroup var keys: KeyOptions
  @OptionGroup var trust: TrustOptions
  @OptionGroup var bucket: BucketOptions

  @Flag(help: "Write to a store without conditional writes; only one publisher may use it.")
  var singlePublisher = false

  @Flag(help: "Sign although the metadata of the store is later than the clock of this machine.")
  var trustClock = false

  @Flag(help: "Do everything except write to the store.")
  var dryRun = false

  @OptionGroup var output: OutputOptions

  /// Runs `body` with an editor for a store, and waits for its result.
  ///
  /// - Parameters:
  ///   - selected: The store.
  ///   - channel: The channel, which commands in remedies name.
  ///   - ring: The keys. By default, those that ``keys`` names.
  ///   - more: Further arguments with private keys.
  ///   - traffic: Counts the requests.
  ///   - isRepair: Pass `true` if the store may lack its timestamp. `body` then needs root metadata
  ///     that does not come from the store.
  ///   - replacesOnlineKey: Pass `true` to repair the store if its timestamp is missing.
  ///   - body: The change.
  /// - Returns: What `body` returns.
  /// - Throws: `PublishError` if there is no store here. `TrustError` or `KeyError` if the root
  ///   metadata or a key cannot be used. `StoreError` or `TransportError` if the store does not
  ///   answer as it must. Rethrows what `body` throws.
  func edit<Result>(
    _ selected: ReleaseDefaults.Store, of channel: ChannelName? = nil, with ring: KeyRing? = nil,
    adding more: [String] = [], counting traffic: StoreTraffic? = nil,
    isRepair: Bool = false, replacesOnlineKey: Bool = false,
    _ body: @escaping (StoreEditor) async throws -> Result
  ) throws -> Result {
    let options = self
    nonisolated(unsafe) let body = body
    return try AdvisedError.naming(AdvisedStore(selected, self), of: channel) {
      try waitFor {
        try await options.bucket.options(for: selected).withStore(
          at: selected.location, retries: options.output.retries,
          isSinglePublisher: options.singlePublisher
        ) { store in
          let counted: any ObjectStore = traffic.map { CountingStore(store, $0) } ?? store
          let isMissing = try await counted.status(of: StoreLayout.timestamp) == nil
          // Nothing is written to a location that is not a store.
          if isMissing {
            let error = try await StoreEditor.missingTimestamp(counted)
            guard isRepair || replacesOnlineKey, error.isMissingTimestamp else { throw error }
          }
          // The store is damaged, so its own root metadata is not trusted either.
          if isRepair || isMissing,
            try !options.trust.isGiven(keys: options.keys.folder, configured: selected.root)
          {
            throw TrustError.noRoot
          }
          let root = try await options.trust.root(
            of: store, keys: options.keys.folder, configured: selected.root, options.output)
          if !options.dryRun, !options.singlePublisher {
            try await StoreProbe(counted).check(at: Timestamp(Date()))
          }
          let target: any ObjectStore = options.dryRun ? DryRunStore(counted) : counted
          let editor = StoreEditor(
            target, keys: try ring ?? options.keys.ring(adding: more), pinnedRoot: root,
            now: Timestamp(Date()).milliseconds, trustsClock: options.trustClock)
          return try await options.trust.explainingErrors(
            keys: options.keys.folder, configured: selected.root, of: "\(selected.location)"
          ) {
            try await body(editor)
          }
        }
      }
    }
  }

  /// Checks that keys can sign a channel, before work that takes long.
  ///
  /// - Throws: `KeyError` or `PublishError` if they cannot. `StoreError` or `TransportError` if the
  ///   store does not answer as it must.
  func check(
    _ keys: KeyRing, for channel: ChannelName, in selected: ReleaseDefaults.Store
  ) throws {
    // The publication repeats the warnings, and probes the store.
    var options = self
    options.dryRun = true
    options.output.quiet = true
    try options.edit(selected, of: channel, with: keys) {
      try await $0.releases.checkKeys(of: channel)
    }
  }

  /// Publishes a release with `body`, reads it back from the public URL, and prints the report.
  ///
  /// - Parameters:
  ///   - selected: The store.
  ///   - channel: The channel.
  ///   - keys: The keys. By default, those that ``keys`` names.
  ///   - findings: Findings about the bundle, for the report.
  ///   - sourceMaps: The source maps that were kept, for the report.
  ///   - body: Publishes. It gets the editor, an empty folder for temporary files, and a closure
  ///     that shows the steps.
  /// - Returns: The release.
  /// - Throws: `PublishError` if there is no store here, or if devices cannot see the release.
  ///   `TrustError` or `KeyError` if the root metadata or a key cannot be used. Rethrows what
  ///   `body` throws.
  @discardableResult
  func publish(
    to selected: ReleaseDefaults.Store, of channel: ChannelName, with keys: KeyRing? = nil,
    findings: [Finding] = [],
    sourceMaps: PublishSourceMaps.Outcome? = nil,
    _ body:
      @escaping (
        StoreEditor, Folder, @escaping @Sendable (PublishStep) -> Void
      ) async throws -> Publication
  ) throws -> Publication {
    let start = Date()
    let traffic = StoreTraffic()
    let options = self
    let publication = try PublishProgress.show(output) { progress in
      try options.edit(selected, of: channel, with: keys, counting: traffic) { editor in
        let publication = try await Folder.withScratchFolder(beside: ScratchFolder.path) {
          try await body(editor, $0, progress)
        }
        try await options.checkPublicURL(publication, editor)
        return publication
      }
    }
    try PublicationReport(
      publication, traffic, findings: findings, sourceMaps: sourceMaps, dryRun: dryRun, since: start
    ).print(as: output)
    return publication
  }

  /// Checks that devices can install a release from the store's URL, if it is known.
  ///
  /// - Throws: ``PublishError/notVisible(location:reason:)`` if they cannot.
  func checkPublicURL(_ publication: Publication, _ editor: StoreEditor) async throws {
    guard !dryRun, let url = publication.publicURL else { return }
    let address = try WebAddress(url)
    try await HTTPTransport.with(.program) { transport in
      let reader = HTTPReader(address, over: transport)
      try await PublicCheck(reader, pinnedRoot: editor.pinnedRoot, now: editor.now)
        .check(publication)
    }
  }
}

extension AdvisedStore {
  /// The store of a command that signs, with the options that you passed.
  init(_ store: ReleaseDefaults.Store, _ options: EditorOptions) throws {
    let folder = options.keys.folder
    try self.init(
      store, keys: options.keys.keys ?? (folder == nil ? Self.keys : nil),
      root: options.trust.advisedFile(outside: folder, configured: store.root), options.bucket)
  }
}
