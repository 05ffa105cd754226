package import ErosCore

/// A release that a channel offers to devices.
///
/// In metadata it is the target `<app>/<channel>/<number>/bundle.zip`, whose `custom` field has the
/// values of this type, and one target for each delta.
package struct ChannelRelease: Sendable {
  /// The rollout at which every device gets a release, in hundredths of a percent.
  package static let fullRollout = 10_000
  /// The highest number of a release.
  private static let maximumNumber: Int64 = 1 << 31
  /// The highest build time and length, which every JSON reader represents exactly.
  private static let maximumInteger: Int64 = 1 << 53
  /// The file name of the bundle.
  package static let bundleName = "bundle.zip"

  /// A patch from another release.
  package struct Delta: Sendable {
    /// The release to which the patch applies.
    package let from: TreeHash
    /// The length and the digest of the patch.
    package let file: TargetFile

    package init(from: TreeHash, file: TargetFile) {
      self.from = from
      self.file = file
    }

    /// The file name of the patch.
    package var name: String { Self.name(from: from) }

    /// Returns the file name of the patch from `tree`.
    package static func name(from tree: TreeHash) -> String {
      "from-\(tree.description.prefix(12)).erosdelta"
    }
  }

  /// The kinds of files that a release has.
  package enum Kind: String, Sendable {
    /// The pages of an app.
    case bundle
    /// A route map and its pages, as `eros routes build` writes them.
    case routes
  }

  /// The number of the release; each release of a channel has a higher one than the last.
  package let number: Int64
  /// The identity of the files.
  package let tree: TreeHash
  /// The version by which legacy clients identify the release.
  package let jsVersion: BundleVersion
  /// The build time in the manifest, in milliseconds since 1970.
  package let built: Int64
  /// The minimum version of the app on each platform.
  package let native: [Platform: String]
  /// The share of devices to which the channel offers the release, in hundredths of a percent.
  package var rollout: Int
  /// The random text that, with the ID of a device, determines whether the rollout includes it.
  package let salt: String
  /// Whether the publisher has paused the release, so that no other device gets it.
  package var isPaused: Bool
  /// The limit of the brake, or `nil` if there is none.
  ///
  /// The channel does not sign it.
  package var limit: Brake.Limit?
  /// The notes of the publisher.
  package let notes: String?
  /// The earlier release whose files a rollback has published again; `nil` for other releases.
  package let restores: Int64?
  /// The kind of the files.
  package var kind = Kind.bundle
  /// The fingerprint of what the app offers to JavaScript, on each platform for which it is known.
  package var surfaces: [Platform: String] = [:]
  /// The total length of the pages; `nil` if an earlier version has published the release.
  package var pagesSize: Int64?
  /// The length and the digest of the bundle.
  package let bundle: TargetFile
  /// The patches from other releases.
  package var deltas: [Delta]
  /// The list of the patches for legacy clients, ``LegacyPatches``; `nil` if the release is not
  /// published for them.
  package var legacy: TargetFile?

  package init(
    number: Int64, tree: TreeHash, jsVersion: BundleVersion, built: Int64,
    native: [Platform: String], rollout: Int, salt: String, isPaused: Bool = false,
    notes: String?, restores: Int64? = nil, bundle: TargetFile, deltas: [Delta]
  ) {
    self.number = number
    self.tree = tree
    self.jsVersion = jsVersion
    self.built = built
    self.native = native
    self.rollout = rollout
    self.salt = salt
    self.isPaused = isPaused
    self.notes = notes
    self.restores = restores
    self.bundle = bundle
    self.deltas = deltas
  }

  /// Returns a share in hundredths of a percent as text, such as `25%` or `0.05%`.
  package static func percent(_ share: Int) -> String {
    let (percent, rest) = share.quotientAndRemainder(dividingBy: 100)
    return rest == 0 ? "\(percent)%" : "\(percent).\(rest < 10 ? "0" : "")\(rest)%"
  }

  /// The share of devices that get the release, in hundredths of a percent: the lower one of
  /// ``rollout`` and ``limit``.
  package var effectiveRollout: Int { min(rollout, limit?.rollout ?? Self.fullRollout) }

  /// The limit of the brake, unless a publisher has lifted it.
  package var activeLimit: Brake.Limit? { limit?.isActive ?? false ? limit : nil }

  /// Whether the publisher or the brake has paused the release.
  package var isStopped: Bool { isPaused || limit?.rollout == 0 }

  /// Whether every device that can run the release gets it.
  package var isForAll: Bool { effectiveRollout == Self.fullRollout && !isPaused }
}

