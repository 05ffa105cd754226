import ErosCommandLine
import ErosCore
import ErosPublish
import ErosStore

extension AdvisedStore {
  /// Stands for a folder of keys that the command line does not name.
  static let keys = "KEYS"
  /// Stands for root metadata that neither the command line nor the configuration names.
  static let root = "ROOT"

  /// The store of a command that only reads, with the options that you passed.
  init(
    _ store: ReleaseDefaults.Store, _ trust: ReaderTrustOptions, _ bucket: BucketOptions
  ) throws {
    let folder = ReleaseDefaults.keys(trust.keys)
    try self.init(
      store, keys: trust.keys ?? (folder == nil ? Self.keys : nil),
      root: trust.trust.advisedFile(outside: folder, configured: store.root), bucket)
  }

  /// - Parameters:
  ///   - store: The store.
  ///   - keys: The folder of keys, or `nil` if the environment names it.
  ///   - root: The root metadata, unless it is in the folder of keys.
  ///   - bucket: How to reach a bucket.
  init(
    _ store: ReleaseDefaults.Store, keys: String?, root: String?, _ bucket: BucketOptions
  ) {
    let files = [("--keys", keys), ("--root", root)].compactMap { name, value in
      value.map { "\(name) \($0.shellQuoted)" }
    }
    self.init(
      store.location.isWeb ? nil : "\(store.location)",
      options: files + bucket.options(for: store).arguments(for: store.location),
      placeholders: ["--keys \(Self.keys)", "--root \(Self.root)"])
  }
}

extension OutputOptions {
  func explainPlaceholders(in commands: [String]) {
    if commands.contains(where: { $0.contains(AdvisedStore.placeholder) }) {
      note("STORE is the folder or the bucket that the web server delivers")
    }
    if commands.contains(where: { $0.contains("--keys \(AdvisedStore.keys)") }) {
      note("KEYS is the folder of the keys that sign the metadata")
    }
    if commands.contains(where: { $0.contains("--root \(AdvisedStore.root)") }) {
      note("ROOT is the root.json that `eros store init` has written for this store")
    }
    if commands.contains(where: { $0.contains("--channel \(AdvisedStore.channelPlaceholder)") }) {
      note("APP/CHANNEL is a channel of the store")
    }
  }
}

extension [Finding] {
  var remedies: [String] { compactMap(\.remedy?.description) }
}

extension StoreLocation {
  /// `true` if no command can change the store here.
  var isWeb: Bool {
    if case .web = self { true } else { false }
  }
}
