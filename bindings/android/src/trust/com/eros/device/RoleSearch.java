package com.eros.device;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Section 5.6 of the TUF specification: the search for a target through the roles, in preorder. */
final class RoleSearch {
  /** A role and the role that delegates to it, or {@code null} if root metadata lists its keys. */
  private static final class Delegation {
    final String role;
    final String delegator;

    Delegation(String role, String delegator) {
      this.role = role;
      this.delegator = delegator;
    }
  }

  /** The trusted metadata by role. */
  final Map<String, TargetsMetadata> targets = new HashMap<String, TargetsMetadata>();
  private final TrustUpdate update;
  /** The roles whose stored files were verified in this update. */
  private final Set<String> accepted = new HashSet<String>();
  /** The length of the metadata that the search has read, in bytes. */
  private int readBytes;

  RoleSearch(TrustUpdate update) {
    this.update = update;
  }

  /**
   * Searches for a target; without a path, only loads the targets role.
   *
   * <p>Only the metadata of one search is kept in memory.
   *
   * @return the target, or {@code null} if no trusted role lists the path
   */
  TargetFile find(String path) throws ErosException {
    targets.keySet().retainAll(Collections.singletonList(RoleName.TARGETS));
    readBytes = 0;
    List<Delegation> pending = new ArrayList<Delegation>();
    pending.add(new Delegation(RoleName.TARGETS, null));
    Set<String> visited = new HashSet<String>();
    while (!pending.isEmpty() && visited.size() <= update.limits.searchedRoles) {
      Delegation delegation = pending.remove(pending.size() - 1);
      if (!visited.add(delegation.role)) continue;
      if (!targets.containsKey(delegation.role)) load(delegation);
      TargetFile found = path == null ? null : targets.get(delegation.role).targets.get(path);
      if (found != null) return found;
      if (path != null) addChildren(delegation.role, path, pending);
    }
    return null;
  }

  /** Adds the roles that the path is delegated to; the last one is visited next. */
  private void addChildren(String role, String path, List<Delegation> pending) {
    List<Delegation> children = new ArrayList<Delegation>();
    for (DelegatedRole child : targets.get(role).roles) {
      if (!child.contains(path)) continue;
      children.add(new Delegation(child.name, role));
      if (child.isTerminating) {
        pending.clear();
        break;
      }
    }
    Collections.reverse(children);
    pending.addAll(children);
  }

  /** Loads the metadata of a role from the stored files or from the store. */
  private void load(Delegation delegation) throws ErosException {
    String role = delegation.role;
    if (!RoleName.hasValidLength(role)) throw TrustException.nameTooLong(role);
    String file = RoleName.file(role);
    MetadataReference reference = update.snapshot().references.get(role);
    if (reference == null) throw TrustException.notInSnapshot(file);
    byte[] known = update.stored().contents(file);
    try {
      if (known != null) {
        accept(known, delegation, reference, file);
        return;
      }
    } catch (TrustException error) {
      // If another delegator does not trust a file of this update, the file stays untrusted.
      if (accepted.contains(role)) throw error;
    }
    String path = update.path(file, reference);
    byte[] bytes = update.read(path, reference, update.limits.bytes(role));
    accept(bytes, delegation, reference, path);
    update.stored().store(file, bytes);
  }

  /** Verifies the metadata of a role and trusts it. */
  private void accept(byte[] bytes, Delegation delegation, MetadataReference reference, String file)
      throws TrustException {
    if (!reference.matches(bytes)) throw TrustException.mismatch(file, TrustUpdate.SNAPSHOT);
    int limit = update.limits.searchBytes;
    if (bytes.length > limit - readBytes) throw TrustException.tooMuch(file, limit);
    readBytes += bytes.length;
    SignedMetadata signed = new SignedMetadata(bytes, RoleName.TARGETS, file);
    if (delegation.delegator == null) {
      RootMetadata root = update.root();
      TrustUpdate.check(signed, root.role(RoleName.TARGETS), root.keys, file);
    } else {
      TargetsMetadata delegator = targets.get(delegation.delegator);
      TrustUpdate.check(signed, delegator.role(delegation.role).keys, delegator.keys, file);
    }
    TrustUpdate.checkVersion(signed.contents, reference, file, TrustUpdate.SNAPSHOT);
    update.checkExpiry(signed.contents, file);
    targets.put(delegation.role, (TargetsMetadata) signed.contents);
    accepted.add(delegation.role);
  }
}
