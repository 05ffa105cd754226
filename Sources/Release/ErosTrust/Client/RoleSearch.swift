/// The search for a target through the roles, in preorder.
struct RoleSearch {
  /// A role and the role that delegates to it.
  struct Delegation: Hashable {
    let role: RoleName
    /// The delegating role, or `nil` if root metadata lists the role's keys.
    let delegator: RoleName?
  }

  /// The path of the target, or `nil` to load only the targets role.
  let path: String?
  /// The roles to visit; the last element is visited next.
  var pending = [Delegation(role: .targets, delegator: nil)]
  var visited: Set<RoleName> = []
  /// The length of the metadata that was read, in bytes.
  var readBytes = 0
}
