import ArgumentParser
import ErosCore
import ErosCrypto
import ErosPublish
import ErosStore
import ErosTrust

/// The keys of a new store: keys that are created, or the keys of each role.
struct StoreKeyOptions: TitledOptions {
  static let title = KeyOptions.title

  @Option(help: "Create all keys in this folder, which is created if missing.")
  var newKeys: String?

  @Flag(help: "Encrypt the new keys with a passphrase.")
  var passphrase = false

  @Option(name: .customLong("root"), help: "A root key, as a file or env:NAME; can be repeated.")
  var rootKeys: [String] = []

  @Option(help: "The number of root keys that must sign (default: 2, or 1 for one key).")
  var threshold: Int?

  @Option(help: "The key that signs the list of channels, as a file or env:NAME.")
  var targets: String?

  @OptionGroup var signing: SigningOptions

  @Option(
    help: """
      A key that can only pause releases, lower rollouts and follow signed plans, as a file or env:NAME.
      """,
    completion: .file(extensions: ["key", "pub"]))
  var brake: String?

  func validate() throws {
    let online = signing.online
    if newKeys != nil, !rootKeys.isEmpty || targets != nil || online != nil || threshold != nil {
      throw ValidationError("--new-keys cannot be combined with --root, --targets or --online")
    }
    if newKeys == nil {
      guard !rootKeys.isEmpty, targets != nil, online != nil else {
        throw ValidationError("pass --new-keys, or --root, --targets and --online")
      }
      guard passphrase == false else { throw ValidationError("--passphrase needs --new-keys") }
    }
    if let threshold, !(1...rootKeys.count).contains(threshold) {
      throw ValidationError("--threshold must be from 1 to the number of root keys")
    }
  }

  /// Returns the keys of a store with the channel, if there is one.
  ///
  /// New keys are created.
  func set(for channel: ChannelName?) throws -> NewStoreKeys {
    guard let newKeys else { return try givenKeys() }
    let source = PassphraseSource()
    guard passphrase || !source.isSet else { throw KeyError.unusedPassphrase }
    var secret = passphrase ? try source.newPassphrase() : nil
    defer { secret?.cleanse() }
    var set = try NewStoreKeys(creatingIn: newKeys, channel: channel, passphrase: secret)
    set.roles.brake = try Self.publicKeys([brake])
    return set
  }

  /// Checks the keys, and returns the files that would be created.
  func check(for channel: ChannelName?) throws -> [NewStoreKeys.File] {
    if let newKeys { return try NewStoreKeys.planned(in: newKeys, channel: channel) }
    let set = try givenKeys()
    try StoreCreation.checkKeys(set.roles, keys: set.ring)
    return set.files
  }

  private func givenKeys() throws -> NewStoreKeys {
    var options = KeyOptions()
    (options.list, options.keys, options.signing) = ([], nil, signing)
    options.signing.online = nil
    let online = signing.online
    let all = rootKeys + [targets, online, brake].compactMap(\.self)
    let roles = StoreKeys(
      root: try Self.publicKeys(rootKeys), threshold: threshold ?? min(2, rootKeys.count),
      targets: try Self.publicKeys([targets]), online: try Self.publicKeys([online]),
      brake: try Self.publicKeys([brake]))
    return NewStoreKeys(
      roles: roles, channel: nil, ring: try options.ring(adding: all, usesSigner: true), files: [])
  }

  private static func publicKeys(_ arguments: [String?]) throws -> [PublicKey] {
    try arguments.compactMap(\.self).map { try KeyOptions.publicKey($0) }
  }
}
