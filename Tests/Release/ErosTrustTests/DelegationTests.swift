import ErosCore
import ErosCrypto
import Testing

@testable import ErosTrust

@Suite("Delegated roles")
struct DelegationTests {
  private func patterns(_ texts: String...) -> DelegatedRole.Paths {
    .patterns(texts.map { PathPattern($0) })
  }

  /// Publishes all targets metadata of a repository, delegated roles first.
  private func publishAll(_ repository: inout TestRepository) throws {
    for role in repository.roleNames { try repository.publish(role) }
    try repository.publish("snapshot", "timestamp")
  }

  @Test("roles are searched in preorder, and only those that may name the target")
  func preorder() throws {
    var repository = try TestRepository()
    try repository.delegate("a", paths: patterns("x/*"))
    try repository.delegate("a1", from: "a", paths: patterns("*/*"))
    try repository.delegate("skipped", paths: patterns("y/*"))
    try repository.delegate("b", paths: patterns("x/*"))
    try repository.addTarget("x/file", to: "b")
    try repository.addTarget("x/file", to: "skipped")
    try publishAll(&repository)
    var device = TestDevice(repository)
    let update = try device.update(from: repository, find: "x/file")
    #expect(update.target?.role == "b")
    #expect(device.requests.suffix(3) == ["1.a.json", "1.a1.json", "1.b.json"])
  }

  @Test("a terminating role ends the search")
  func terminating() throws {
    var repository = try TestRepository()
    try repository.delegate("a", paths: patterns("x/*"), isTerminating: true)
    try repository.delegate("b", paths: patterns("x/*"))
    try repository.addTarget("x/file", to: "b")
    try publishAll(&repository)
    var device = TestDevice(repository)
    let update = try device.update(from: repository, find: "x/file")
    #expect(update.target == nil)
    #expect(!device.requests.contains("1.b.json"))
  }

  @Test("the first role that names a target wins")
  func priority() throws {
    var repository = try TestRepository()
    try repository.delegate("a", paths: patterns("*"))
    try repository.delegate("b", paths: patterns("*"))
    for role in ["a", "b"] as [RoleName] { try repository.addTarget("file", to: role) }
    try publishAll(&repository)
    var device = TestDevice(repository)
    #expect(try device.update(from: repository, find: "file").target?.role == "a")
  }

  @Test("digest prefixes select a role")
  func digestPrefixes() throws {
    var repository = try TestRepository()
    let path = "file"
    let digest = try SHA256Digest.of(Array(path.utf8).span).description
    let other = digest.hasPrefix("0") ? "1" : "0"
    try repository.delegate("a", paths: .digestPrefixes([other]))
    try repository.delegate("b", paths: .digestPrefixes([other, String(digest.prefix(2))]))
    try repository.addTarget(path, to: "b")
    try publishAll(&repository)
    var device = TestDevice(repository)
    let update = try device.update(from: repository, find: path)
    #expect(update.target?.role == "b")
    #expect(!device.requests.contains("1.a.json"))
  }

  @Test("a cycle ends, and so does a long chain")
  func cycles() throws {
    var repository = try TestRepository()
    try repository.delegate("a", paths: patterns("*"))
    try repository.delegate("b", from: "a", paths: patterns("*"))
    try repository.delegate("a", from: "b", paths: patterns("*"))
    // Both delegators know both keys of `a`, so the order of the signatures does not matter.
    for index in 0..<40 {
      try repository.delegate(
        RoleName("chain\(index)"), from: RoleName(index == 0 ? "b" : "chain\(index - 1)"),
        paths: patterns("*"))
    }
    try repository.addTarget("file", to: "chain39")
    try publishAll(&repository)
    var device = TestDevice(repository)
    let update = try device.update(from: repository, find: "file")
    #expect(update.target == nil)
    // Four top-level files, and 32 delegated roles beside `targets`.
    #expect(device.requests.count == 4 + 32)
  }