// MARK: - Metadata

extension ChannelRelease {
  /// Reads the `custom` field of the target of a bundle.
  init(_ target: TargetFile, number: Int64, deltas: [Delta]) throws(JSONFieldFailure) {
    try self.init(values: target.erosValue(), bundle: target, deltas: deltas)
    guard self.number == number else {
      throw JSONFieldFailure("'seq' of release \(number) differs from its path")
    }
  }

  /// Reads ``values``.
  package init(
    values: JSONValue, bundle: TargetFile, deltas: [Delta]
  ) throws(JSONFieldFailure) {
    var fields = try JSONFields(values, "'eros'")
    number = try fields.integer("seq", from: 1, to: Self.maximumNumber)
    tree = try fields.digest("tree")
    jsVersion = try fields.digest("jsVersion")
    built = try fields.integer("built", from: 0, to: Self.maximumInteger)
    native = try fields.platformValues("native")
    rollout = Int(try fields.integer("rollout", from: 0, to: Int64(Self.fullRollout)))
    salt = try fields.string("salt")
    isPaused = try fields.flag("paused")
    notes = try fields.optionalString("notes")
    restores = try fields.optionalInteger("restores", from: 1)
    guard restores ?? 1 <= number else {
      throw JSONFieldFailure("'restores' of release \(number) is not an earlier release")
    }
    let kind = try fields.optionalString("kind") ?? Kind.bundle.rawValue
    guard let known = Kind(rawValue: kind) else {
      throw JSONFieldFailure("the kind '\(kind.escapedForDisplay)' of release \(number) is unknown")
    }
    self.kind = known
    surfaces = try fields.has("surface") ? fields.platformValues("surface") : [:]
    pagesSize = try fields.optionalInteger("size", from: 0)
    guard ([bundle] + deltas.map(\.file)).allSatisfy({ $0.length <= Self.maximumInteger }),
      pagesSize ?? 0 <= Self.maximumInteger
    else { throw JSONFieldFailure("release \(number) has a file of more than 2^53 bytes") }
    self.bundle = bundle
    self.deltas = deltas
  }

  /// The values of the release in JSON, without its files.
  package var values: [String: JSONValue] {
    var values: [String: JSONValue] = [
      "seq": .integer(number), "tree": .string(tree.description),
      "jsVersion": .string(jsVersion.description), "built": .integer(built),
      "native": native.json, "rollout": .integer(rollout), "salt": .string(salt),
      "paused": .bool(isPaused),
    ]
    if let notes { values["notes"] = .string(notes) }
    if let pagesSize { values["size"] = .integer(pagesSize) }
    if let restores { values["restores"] = .integer(restores) }
    if kind != .bundle { values["kind"] = .string(kind.rawValue) }
    if !surfaces.isEmpty { values["surface"] = surfaces.json }
    return values
  }

  /// The targets of the release, by their file name.
  var targets: [String: TargetFile] {
    var targets = [Self.bundleName: bundle.describing(values)]
    targets[LegacyPatches.fileName] = legacy
    for delta in deltas {
      targets[delta.name] = delta.file.describing([
        "seq": .integer(number), "from": .string(delta.from.description),
      ])
    }
    return targets
  }
}

extension ChannelRelease.Delta {
  /// Reads the `custom` field of the target of a patch.
  init(_ target: TargetFile, name: String) throws(JSONFieldFailure) {
    var fields = try JSONFields(target.erosValue(), "'eros'")
    let from: TreeHash = try fields.digest("from")
    guard Self.name(from: from) == name else {
      throw JSONFieldFailure("'from' of '\(name.escapedForDisplay)' differs from its name")
    }
    self.init(from: from, file: target)
  }
}

extension TargetFile {
  private static let customKey = "eros"

  /// Returns the target with these values in `custom`, and keeps those of other programs.
  fileprivate func describing(_ fields: [String: JSONValue]) -> TargetFile {
    var described = self
    var known = custom?[Self.customKey]?.object ?? JSONObject()
    for (key, value) in fields.sorted(by: { inByteOrder($0.key, $1.key) }) { known[key] = value }
    described.custom = custom ?? JSONObject()
    described.custom?[Self.customKey] = .object(known)
    return described
  }

  /// Returns the values of this project in the field `custom`.
  fileprivate func erosValue() throws(JSONFieldFailure) -> JSONValue {
    guard let value = custom?[Self.customKey] else {
      throw JSONFieldFailure("a target lacks 'eros' in its field 'custom'")
    }
    return value
  }
}
