package import ErosCore

/// The releases that a channel offers to devices.
///
/// The metadata lists only releases that some device may still choose, so checking for updates
/// costs as much after 10 releases as after 10,000. Older releases are in the history.
package struct ChannelContents: Sendable {
  /// A bundle that ships inside an app.
  package struct Embedded: Sendable, Hashable {
    package let tree: TreeHash
    /// Legacy clients know the bundle by this version.
    package let jsVersion: BundleVersion
    /// Build time from the manifest, in milliseconds since 1970.
    package let built: Int64
    /// The app version, or `nil` if unknown.
    package let native: String?

    package init(tree: TreeHash, jsVersion: BundleVersion, built: Int64, native: String?) {
      self.tree = tree
      self.jsVersion = jsVersion
      self.built = built
      self.native = native
    }
  }

  /// A history page, and where it is.
  package struct History: Sendable {
    package let path: String
    package let file: TargetFile

    package init(path: String, file: TargetFile) {
      self.path = path
      self.file = file
    }
  }

  /// The list of testers, and where it is.
  package struct Testers: Sendable {
    package let path: String
    package let file: TargetFile

    package init(path: String, file: TargetFile) {
      self.path = path
      self.file = file
    }
  }

  /// The channel lists at most this many releases.
  package static let maximumCount = 16
  package static let historyName = "history.json"

  package let name: ChannelName
  /// Newest first.
  package var releases: [ChannelRelease]
  package var embedded: [Embedded]
  /// The newest page, or `nil` before the first release.
  package var history: History?
  /// The signed ``TesterList``, or `nil` if the channel has no testers.
  package var testers: Testers?
  /// The highest number that a repair of the store has lost, or 0.
  ///
  /// The channel signs it until a release has a higher number.
  package var lostNumber: Int64 = 0
  /// `nil` if the public URL of the store is unknown.
  package var publicURL: String?

  package init(_ name: ChannelName) {
    self.name = name
    releases = []
    embedded = []
  }

  /// Parses the metadata of the channel.
  ///
  /// - Throws: ``ChannelError/malformed(channel:reason:)`` if it does not describe valid releases.
  package init(_ name: ChannelName, _ metadata: TargetsMetadata) throws(ChannelError) {
    self.init(name)
    do throws(JSONFieldFailure) {
      try readTargets(metadata.targets)
      if let fields = try metadata.unknown.erosFields() { try readFields(fields) }
    } catch {
      throw .malformed(channel: name.description, reason: error.clause)
    }
  }

  /// The highest number so far, including lost releases, or 0.
  package var newestNumber: Int64 { max(releases.first?.number ?? 0, lostNumber) }

  /// Releases that some device may still choose, newest first.
  ///
  /// The last one is for every device. For older releases, limits and failures no longer matter,
  /// for example after a rollback.
  package var currentReleases: ArraySlice<ChannelRelease> {
    releases.prefix((releases.firstIndex(where: \.isForAll) ?? releases.count - 1) + 1)
  }

  /// Returns the highest retry count of listed releases with these files.
  ///
  /// Devices count retries per file tree, whichever release has it.
  package func retries(of tree: TreeHash) -> Int {
    releases.filter { $0.tree == tree }.map(\.retries).max() ?? 0
  }

  /// Replaces the targets and the fields of this project in the metadata of the channel.
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
