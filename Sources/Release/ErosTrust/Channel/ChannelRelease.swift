package import ErosCore

/// A release that a channel offers to devices.
///
/// In metadata it is the target `<app>/<channel>/<number>/bundle.zip`, with the values of this type
/// in its `custom` field, and one target for each delta.
package struct ChannelRelease: Sendable {
  /// The rollout that offers a release to every device, in hundredths of a percent.
  package static let fullRollout = 10_000
  /// The highest number of a release.
  private static let maximumNumber: Int64 = 1 << 31
  /// The highest number of retries.
  package static let maximumRetries: Int64 = 1_000_000
  /// The highest build time and length; every JSON reader represents it exactly.
  private static let maximumInteger: Int64 = 1 << 53
  /// The file name of the bundle.
  package static let bundleName = "bundle.zip"

  /// A patch from another release.
  package struct Delta: Sendable {
    /// The suffix of the name of a patch.
    ///
    /// Files with other suffixes are ignored, such as the `.erosdelta2` of a development version.
    static let suffix = ".erosdelta"

    /// The release that the patch applies to.
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
      "from-\(tree.description.prefix(12))\(suffix)"
    }
  }

  /// The kinds of files in a release.
  package enum Kind: String, Sendable {
    /// The pages of an app.
    case bundle
    /// A route map and its pages, as written by `eros routes build`.
    case routes
  }

  /// The number of the release, higher than the numbers of all earlier releases of the channel.
  package let number: Int64
  /// The identity of the files.
  package let tree: TreeHash
  /// The version that legacy clients use to identify the release.
  package let jsVersion: BundleVersion
  /// The build time in the manifest, in milliseconds since 1970.
  package let built: Int64
  /// The minimum version of the app on each platform.
  package let native: [Platform: String]
  /// The share of devices that are offered the release by the channel, in hundredths of a percent.
  ///
  /// With a ``plan``, it is the share of the first step; ``offeredRollout`` is the current one.
  package var rollout: Int
  /// A random text.
  ///
  /// The salt and the ID of a device determine whether the rollout includes the device.
  package let salt: String
  /// Whether the publisher has paused the release, so that no further device gets it.
  package var isPaused: Bool
  /// The number of times that the publisher asked devices to try the release again.
  ///
  /// A device on which the release failed permits one more trial for each higher number.
  package var retries = 0
  /// The limit of the brake, or `nil` if there is none.
  ///
  /// The metadata of the channel does not contain it.
  package var limit: Brake.Limit?
  /// The steps by which the rollout rises, or `nil` if only the publisher changes it.
  package var plan: RolloutPlan?
  /// The current step of the ``plan``, or `nil` for the first step.
  ///
  /// The metadata of the channel does not contain it.
  package var step: Brake.Step?
  /// The urgency for apps.
  package var urgency = ReleaseUrgency.normal
  /// The notes of the publisher.
  package let notes: String?
  /// The notes of the publisher in several languages.
  package var localizedNotes = LocalizedNotes()
  /// The earlier release that a rollback has published again, or `nil` for other releases.
  package let restores: Int64?
  /// The kind of the files.
  package var kind = Kind.bundle
  /// The fingerprint of the app's JavaScript interface on each platform, as far as it is known.
  package var surfaces: [Platform: String] = [:]
  /// The execution of the pages before the publication, as far as it is known.
  package var rehearsal: ReleaseRehearsal?
  /// The total length of the pages, or `nil` if an older version has published the release.
  package var pagesSize: Int64?
  /// The length and the digest of the bundle.
  package let bundle: TargetFile
  /// The patches from other releases.
  package var deltas: [Delta]
  /// The list of the patches for legacy clients, ``LegacyPatches``.
  ///
  /// `nil` if the release is not published for legacy clients.
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

  /// The share of devices that get the release, in hundredths of a percent.
  ///
  /// This is the lower of ``offeredRollout`` and ``limit``.
  package var effectiveRollout: Int { min(offeredRollout, limit?.rollout ?? Self.fullRollout) }

  /// The share of devices that the channel or the current step of its plan offers the release to.
  package var offeredRollout: Int {
    guard let plan, let step, step.index < plan.steps.count else { return rollout }
    return plan.steps[step.index].rollout
  }

  /// The limit of the brake, unless a publisher has lifted it.
  package var activeLimit: Brake.Limit? { limit?.isActive ?? false ? limit : nil }

  /// Whether the publisher or the brake has paused the release.
  package var isStopped: Bool { isPaused || limit?.rollout == 0 }

  /// Whether each share of devices includes the testers of the channel: the brake does not limit it.
  package var includesTesters: Bool { activeLimit == nil }

  /// Whether every device that can run the release gets it.
  package var isForAll: Bool { effectiveRollout == Self.fullRollout && !isPaused }
}

