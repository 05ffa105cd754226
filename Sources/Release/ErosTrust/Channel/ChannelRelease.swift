package import ErosCore

/// A release that a channel offers to devices.
///
/// In metadata, it is the target `<app>/<channel>/<number>/bundle.zip` with these values in its
/// `custom` field. Each delta is a target of its own.
package struct ChannelRelease: Sendable {
  /// Every device gets a release with this rollout, in hundredths of a percent.
  package static let fullRollout = 10_000
  private static let maximumNumber: Int64 = 1 << 31
  package static let maximumRetries: Int64 = 1_000_000
  /// Every JSON reader represents integers up to this one exactly.
  private static let maximumInteger: Int64 = 1 << 53
  package static let bundleName = "bundle.zip"

  /// A patch from the files of another release.
  package struct Delta: Sendable {
    /// Files with different suffixes are ignored, such as `.erosdelta2` from a development version.
    static let suffix = ".erosdelta"

    /// The files that the patch applies to.
    package let from: TreeHash
    package let file: TargetFile

    package init(from: TreeHash, file: TargetFile) {
      self.from = from
      self.file = file
    }

    package var name: String { Self.name(from: from) }

    package static func name(from tree: TreeHash) -> String {
      "from-\(tree.description.prefix(12))\(suffix)"
    }
  }

  package enum Kind: String, Sendable {
    /// Pages of an app.
    case bundle
    /// A route map with its pages, written by `eros routes build`.
    case routes
  }

  /// Higher than every earlier number in the channel.
  package let number: Int64
  package let tree: TreeHash
  /// Legacy clients know the release by this version.
  package let jsVersion: BundleVersion
  /// Build time from the manifest, in milliseconds since 1970.
  package let built: Int64
  /// The lowest supported app version per platform.
  package let native: [Platform: String]
  /// The share of devices that the channel offers the release to, in hundredths of a percent.
  ///
  /// A release with a ``plan`` starts with this share. See ``offeredRollout`` for the current one.
  package var rollout: Int
  /// Random text that decides, together with the ID of a device, if the rollout includes the
  /// device.
  package let salt: String
  /// `true` if the publisher has paused the release.
  ///
  /// No more devices get it then.
  package var isPaused: Bool
  /// The number of times the publisher has asked devices to try the release again.
  ///
  /// Each increment allows one more trial on devices where the release failed.
  package var retries = 0
  /// The limit of the brake.
  ///
  /// Channel metadata does not contain it.
  package var limit: Brake.Limit?
  /// Steps that raise the rollout, or `nil` if only the publisher changes it.
  package var plan: RolloutPlan?
  /// The current step.
  ///
  /// Channel metadata does not contain it.
  ///
  /// `nil` is the first step.
  package var step: Brake.Step?
  package var urgency = ReleaseUrgency.normal
  package let notes: String?
  package var localizedNotes = LocalizedNotes()
  /// In a rollback, the earlier release that it publishes again.
  package let restores: Int64?
  package var kind = Kind.bundle
  /// Fingerprints of the JavaScript interface of the app, where known.
  package var surfaces: [Platform: String] = [:]
  /// The result of running the pages before publication, if known.
  package var rehearsal: ReleaseRehearsal?
  /// All pages together, in bytes.
  ///
  /// `nil` if an older version published the release.
  package var pagesSize: Int64?
  package let bundle: TargetFile
  package var deltas: [Delta]
  /// The signed list of patches for legacy clients, or `nil` if they do not get the release.
  ///
  /// See ``LegacyPatches``.
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

  /// Formats hundredths of a percent, such as `25%` or `0.05%`.
  package static func percent(_ share: Int) -> String {
    let (percent, remainder) = share.quotientAndRemainder(dividingBy: 100)
    return remainder == 0 ? "\(percent)%" : "\(percent).\(remainder < 10 ? "0" : "")\(remainder)%"
  }

  /// The share of devices that get the release: ``offeredRollout``, unless ``limit`` is lower.
  package var effectiveRollout: Int { min(offeredRollout, limit?.rollout ?? Self.fullRollout) }

  /// The share in the current step of the plan.
  package var offeredRollout: Int {
    guard let plan, let step, step.index < plan.steps.count else { return rollout }
    return plan.steps[step.index].rollout
  }

  /// The limit of the brake, unless a publisher has lifted it.
  package var activeLimit: Brake.Limit? { limit?.isActive ?? false ? limit : nil }

  /// `true` if the publisher or the brake has paused the release.
  package var isStopped: Bool { isPaused || limit?.rollout == 0 }

  /// Testers get the release at any rollout, but not against the brake.
  package var includesTesters: Bool { activeLimit == nil }

  /// `true` if every device that can run the release gets it.
  package var isForAll: Bool { effectiveRollout == Self.fullRollout && !isPaused }
}

