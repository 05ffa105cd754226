import ArgumentParser
import ErosCore
import ErosCrypto
import ErosFiles
import ErosPublish
import ErosStore
import ErosTrust

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

struct StoreInit: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Create a store of signed releases",
    discussion: """
      With --new-keys, also creates all keys, and writes root.json, which ships with the app:

        $ eros store init store --new-keys keys --channel my-app/production

      Otherwise pass the keys of each role. Two root keys, of three, sign together by default:

        $ eros store init s3://releases/app --root a.key --root b.key --root c.pub --targets t.key \
      --online env:ONLINE_KEY

      An interrupted call is completed by the same call.
      """)

  @Argument(help: "The store: a folder, or s3://BUCKET/PREFIX.")
  var store: StoreLocation

  @Option(help: "Create all keys in this folder, which is created if missing.")
  var newKeys: String?

  @Flag(help: "Encrypt the new keys with a passphrase.")
  var passphrase = false

  @Option(help: "A channel to add, such as my-app/production; with --new-keys.")
  var channel: ChannelName?

  @Option(name: .customLong("root"), help: "A root key, as a file or env:NAME; can be repeated.")
  var rootKeys: [String] = []

  @Option(help: "The number of root keys that must sign (default: 2, or 1 for one key).")
  var threshold: Int?

  @Option(help: "The key that signs the list of channels, as a file or env:NAME.")
  var targets: String?

  @Option(help: "The key that signs the snapshot and the timestamp, as a file or env:NAME.")
  var online: String?

  @Option(help: "A shell command that signs with the keys of which only the public key is given.")
  var signer: String?

  @Flag(help: "Use a store without conditional writes; only one publisher may use it.")
  var singlePublisher = false

  @OptionGroup var bucket: BucketOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if newKeys != nil, !rootKeys.isEmpty || targets != nil || online != nil || threshold != nil {
      throw ValidationError("--new-keys cannot be combined with --root, --targets or --online")
    }
    if newKeys == nil {
      guard !rootKeys.isEmpty, targets != nil, online != nil else {
        throw ValidationError("pass --new-keys, or --root, --targets and --online")
      }
      guard channel == nil else {
        throw ValidationError("--channel needs --new-keys; add a channel with `eros channel add`")
      }
      guard passphrase == false else { throw ValidationError("--passphrase needs --new-keys") }
    }
    if let threshold, !(1...rootKeys.count).contains(threshold) {
      throw ValidationError("--threshold must be from 1 to the number of root keys")
    }
  }

  func run() throws {
    let command = self
    // Keys are not created for a store that exists.
    let rootPath = (newKeys.map { $0 + "/" } ?? "") + KeyFolder.rootName
    try waitFor { try await command.checkIsNew(rootPath) }
    let set = try keySet()
    try waitFor { try await command.create(set, rootPath) }
    try StoreInitReport(store: "\(store)", root: rootPath, channel: channel, keys: set.files)
      .print(as: output)
  }

  /// Refuses a store that exists, and a folder with the root metadata of another store.
  private func checkIsNew(_ rootPath: String) async throws {
    try await bucket.withStore(at: store, creating: true) { store in
      guard try await store.status(of: StoreLayout.timestamp) == nil else {
        throw PublishError.storeExists(store.location)
      }
      guard try FileStatus.ifExists(rootPath) != nil else { return }
      let limit = TrustLimits.standard.rootBytes
      let key = StoreLayout.metadata(TopLevelRole.root.rawValue, version: 1)
      // An interrupted call has left the root metadata of this store.
      guard try await store.read(key, limit: limit)?.bytes == readWholeFile(rootPath, limit: limit)
      else { throw CommandError.otherRoot(rootPath) }
    }
  }

  private func create(_ set: NewStoreKeys, _ rootPath: String) async throws {
    try await bucket.withStore(at: store, creating: true) { store in
      let date = Timestamp(Date())
      if !singlePublisher { try await StoreProbe.check(store, at: date) }
      let first = channel.flatMap { name in set.channel.map { (name, [$0]) } }
      _ = try await StoreEditor.create(
        store, set.roles, channel: first, keys: set.ring, now: date.milliseconds
      ) { try writeWholeFile($0, to: rootPath) }
    }
  }

  // MARK: - Keys

  private func keySet() throws -> NewStoreKeys {
    guard let newKeys else { return try givenKeys() }
    let source = PassphraseSource()
    guard passphrase || !source.isSet else { throw KeyError.unusedPassphrase }
    var secret = passphrase ? try source.newPassphrase() : nil
    defer { secret?.cleanse() }
    return try NewStoreKeys(creatingIn: newKeys, channel: channel, passphrase: secret)
  }

  private func givenKeys() throws -> NewStoreKeys {
    var options = KeyOptions()
    options.list = []
    options.keys = nil
    options.online = nil
    options.signer = signer
    let all = rootKeys + [targets, online].compactMap { $0 }
    let roles = StoreKeys(
      root: try rootKeys.map { try KeyOptions.publicKey($0) },
      threshold: threshold ?? min(2, rootKeys.count),
      targets: try [targets].compactMap { $0 }.map { try KeyOptions.publicKey($0) },
      online: try [online].compactMap { $0 }.map { try KeyOptions.publicKey($0) })
    return NewStoreKeys(
      roles: roles, channel: nil, ring: try options.ring(ofAvailable: all), files: [])
  }
}

private struct StoreInitReport: Report {
  let store: String
  let root: String
  @OrNull var channel: String?
  let keys: [NewStoreKeys.File]

  init(store: String, root: String, channel: ChannelName?, keys: [NewStoreKeys.File]) {
    self.store = store
    self.root = root
    self.channel = channel?.description
    self.keys = keys
  }

  func text(_ style: TextStyle) -> String {
    var table = TextTable()
    table.add("store", style.bold(store.escapedForDisplay))
    if let channel { table.add("channel", channel) }
    table.add("root metadata", root.escapedForDisplay + ": ship it with the app")
    for key in keys { table.add(key.file.escapedForDisplay, key.storage) }
    return table.text
  }
}