// MARK: - Metadata

extension ChannelRelease {
  /// Parses the `custom` field of a bundle's target.
  init(_ target: TargetFile, number: Int64, deltas: [Delta]) throws(JSONFieldFailure) {
    try self.init(values: target.erosValue(), bundle: target, deltas: deltas)
    guard self.number == number else {
      throw JSONFieldFailure("'seq' of release \(number) differs from its path")
    }
  }

  /// Parses ``values``.
  init(
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
    retries = Int(try fields.optionalInteger("retries", from: 0, to: Self.maximumRetries) ?? 0)
    // A later version may add urgencies.
    urgency =
      try fields.optionalString("urgency").flatMap { ReleaseUrgency(rawValue: $0) } ?? .normal
    notes = try fields.optionalString("notes")
    if let members = try fields.optionalObject("localizedNotes") {
      localizedNotes = try LocalizedNotes(members, in: fields)
    }
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
    rehearsal = try fields.optionalValue("rehearsal").flatMap { value throws(JSONFieldFailure) in
      try ReleaseRehearsal(value)
    }
    plan = try fields.optionalValue("plan").flatMap { value throws(JSONFieldFailure) in
      try RolloutPlan(value)
    }
    // An older version of eros has changed the rollout, which ends the plan.
    if let plan, plan.steps[0].rollout != rollout { self.plan = nil }
    pagesSize = try fields.optionalInteger("size", from: 0)
    guard ([bundle] + deltas.map(\.file)).allSatisfy({ $0.length <= Self.maximumInteger }),
      pagesSize ?? 0 <= Self.maximumInteger
    else { throw JSONFieldFailure("release \(number) has a file of more than 2^53 bytes") }
    self.bundle = bundle
    self.deltas = deltas
  }

  /// The keys of values that a release may lack, except for the urgency.
  fileprivate static let optionalKeys = [
    "kind", "localizedNotes", "notes", "plan", "rehearsal", "restores", "retries", "size",
    "surface",
  ]

  /// The values of the release in JSON, without its files.
  var values: [String: JSONValue] {
    var values: [String: JSONValue] = [
      "seq": .integer(number), "tree": .string(tree.description),
      "jsVersion": .string(jsVersion.description), "built": .integer(built),
      "native": native.json, "rollout": .integer(rollout), "salt": .string(salt),
      "paused": .bool(isPaused),
    ]
    if let notes { values["notes"] = .string(notes) }
    if !localizedNotes.texts.isEmpty { values["localizedNotes"] = localizedNotes.json }
    if urgency != .normal { values["urgency"] = .string(urgency.rawValue) }
    if let pagesSize { values["size"] = .integer(pagesSize) }
    if let plan { values["plan"] = plan.json }
    if let rehearsal { values["rehearsal"] = rehearsal.json }
    if retries > 0 { values["retries"] = .integer(Int64(retries)) }
    if let restores { values["restores"] = .integer(restores) }
    if kind != .bundle { values["kind"] = .string(kind.rawValue) }
    if !surfaces.isEmpty { values["surface"] = surfaces.json }
    return values
  }

  /// The targets of the release, by file name.
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
  /// Returns whether a file of a release is a patch.
  static func isName(_ file: Substring) -> Bool { file.hasSuffix(suffix) }

  /// Parses the `custom` field of a patch's target.
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

  /// Returns the target with `fields` in `custom`, and keeps the values of other programs.
  fileprivate func describing(_ fields: [String: JSONValue]) -> TargetFile {
    var described = self
    var known = custom?[Self.customKey]?.object ?? JSONObject()
    // A plan can end, and a promoted release does not have the values of its source.
    for key in ChannelRelease.optionalKeys { known[key] = nil }
    // A later version may have added the urgency.
    if let urgency = known["urgency"]?.string, ReleaseUrgency(rawValue: urgency) != nil {
      known["urgency"] = nil
    }
    for (key, value) in fields.sorted(by: { inByteOrder($0.key, $1.key) }) { known[key] = value }
    described.custom = custom ?? JSONObject()
    described.custom?[Self.customKey] = .object(known)
    return described
  }

  /// Returns this project's values in the field `custom`.
  fileprivate func erosValue() throws(JSONFieldFailure) -> JSONValue {
    guard let value = custom?[Self.customKey] else {
      throw JSONFieldFailure("a target lacks 'eros' in its field 'custom'")
    }
    return value
  }
}
