import ErosCore
import ErosCrypto
import ErosFiles
import ErosPublish
import ErosTrust
import SystemPackage

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The keys of a new store.
struct NewStoreKeys: Sendable {
  /// A file of a new key, and the advice on where to keep it.
  struct File: Encodable, Sendable {
    let file: String
    let role: String
    let keyID: String
    let storage: String
  }

  private static let rootCount = 3
  private static let threshold = 2

  let roles: StoreKeys
  /// The key of the first channel.
  let channel: PublicKey?
  let ring: KeyRing
  let files: [File]

  init(roles: StoreKeys, channel: PublicKey?, ring: KeyRing, files: [File]) {
    self.roles = roles
    self.channel = channel
    self.ring = ring
    self.files = files
  }

  /// Creates the keys in a folder; keys of an interrupted call are used again.
  init(creatingIn folder: String, channel: ChannelName?, passphrase: [UInt8]?) throws {
    var files: [File] = []
    func key(_ name: String, _ role: String, _ storage: String) throws -> PublicKey {
      let path = folder + "/" + name
      let isPresent = try ["key", "pub"].map { try FileStatus.exists("\(path).\($0)") }
      let key =
        isPresent == [true, true]
        ? try KeyOptions.publicKey(path + ".pub")
        : try KeyPair.create(name, in: folder, passphrase: passphrase).publicKey
      files.append(
        File(file: path + ".key", role: role, keyID: try key.trustKeyID(), storage: storage))
      return key
    }
    let offline =
      "keep it offline, each root key with another person; it signs the keys of all roles"
    let root = try (1...Self.rootCount).map { try key("root-\($0)", "root", offline) }
    let targets = try key("targets", "targets", "keep it offline; it signs the list of channels")
    let online = try key(
      "online", "online", "keep it in the CI and in the cron job that runs `eros store refresh`")
    let own = try channel.map {
      try key($0.role, "channel", "keep it in the CI that publishes to \($0)")
    }
    let ring = KeyRing()
    try KeyFolder(folder).add(to: ring, signer: nil, passphrase: passphrase)
    self.init(
      roles: StoreKeys(
        root: root, threshold: Self.threshold, targets: [targets], online: [online]),
      channel: own, ring: ring, files: files)
  }
}

extension FileStatus {
  /// Returns whether an item of this path exists.
  fileprivate static func exists(_ path: String) throws(FileError) -> Bool {
    do throws(FileError) {
      _ = try FileStatus(of: path, followingSymlinks: false)
      return true
    } catch  where error.reason == .noSuchFileOrDirectory {
      return false
    }
  }
}

extension KeyOptions {
  /// Returns the keys that can sign; public ones without a signing command are left out.
  func ring(ofAvailable arguments: [String]) throws -> KeyRing {
    let environment = ProcessInfo.processInfo.environment
    let usable = try arguments.filter { argument in
      var file = try KeyFile(KeySource(argument), environment: environment)
      defer { file.cleanse() }
      return file.kind != .publicKey || signer != nil
    }
    return try ring(adding: usable)
  }
}
