/// Searches for a target through the roles, in preorder.
struct RoleSearch {
  struct Delegation: Hashable {
    let role: RoleName
    /// `nil` for a role whose keys are in root metadata.
    let delegator: RoleName?
  }

  /// `nil` loads only the targets role.
  let path: String?
  /// The last element is visited next.
  var pending = [Delegation(role: .targets, delegator: nil)]
  var visited: Set<RoleName> = []
  /// Bytes of metadata read so far.
  var readBytes = 0
}
