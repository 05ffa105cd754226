package import ErosCore

/// The contents of a channel: the releases that devices may install.
///
/// The metadata of the channel's role lists only the releases that a device may still choose. So an
/// update check costs the same after 10 and after 10,000 releases. The other releases are in the
/// history.
package struct ChannelContents: Sendable {
  /// A bundle embedded in an app.
  package struct Embedded: Sendable, Hashable {
    /// The identity of the files.
    package let tree: TreeHash
    /// The version that legacy clients use to identify the bundle.
    package let jsVersion: BundleVersion
    /// The build time in the manifest, in milliseconds since 1970.
    package let built: Int64
    /// The version of the app, or `nil` if it is unknown.
    package let native: String?

    package init(tree: TreeHash, jsVersion: BundleVersion, built: Int64, native: String?) {
      self.tree = tree
      self.jsVersion = jsVersion
      self.built = built
      self.native = native
    }
  }

  /// The first page of the history.
  package struct History: Sendable {
    /// The target path of the page.
    package let path: String
    /// The length and the digest of the page.
    package let file: TargetFile

    package init(path: String, file: TargetFile) {
      self.path = path
      self.file = file
    }
  }

  /// The list of testers.
  package struct Testers: Sendable {
    /// The target path of the list.
    package let path: String
    /// The length and the digest of the list.
    package let file: TargetFile

    package init(path: String, file: TargetFile) {
      self.path = path
      self.file = file
    }
  }

  /// The maximum number of listed releases.
  package static let maximumCount = 16
  /// The file name of a history page.
  package static let historyName = "history.json"

  /// The name of the channel.
  package let name: ChannelName
  /// The releases, newest first.
  package var releases: [ChannelRelease]
  /// The bundles embedded in apps.
  package var embedded: [Embedded]
  /// The first page of the history, or `nil` before the first release.
  package var history: History?
  /// The list of the testers, ``TesterList``, or `nil` if there are none.
  package var testers: Testers?
  /// The highest number of a release lost in a repair of the store; 0 if there is none.
  ///
  /// The channel signs it only until it has a release with a higher number.
  package var lostNumber: Int64 = 0
  /// The public URL of the store, or `nil` if it is unknown.
  package var publicURL: String?

  /// Creates a channel without releases.
  package init(_ name: ChannelName) {
    self.name = name
    releases = []
    embedded = []
  }

  /// Parses the metadata of the channel's role.
  ///
  /// - Throws: ``ChannelError/malformed(channel:reason:)``.
  package init(_ name: ChannelName, _ metadata: TargetsMetadata) throws(ChannelError) {
    self.init(name)
    do throws(JSONFieldFailure) {
      try readTargets(metadata.targets)
      if let fields = try metadata.unknown.erosFields() { try readFields(fields) }
    } catch {
      throw .malformed(channel: name.description, reason: error.clause)
    }
  }

  /// The highest number of any release, including lost releases; 0 before the first release.
  package var newestNumber: Int64 { max(releases.first?.number ?? 0, lostNumber) }

  /// The releases that some device may still choose, newest first.
  ///
  /// All devices get the last of them. The limits and the failures of the others do not matter any longer,
  /// for example after a rollback.
  package var currentReleases: ArraySlice<ChannelRelease> {
    releases.prefix((releases.firstIndex(where: \.isForAll) ?? releases.count - 1) + 1)
  }

  /// Returns the highest number of retries of the listed releases with the same files.
  ///
  /// A device counts the retries of files, whichever release contains them.
  package func retries(of tree: TreeHash) -> Int {
    releases.filter { $0.tree == tree }.map(\.retries).max() ?? 0
  }

  /// Replaces the targets in the metadata of the channel's role.
  package func write(to metadata: inout TargetsMetadata) {
    var targets: [String: TargetFile] = [:]
    for release in releases {
      for (file, target) in release.targets { targets[name.path(release.number, file)] = target }
    }
    if let history { targets[history.path] = history.file }
    if let testers { targets[testers.path] = testers.file }
    metadata.targets = targets
    metadata.unknown.setErosFields([
      "embedded": embedded.isEmpty ? nil : .list(embedded.map(\.json)),
      "publicURL": publicURL.map { .string($0) },
      "lostRelease": lostNumber > (releases.first?.number ?? 0) ? .integer(lostNumber) : nil,
    ])
  }

  // MARK: - Reading

  private mutating func readTargets(_ targets: [String: TargetFile]) throws(JSONFieldFailure) {
    var bundles: [Int64: TargetFile] = [:]
    var deltas: [Int64: [ChannelRelease.Delta]] = [:]
    var legacy: [Int64: TargetFile] = [:]
    for (path, target) in targets.sorted(by: { inByteOrder($0.key, $1.key) }) {
      let parts = path.split(separator: "/", omittingEmptySubsequences: false)
      guard parts.count == 4, parts[0] == name.app, parts[1] == name.channel,
        let number = Int64(parts[2]), number > 0, String(number) == parts[2]
      else { throw JSONFieldFailure("'\(path.escapedForDisplay)' is not the path of a release") }
      switch parts[3] {
      case ChannelRelease.bundleName[...]: bundles[number] = target
      case Self.historyName[...]: history = History(path: path, file: target)
      case LegacyPatches.fileName[...]: legacy[number] = target
      case TesterList.fileName[...]: testers = Testers(path: path, file: target)
      case let file where ChannelRelease.Delta.isName(file):
        deltas[number, default: []].append(try .init(target, name: String(file)))
      // A newer version may add files.
      default: continue
      }
    }
    for (number, target) in bundles.sorted(by: { $0.key > $1.key }) {
      var release = try ChannelRelease(target, number: number, deltas: deltas[number] ?? [])
      release.legacy = legacy[number]
      releases.append(release)
    }
  }

  private mutating func readFields(_ fields: JSONFields) throws(JSONFieldFailure) {
    var fields = fields
    publicURL = try fields.optionalString("publicURL")
    lostNumber = try fields.optionalInteger("lostRelease", from: 0) ?? 0
    for node in try fields.optionalArray("embedded") ?? [] {
      embedded.append(try Embedded(node.value))
    }
  }
}

extension ChannelContents.Embedded {
  init(_ value: JSONValue) throws(JSONFieldFailure) {
    var fields = try JSONFields(value, "an embedded bundle")
    try self.init(
      tree: fields.digest("tree"), jsVersion: fields.digest("jsVersion"),
      built: fields.integer("built", from: 0), native: fields.optionalString("native"))
  }

  var json: JSONValue {
    var fields: [String: JSONValue] = [
      "tree": .string(tree.description), "jsVersion": .string(jsVersion.description),
      "built": .integer(built),
    ]
    if let native { fields["native"] = .string(native) }
    return .sorted(fields)
  }
}
