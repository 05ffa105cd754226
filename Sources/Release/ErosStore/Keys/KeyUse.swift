import ErosCrypto
import ErosTrust

/// The roles that each key of a store signs for.
///
/// A stolen key must compromise only one role. The online key and the keys of channels are in CI;
/// the keys of root and targets are offline. So no key is used for two of root, targets, online,
/// the brake and the channels. Several channels may share a key.
struct KeyUse {
  private enum Group {
    case root, targets, online, brake, channel
  }

  private var uses: [String: (group: Group, role: String)] = [:]

  /// The keys of root metadata, of the channels and of a new brake.
  ///
  /// - Throws: The errors of keys.
  init(_ root: RootMetadata, _ targets: TargetsMetadata? = nil, brake: [PublicKey] = []) throws {
    for key in brake { uses[try key.trustKeyID()] = (.brake, RotatedRole.brake.name) }
    for role in targets?.delegations?.roles ?? [] {
      add(role.keys, role.name == Brake.role ? .brake : .channel, role.name.text)
    }
    add(root[.timestamp], .online, "online")
    add(root[.snapshot], .online, "online")
    add(root[.targets], .targets, "targets")
    add(root[.root], .root, "root")
  }

  private mutating func add(_ keys: RoleKeys, _ group: Group, _ role: String) {
    for keyID in keys.keyIDs { uses[keyID] = (group, role) }
  }

  /// Checks that the new keys of a role are not used for another role.
  ///
  /// - Throws: ``PublishError/keyInUse(keyID:role:newRole:)``, and the errors of keys.
  func check(_ newKeys: [PublicKey], for role: RotatedRole) throws {
    let group: Group =
      switch role {
      case .root: .root
      case .targets: .targets
      case .online: .online
      case .brake: .brake
      case .channel: .channel
      }
    for key in newKeys {
      let keyID = try key.trustKeyID()
      if let use = uses[keyID], use.group != group {
        throw PublishError.keyInUse(keyID: keyID, role: use.role, newRole: role.name)
      }
    }
  }
}
