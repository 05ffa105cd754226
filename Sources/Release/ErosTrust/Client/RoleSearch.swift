/// The search for a target through the roles, in preorder.
struct RoleSearch {
  /// A role, and the role that delegates to it.
  struct Delegation: Hashable {
    let role: RoleName
    /// The delegating role; `nil` if root metadata lists the keys of the role.
    let delegator: RoleName?
  }

  /// The target; `nil` to load only the targets role.
  let path: String?
  /// The roles to visit, the next one last.
  var pending = [Delegation(role: .targets, delegator: nil)]
  var visited: Set<RoleName> = []
  /// The number of bytes of the metadata that was read.
  var readBytes = 0

  init(path: String?) { self.path = path }
}