  @Test("a role is verified for each role that delegates to it")
  func twoDelegators() throws {
    var repository = try TestRepository()
    try repository.delegate("a", paths: patterns("a/*"))
    try repository.delegate("b", paths: patterns("b/*"))
    try repository.delegate("shared", from: "a", paths: patterns("a/*"))
    try repository.delegate("shared", from: "b", paths: patterns("b/*"))
    // Only the key that `a` names signs the role.
    repository.signers["shared"] = Array((repository.signers["shared"] ?? []).prefix(1))
    try repository.addTarget("a/file", to: "shared")
    try repository.addTarget("b/file", to: "shared")
    try publishAll(&repository)
    var device = TestDevice(repository)
    var update = try device.update(from: repository, find: "a/file")
    #expect(update.target?.role == "shared")
    update.find("b/file")
    #expect(throws: TrustError.notSigned(file: "shared.json", found: 0, threshold: 1)) {
      try device.run(&update, from: repository.files)
    }
  }

  @Test("a role that the snapshot does not name is not requested")
  func notInSnapshot() throws {
    var repository = try TestRepository()
    try repository.delegate("a", paths: patterns("*"))
    try repository.publish("targets", "snapshot", "timestamp")
    var device = TestDevice(repository)
    #expect(device.error(from: repository, find: "file") == .notInSnapshot(file: "a.json"))
    #expect(!device.requests.contains { $0.contains("a.json") })
  }

  @Test(
    "names of roles cannot leave the folder or the address",
    arguments: ["?", "#", "/a", "../a", "a b", "é", ".", ".."])
  func unusualNames(name: String) throws {
    var repository = try TestRepository()
    try repository.delegate(RoleName(name), paths: patterns("*"))
    try repository.addTarget("file", to: RoleName(name))
    try publishAll(&repository)
    var device = TestDevice(repository)
    #expect(try device.update(from: repository, find: "file").target?.role == RoleName(name))
    for file in device.stored.files.keys { #expect(!file.contains("/")) }
  }

  @Test(
    "a delegated role cannot have the name of a top-level role",
    arguments: ["root", "Root", "TIMESTAMP", "snapshot", "targets", ""])
  func reservedNames(name: String) throws {
    var repository = try TestRepository()
    repository.recordsDigests = false
    try repository.delegate("NAME", paths: patterns("*"))
    try repository.publish("targets", "snapshot", "timestamp")
    try repository.edit("2.targets.json", signedBy: "targets", replacing: "NAME", with: name)
    var device = TestDevice(repository)
    #expect(device.error(from: repository)?.code == "malformed-metadata")
  }

  @Test("a threshold of a delegated role counts")
  func threshold() throws {
    var repository = try TestRepository()
    try repository.delegate("a", paths: patterns("*"), keys: 3, threshold: 2)
    try repository.addTarget("file", to: "a")
    try publishAll(&repository)
    var device = TestDevice(repository)
    #expect(try device.update(from: repository, find: "file").target?.role == "a")
    repository.signers["a"] = Array((repository.signers["a"] ?? []).prefix(1))
    try publishAll(&repository)
    #expect(
      device.error(from: repository, find: "file")
        == .notSigned(file: "2.a.json", found: 1, threshold: 2))
  }

  @Test("a search uses stored roles")
  func storedRoles() throws {
    var repository = try TestRepository()
    try repository.delegate("a", paths: patterns("*"))
    try repository.addTarget("file", to: "a")
    try publishAll(&repository)
    var device = TestDevice(repository)
    try device.update(from: repository, find: "file")
    let update = try device.update(from: repository, find: "file")
    #expect(update.target?.role == "a")
    #expect(device.requests == ["2.root.json", "timestamp.json"])
  }

  // MARK: Unicode

  @Test("a role cannot sign for another one whose name has another Unicode composition")
  func composedRoles() throws {
    let (composed, decomposed) = ("\u{E9}", "e\u{301}")
    var repository = try TestRepository()
    try repository.delegate(RoleName(composed), paths: patterns("a/*"))
    try repository.delegate(RoleName(decomposed), paths: patterns("b/*"))
    // The thief of the first role's key lists a file of the second role.
    try repository.addTarget("a/file", to: RoleName(composed))
    try repository.addTarget("b/file", to: RoleName(composed))
    try repository.publish(composed, "targets", "snapshot", "timestamp")
    var device = TestDevice(repository)
    var update = try device.update(from: repository, find: "a/file")
    #expect(update.target?.role.text.utf8.count == 2)
    update.find("b/file")
    #expect(throws: TrustError.notInSnapshot(file: "e%CC%81.json")) {
      try device.run(&update, from: repository.files)
    }
  }

  @Test("a role cannot sign for a path with another Unicode composition than its own")
  func composedPaths() throws {
    let (composed, decomposed) = ("\u{E9}/file", "e\u{301}/file")
    var repository = try TestRepository()
    try repository.delegate("a", paths: patterns(decomposed))
    try repository.addTarget(composed, to: "a")
    try publishAll(&repository)
    var device = TestDevice(repository)
    for path in [composed, decomposed] {
      #expect(try device.update(from: repository, find: path).target == nil)
    }
  }

  // MARK: Limits

  @Test("a search reads a limited number of bytes")
  func searchLimit() throws {
    var repository = try TestRepository()
    for role in ["a", "b"] as [RoleName] { try repository.delegate(role, paths: patterns("*")) }
    try publishAll(&repository)
    let sizes = ["2.targets", "1.a", "1.b"].map { repository.files["\($0).json"]?.count ?? 0 }
    var limits = TrustLimits()
    for (allowed, error) in [
      (sizes.reduce(0, +), nil),
      (sizes.reduce(0, +) - 1, TrustError.tooMuch(file: "1.b.json", limit: sizes.reduce(0, +) - 1)),
    ] {
      limits.searchBytes = allowed
      var device = TestDevice(repository)
      var update = try TrustUpdate(
        stored: StoredMetadata(), pinnedRoot: repository.pinnedRoot, now: device.now, limits: limits
      )
      update.find("file")
      var found: TrustError?
      do { try device.run(&update, from: repository.files) } catch let thrown as TrustError {
        found = thrown
      }
      #expect(found == error)
    }
  }

  @Test("only the metadata of the last search is kept")
  func keptMetadata() throws {
    var repository = try TestRepository()
    for role in ["a", "b"] as [RoleName] {
      try repository.delegate(role, paths: patterns("\(role)/*"))
      try repository.addTarget("\(role)/file", to: role)
    }
    try publishAll(&repository)
    var device = TestDevice(repository)
    var update = try device.update(from: repository, find: "a/file")
    #expect(Set(update.targets.keys) == ["targets", "a"])
    update.find("b/file")
    try device.run(&update, from: repository.files)
    #expect(Set(update.targets.keys) == ["targets", "b"])
  }

  @Test("a role name that is too long for a file is refused")
  func longName() throws {
    var repository = try TestRepository()
    let name = String(repeating: "é", count: 40)
    try repository.delegate(RoleName(name), paths: patterns("*"))
    try publishAll(&repository)
    var device = TestDevice(repository)
    #expect(device.error(from: repository, find: "file") == .nameTooLong(role: name))
  }
}
