import ErosCore

extension Decision {
  /// With times in seconds.
  var json: JSONValue {
    var fields: [String: JSONValue] = [
      "time": .string(time.utc), "event": .string(event.rawValue),
      "outcome": .string(outcome.rawValue),
    ]
    fields["reason"] = reason.map { .string($0.rawValue) }
    fields["channel"] = channel.map { .string($0) }
    fields["number"] = number.map { .integer($0) }
    fields["release"] = release.map { .string("\($0)") }
    if !skipped.isEmpty { fields["skipped"] = .list(skipped.map(\.json)) }
    fields["tester"] = tester.map { .string($0.rawValue) }
    if isVerified { fields["verified"] = .bool(true) }
    fields["requires"] = requires.map { .string("\($0)") }
    fields["app"] = app.map { .string("\($0)") }
    fields["metadata"] = metadataVersion.map { .integer($0) }
    fields["file"] = file.map { .string($0) }
    fields["expired"] = expired.map { .string($0.utc) }
    fields["status"] = status.map { .integer($0) }
    fields["detail"] = detail.map { .string($0) }
    if let error { fields.merge(error.fields) { first, _ in first } }
    if count > 1 {
      fields["last"] = .string(lastTime.utc)
      fields["count"] = .integer(count)
    }
    return .sorted(fields)
  }

  /// Parses ``json``, and ignores fields from later versions.
  init(_ value: JSONValue) throws(JSONFieldFailure) {
    var fields = try JSONFields(value, "a decision")
    try self.init(
      fields.value("event", expected: "an event") { $0.string.flatMap(Event.init) },
      fields.value("outcome", expected: "an outcome") { $0.string.flatMap(Outcome.init) },
      at: fields.utcTime("time"),
      reason: fields.optionalString("reason").map { DecisionReason(name: $0) })
    channel = try fields.shortText("channel")
    number = try fields.optionalInteger("number", from: 0)
    release = try fields.optionalDigest("release")
    for node in try fields.optionalArray("skipped") ?? [] {
      skipped.append(try Skipped(node.value))
    }
    guard skipped.count <= Self.maximumSkippedCount else {
      throw JSONFieldFailure("a decision has more than \(Self.maximumSkippedCount) 'skipped'")
    }
    // An unknown value from a later version is ignored.
    tester = try fields.optionalString("tester").flatMap { Tester(rawValue: $0) }
    isVerified = try fields.optionalFlag("verified") ?? false
    requires = try fields.version("requires")
    app = try fields.version("app")
    metadataVersion = try fields.optionalInteger("metadata", from: 0)
    file = try fields.shortText("file")
    expired = try fields.has("expired") ? fields.utcTime("expired") : nil
    status = try fields.optionalInteger("status", from: 0, to: 999).map { Int($0) }
    detail = try fields.shortText("detail")
    error = ErrorFingerprint(&fields)
    count = try fields.optionalInteger("count", from: 2, to: Self.maximumCount) ?? 1
    let last = try fields.has("last") ? fields.utcTime("last") : time
    // Written only with a count.
    lastTime = count > 1 ? last : time
  }

  /// Returns at most ``maximumDetailLength`` bytes from a text of the host, in one line.
  static func detail(_ text: String) -> String {
    var line = ""
    var last: Unicode.Scalar?
    for scalar in text.unicodeScalars.prefix(maximumDetailLength) {
      defer { last = scalar }
      if last == "\r", scalar == "\n" { continue }
      let next = scalar.isNewline ? " " : scalar
      guard line.utf8.count + UTF8.width(next) <= maximumDetailLength else { break }
      line.append(next)
    }
    return line
  }
}

extension Decision.Skipped {
  fileprivate var json: JSONValue {
    .sorted(["number": .integer(number), "reason": .string(reason.rawValue)])
  }

  fileprivate init(_ value: JSONValue) throws(JSONFieldFailure) {
    var fields = try JSONFields(value, "'skipped'")
    try self.init(
      number: fields.integer("number", from: 0),
      reason: fields.value("reason", expected: "an outcome") {
        $0.string.flatMap(Decision.Outcome.init)
      })
  }
}

extension JSONFields {
  /// Reads a time such as `2026-11-23T08:00:00Z`.
  mutating func utcTime(_ key: String) throws(JSONFieldFailure) -> Timestamp {
    try value(key, expected: "a time such as 2026-11-23T08:00:00Z") {
      $0.string.flatMap { Timestamp(utc: $0) }
    }
  }

  fileprivate mutating func shortText(_ key: String) throws(JSONFieldFailure) -> String? {
    try optionalValue(key, expected: "at most \(Decision.maximumDetailLength) bytes") {
      $0.string.flatMap { $0.utf8.count <= Decision.maximumDetailLength ? $0 : nil }
    }
  }

  fileprivate mutating func version(_ key: String) throws(JSONFieldFailure) -> NativeVersion? {
    try optionalValue(key, expected: "a version") { $0.string.flatMap { NativeVersion($0) } }
  }
}
