import ErosCore
import ErosCrypto
import ErosFiles
package import ErosTrust

/// The signing keys of a command, by key ID.
///
/// A key file is decrypted when a role first needs it.
package final class KeyRing: Sendable {
  package typealias Opening = @Sendable () throws -> any MetadataSigner

  /// The part of the command line that specifies a key, as messages name it.
  package enum Origin: Sendable, Hashable {
    /// Such as `--online 'online.key'`.
    case option(String)
    /// Such as `--keys 'keys'`.
    case folder(String)
  }

  private struct Entry: Sendable {
    var signer: (any MetadataSigner)?
    let origin: Origin?
    let open: Opening
  }

  /// A private key with no public file, so it must be read to learn its ID.
  private struct Unidentified: Sendable {
    let name: String
    let origin: Origin?
    let open: Opening
  }

  private let entries = Lock<[String: Entry]>([:])
  private let unidentified = Lock<[Unidentified]>([])
  /// Why private keys could not be read.
  private let unreadable = Lock<[Message]>([])

  package init() {}

  package convenience init(_ signers: [any MetadataSigner]) throws {
    self.init()
    for signer in signers { try add(signer) }
  }

  /// Adds a key in memory, or one that signs through a command.
  package func add(_ signer: any MetadataSigner, from origin: Origin? = nil) throws {
    let keyID = try signer.publicKey.trustKeyID()
    entries.withLock { $0[keyID] = Entry(signer: signer, origin: origin, open: { signer }) }
  }

  /// Adds a key to open on demand, unless the ring has it already.
  package func add(
    _ keyID: String, from origin: Origin? = nil, opening open: @escaping Opening
  ) {
    entries.withLock { entries in
      if entries[keyID] == nil {
        entries[keyID] = Entry(signer: nil, origin: origin, open: open)
      }
    }
  }

  /// Adds a private key with an unknown ID.
  ///
  /// It is read only if a role lacks a signature.
  ///
  /// - Parameters:
  ///   - name: The file of the key, as messages name it.
  ///   - origin: How the command line specifies it.
  ///   - open: Returns the signer. If it throws, the message about missing keys says why.
  package func addUnidentified(
    _ name: String, from origin: Origin? = nil, opening open: @escaping Opening
  ) {
    unidentified.withLock { $0.append(Unidentified(name: name, origin: origin, open: open)) }
  }

  func has(_ keyID: String) -> Bool { entries.withLock { $0[keyID] != nil } }

  /// Reads keys with unknown IDs until the ring has `count` of `keyIDs`.
  private func identify(_ keyIDs: [String], until count: Int) {
    while keyIDs.count(where: { has($0) }) < count {
      guard let file = unidentified.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else {
        return
      }
      do {
        try add(file.open(), from: file.origin)
      } catch {
        let reason = (error as? any ErosError)?.problem ?? "\(error)"
        unreadable.withLock { $0.append("'\(file.name)' cannot be used: \(reason)") }
      }
    }
  }

  /// Returns the signers that a role needs.
  ///
  /// - Parameters:
  ///   - keys: The keys of the role.
  ///   - role: Its name in errors.
  /// - Returns: One signer per required signature.
  /// - Throws: ``PublishError/missingKeys(role:found:needed:keyIDs:given:others:)`` if the ring
  ///   lacks keys, or ``KeyError`` if one cannot be used.
  func signers(
    for keys: RoleKeys, of role: String
  ) throws -> [any MetadataSigner] {
    identify(keys.keyIDs, until: keys.threshold)
    let available = keys.keyIDs.filter { has($0) }
    guard available.count >= keys.threshold else {
      throw PublishError.missingKeys(
        role: role, found: available.count, needed: keys.threshold,
        keyIDs: keys.keyIDs.filter { !has($0) }, given: others(than: keys))
    }
    return try available.prefix(keys.threshold).map { try signer($0) }
  }

  /// Returns how the command line specifies keys of other roles.
  private func others(than keys: RoleKeys) -> [Message] {
    let names = entries.withLock { entries in
      entries.filter { !keys.keyIDs.contains($0.key) }.compactMap { keyID, entry -> Message? in
        switch entry.origin {
        case .option(let text): "\(text) is the key \(keyID)"
        case .folder(let text): "\(text) has other keys"
        case nil: nil
        }
      }
    }
    return Set(names + unreadable.withLock { $0 }).sorted {
      inByteOrder($0.description, $1.description)
    }
  }

  /// Returns the signers of a top-level role.
  ///
  /// During an unfinished rotation, the new keys must sign. Retiring keys in the ring sign too, for
  /// devices with older root metadata.
  ///
  /// - Throws: ``PublishError/missingKeys(role:found:needed:keyIDs:given:others:)`` if the ring
  ///   lacks keys, ``KeyError`` if one cannot be used, or `TrustError.malformed` if root metadata
  ///   is.
  func signers(
    of role: TopLevelRole, under root: RootMetadata
  ) throws -> [any MetadataSigner] {
    let retiring = try root.retiringKeyIDs()
    var current = root[role]
    current.keyIDs.removeAll { retiring.contains($0) }
    if !retiring.isEmpty { identify(root[role].keyIDs, until: root[role].keyIDs.count) }
    let others = root[role].keyIDs.filter { retiring.contains($0) && has($0) }
    return try signers(for: current, of: role.rawValue)
      + others.prefix(current.threshold).map { try signer($0) }
  }

  /// Checks that the ring can sign a channel or the brake, with snapshot and timestamp.
  ///
  /// - Throws: ``PublishError/missingKeys(role:found:needed:keyIDs:given:others:)`` that names all
  ///   roles whose keys are missing, or `KeyError` if a key cannot be used.
  package func check(for role: DelegatedRole, under root: RootMetadata) throws {
    var missing = MissingKeys()
    _ = try missing.collect { try signers(for: role.keys, of: role.name.text) }
    for role in [TopLevelRole.snapshot, .timestamp] {
      _ = try missing.collect { try signers(of: role, under: root) }
    }
    try missing.check()
  }

  /// Returns enough signers from both versions, as root metadata needs them.
  ///
  /// - Throws: ``PublishError/missingKeys(role:found:needed:keyIDs:given:others:)`` if the ring
  ///   lacks keys, or ``KeyError`` if one cannot be used.
  func signers(
    of next: RootMetadata, replacing current: RootMetadata
  ) throws -> [any MetadataSigner] {
    var signers: [any MetadataSigner] = []
    var keys: Set<PublicKey> = []
    for root in [current, next] {
      for signer in try self.signers(for: root[.root], of: TopLevelRole.root.rawValue)
      where keys.insert(signer.publicKey).inserted { signers.append(signer) }
    }
    return signers
  }

  private func signer(_ keyID: String) throws -> any MetadataSigner {
    guard let entry = entries.withLock({ $0[keyID] }) else {
      preconditionFailure("the ring does not have the key")
    }
    if let signer = entry.signer { return signer }
    let signer = try entry.open()
    let actualID = try signer.publicKey.trustKeyID()
    guard actualID == keyID else { throw PublishError.otherKey(expected: keyID, found: actualID) }
    entries.withLock { $0[keyID]?.signer = signer }
    return signer
  }
}
