import ErosCore
import ErosCrypto
import ErosFiles
import ErosPublish
import ErosStore
import ErosTrust
import SystemPackage

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

struct NewStoreKeys: Sendable {
  /// A new key's file, and advice on where to keep it.
  struct File: Encodable, Sendable {
    let file: String
    let role: String
    /// The key's ID, or `nil` if a dry run would create it.
    let keyID: String?
    let storage: String
  }

  private static let threshold = 2

  var roles: StoreKeys
  let channel: PublicKey?
  let ring: KeyRing
  let files: [File]
}

extension NewStoreKeys {
  /// Creates the keys in a folder.
  ///
  /// Keys from an interrupted call are reused.
  init(creatingIn folder: String, channel: ChannelName?, passphrase: [UInt8]?) throws {
    var files: [File] = []
    func key(_ plan: Plan) throws -> PublicKey {
      let path = folder + "/" + plan.name
      let key =
        try plan.exists(in: folder)
        ? try KeyOptions.publicKey(path + KeyFolder.publicSuffix)
        : try KeyPair.create(plan.name, in: folder, passphrase: passphrase).publicKey
      files.append(plan.file(in: folder, keyID: try key.trustKeyID()))
      return key
    }
    let root = try Plan.root.map { try key($0) }
    let targets = try key(.targets)
    let online = try key(.online)
    let channelKey = try channel.map { try key(.channel($0)) }
    let ring = KeyRing()
    try KeyFolder(folder).add(to: ring, signer: nil, passphrase: passphrase)
    self.init(
      roles: StoreKeys(
        root: root, threshold: Self.threshold, targets: [targets], online: [online]),
      channel: channelKey, ring: ring, files: files)
  }

  /// Returns the files that ``init(creatingIn:channel:passphrase:)`` would create or use.
  static func planned(in folder: String, channel: ChannelName?) throws -> [File] {
    let plans = Plan.root + [.targets, .online] + (channel.map { [.channel($0)] } ?? [])
    return try plans.map { plan in
      let keyID =
        try plan.exists(in: folder)
        ? try KeyOptions.publicKey(
          "\(folder)/\(plan.name)\(KeyFolder.publicSuffix)"
        ).trustKeyID() : nil
      return plan.file(in: folder, keyID: keyID)
    }
  }
}

/// A key that is created if it is missing.
private struct Plan {
  let name: String
  let role: String
  let storage: String

  static let root = (1...3).map {
    Plan(
      name: "root-\($0)", role: "root",
      storage: "keep it offline, each root key with another person; it signs the keys of all roles")
  }
  static let targets = Plan(
    name: "targets", role: "targets", storage: "keep it offline; it signs the list of channels")
  static let online = Plan(
    name: "online", role: "online",
    storage: "keep it in the CI and in the cron job that runs `eros store refresh`")

  static func channel(_ channel: ChannelName) -> Plan {
    Plan(
      name: channel.role, role: "channel",
      storage: "keep it in the CI that publishes to \(channel)")
  }

  /// Returns `true` if both files of the key exist.
  func exists(in folder: String) throws -> Bool {
    try [KeyFolder.privateSuffix, KeyFolder.publicSuffix].allSatisfy {
      try FileStatus.ifExists("\(folder)/\(name)\($0)", followingSymlinks: false) != nil
    }
  }

  func file(in folder: String, keyID: String?) -> NewStoreKeys.File {
    NewStoreKeys.File(
      file: "\(folder)/\(name)\(KeyFolder.privateSuffix)", role: role, keyID: keyID,
      storage: storage)
  }
}