// MARK: - Metadata

extension ChannelRelease {
  init(_ target: TargetFile, number: Int64, deltas: [Delta]) throws(JSONFieldFailure) {
    try self.init(values: target.erosValue(), bundle: target, deltas: deltas)
    guard self.number == number else {
      throw JSONFieldFailure("'seq' of release \(number) differs from its path")
    }
  }

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
    guard let parsedKind = Kind(rawValue: kind) else {
      throw JSONFieldFailure("the kind '\(kind.escapedForDisplay)' of release \(number) is unknown")
    }
    self.kind = parsedKind
    surfaces = try fields.has("surface") ? fields.platformValues("surface") : [:]
    rehearsal = try fields.optionalValue("rehearsal").flatMap { value throws(JSONFieldFailure) in
      try ReleaseRehearsal(value)
    }
    plan = try fields.optionalValue("plan").flatMap { value throws(JSONFieldFailure) in
      try RolloutPlan(value)
    }
    // An older version of eros changed the rollout, and so ended the plan.
    if let plan, plan.steps[0].rollout != rollout { self.plan = nil }
    pagesSize = try fields.optionalInteger("size", from: 0)
    guard ([bundle] + deltas.map(\.file)).allSatisfy({ $0.length <= Self.maximumInteger }),
      pagesSize ?? 0 <= Self.maximumInteger
    else { throw JSONFieldFailure("release \(number) has a file of more than 2^53 bytes") }
    self.bundle = bundle
    self.deltas = deltas
  }

  /// Keys that a release may lack.
  ///
  /// The urgency is handled separately.
  fileprivate static let optionalKeys = [
    "kind", "localizedNotes", "notes", "plan", "rehearsal", "restores", "retries", "size",
    "surface",
  ]

  /// Everything but the files.
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

  /// Keyed by file name.
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
  static func isName(_ file: Substring) -> Bool { file.hasSuffix(suffix) }

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

  /// Puts `fields` into `custom`, next to values from other programs.
  fileprivate func describing(_ fields: [String: JSONValue]) -> TargetFile {
    var described = self
    var members = custom?[Self.customKey]?.object ?? JSONObject()
    // A plan may have ended, and a promoted release must not keep the values of its source.
    for key in ChannelRelease.optionalKeys { members[key] = nil }
    // Keep an urgency that a later version has added.
    if let urgency = members["urgency"]?.string, ReleaseUrgency(rawValue: urgency) != nil {
      members["urgency"] = nil
    }
    for (key, value) in fields.sorted(by: { inByteOrder($0.key, $1.key) }) { members[key] = value }
    described.custom = custom ?? JSONObject()
    described.custom?[Self.customKey] = .object(members)
    return described
  }

  fileprivate func erosValue() throws(JSONFieldFailure) -> JSONValue {
    guard let value = custom?[Self.customKey] else {
      throw JSONFieldFailure("a target lacks 'eros' in its field 'custom'")
    }
    return value
  }
}
