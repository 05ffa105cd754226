import ArgumentParser
import ErosCommandLine
import ErosCore
import ErosCrypto
import ErosFiles
import ErosPublish
import ErosStore
import ErosTrust
import SystemPackage

struct StoreInit: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Create a store of signed releases",
    discussion: """
      With --new-keys, also creates all keys, and writes root.json, which ships with the app:

        $ eros store init --store store --new-keys keys --channel my-app/production

      Otherwise pass the keys of each role; root.json is written into the current folder. Two root keys, \
      of three, sign together by default:

        $ eros store init --store s3://releases/app --root a.key --root b.key --root c.pub --targets t.key \
      --online env:ONLINE_KEY

      Without --store, the store is 'release.store' in the configuration of the project, or EROS_STORE. \
      The store is reached and checked before any key is created. The same call completes an \
      interrupted one, with the keys that it has created.
      """)

  @OptionGroup var selection: StoreSelection

  @Option(
    help: """
      A channel to add, such as my-app/production; with --new-keys (default: 'release.channel' in the \
      configuration, if that also names the store).
      """)
  var channel: ChannelName?

  @Flag(help: "Check the location and the keys, and create nothing.")
  var dryRun = false

  @OptionGroup var keys: StoreKeyOptions
  @OptionGroup var writer: StoreWriterOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if keys.newKeys == nil, channel != nil {
      throw ValidationError("--channel needs --new-keys; add a channel with `eros channel add`")
    }
  }

  func run() throws {
    let defaults = selection.project.defaults
    let selected = try defaults.store(selection.store.store)
    // The configuration's channel belongs to its own store.
    let channel =
      channel == nil && keys.newKeys != nil && selected.isConfigured
      ? try defaults.configuredChannel() : channel
    let target = Target(access: try writer.access(to: selected, output), channel: channel)
    if let newKeys = keys.newKeys { try Self.check(newKeys, isOutside: selected.location) }
    try Self.checkHasNoKeys(selected.location)
    let rootPath = (keys.newKeys.map { $0 + "/" } ?? "") + TrustedRoot.fileName
    let files = try waitFor { try await initialize(target, rootPath) }
    try StoreInitReport(target, dryRun: dryRun, root: rootPath, keys: files).print(as: output)
  }

  fileprivate struct Target {
    let access: StoreAccess
    /// The channel to add, if any.
    let channel: ChannelName?
  }

  /// Throws an error if the folder of keys is inside a store in a folder, whose files are public.
  private static func check(_ keys: String, isOutside store: StoreLocation) throws {
    guard case .folder(let folder) = store,
      try resolvedPath(allowingMissing: keys).starts(with: resolvedPath(allowingMissing: folder))
    else { return }
    throw CommandError.keysInsideStore(keys: keys, store: folder)
  }

  /// Throws an error if the store's folder contains private keys, because both folders were
  /// swapped.
  private static func checkHasNoKeys(_ store: StoreLocation) throws {
    guard case .folder(let path) = store, try FileStatus.ifExists(path)?.kind == .folder,
      try Folder(path).names().contains(where: { $0.hasSuffix(KeyFolder.privateSuffix) })
    else { return }
    throw CommandError.keysInsideStore(keys: path, store: path)
  }

  /// Creates the keys and the store, or only checks them in a dry run.
  ///
  /// Keys are not created for an existing store, or for a location that cannot be written.
  private func initialize(
    _ target: Target, _ rootPath: String
  ) async throws -> [NewStoreKeys.File] {
    if case .folder(let path) = target.access.location, try FileStatus.ifExists(path) == nil {
      guard try FileStatus.ifExists(rootPath) == nil else { throw CommandError.otherRoot(rootPath) }
      // A dry run does not create the folder.
      if dryRun { return try keys.check(for: target.channel) }
    }
    return try await target.access.withStore(creating: !dryRun) { store in
      try await check(store, rootPath)
      return try dryRun ? keys.check(for: target.channel) : await create(store, target, rootPath)
    }
  }

  /// Refuses an existing store, a store that fails the probe, and a folder with another store's
  /// root metadata.
  private func check(_ store: any ObjectStore, _ rootPath: String) async throws {
    try await StoreCreation.checkIsNew(store)
    if try FileStatus.ifExists(rootPath) != nil {
      let limit = TrustLimits.standard.rootBytes
      let key = StoreLayout.metadata(TopLevelRole.root.rawValue, version: 1)
      // An interrupted call has left the root metadata of this store.
      guard try await store.read(key, limit: limit)?.bytes == readWholeFile(rootPath, limit: limit)
      else { throw CommandError.otherRoot(rootPath) }
    }
    if !writer.singlePublisher, !dryRun { try await StoreProbe(store).check(at: .now()) }
  }

  private func create(
    _ store: any ObjectStore, _ target: Target, _ rootPath: String
  ) async throws -> [NewStoreKeys.File] {
    let set = try keys.set(for: target.channel)
    do {
      let first = target.channel.flatMap { name in set.channel.map { (name, [$0]) } }
      _ = try await StoreCreation.create(
        store, set.roles, channel: first, keys: set.ring, now: Timestamp.now().milliseconds
      ) { try writeWholeFile($0, to: rootPath) }
    } catch {
      if let newKeys = keys.newKeys {
        output.warn(
          "the store is not complete; its keys are in '\(newKeys.escapedForDisplay)', where the same command finds them again"
        )
      }
      throw error
    }
    return set.files
  }
}

private struct StoreInitReport: Report {
  let store: String
  let root: String
  let channel: String?
  let keys: [NewStoreKeys.File]
  let dryRun: Bool

  init(_ target: StoreInit.Target, dryRun: Bool, root: String, keys: [NewStoreKeys.File]) {
    store = "\(target.access.location)"
    self.root = root
    channel = target.channel?.description
    self.keys = keys
    self.dryRun = dryRun
  }

  func text(_ style: TextStyle) -> String {
    var table = TextTable()
    table.add(dryRun ? "would create" : "store", style.bold(store.escapedForDisplay))
    if let channel { table.add("channel", channel) }
    table.add("root metadata", root.escapedForDisplay + ": ship it with the app")
    for key in keys { table.add(key.file.escapedForDisplay, key.storage) }
    return table.text
  }
}
