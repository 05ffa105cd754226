package import ErosCore

/// A report by a device about an update, with no ID, time or address.
///
/// Devices send several reports in one document, see ``document(_:)``:
///
/// ```
/// {"reports": [{"app": "my-app", "channel": "production", "event": "staged", "form": "delta",
///   "bytes": 51200, "from": "…", "to": "…"}]}
/// ```
///
/// Reports of ``Event/failed`` may also have the `errorClass` and `stackHash` of an error.
package struct UsageReport: Sendable, Hashable {
  /// The new release, and its predecessor on the device.
  package struct Update: Sendable, Hashable {
    /// The channel of the new release.
    package let channel: ChannelName
    /// The release that ran when the new one was staged, or `nil` if unknown.
    package let from: TreeHash?
    package let to: TreeHash

    package init(channel: ChannelName, from: TreeHash?, to: TreeHash) {
      self.channel = channel
      self.from = from
      self.to = to
    }
  }

  package enum Event: String, Sendable, CaseIterable {
    /// Downloaded and verified.
    case staged
    /// Confirmed by the app, or running without a trial.
    case confirmed
    /// Failed its trial, or was rolled back during it.
    case failed
  }

  package enum Form: String, Sendable, CaseIterable {
    case delta, full
    /// A full bundle, after a delta has failed.
    case fallback
  }

  package struct Download: Sendable, Hashable {
    package let form: Form
    /// In bytes, at most ``UsageReport/maximumBytes``.
    package let bytes: Int64

    /// Clamps `bytes` to the range that servers accept.
    package init(form: Form, bytes: Int64) {
      self.form = form
      self.bytes = min(max(0, bytes), UsageReport.maximumBytes)
    }
  }

  /// In bytes.
  static let maximumLength = 16 << 10
  /// Keeps a document below its maximum length.
  package static let maximumCount = 32
  /// A report of a longer download is invalid.
  static let maximumBytes: Int64 = 1 << 32

  package let update: Update
  package let event: Event
  /// Only for ``Event/staged``.
  package private(set) var download: Download?
  /// The error that the host app reported about a failed release, if any.
  package private(set) var error: ErrorFingerprint?

  package static func staged(_ update: Update, from download: Download) -> UsageReport {
    UsageReport(update: update, event: .staged, download: download)
  }

  package static func confirmed(_ update: Update) -> UsageReport {
    UsageReport(update: update, event: .confirmed)
  }

  package static func failed(
    _ update: Update, with error: ErrorFingerprint? = nil
  ) -> UsageReport {
    UsageReport(update: update, event: .failed, error: error)
  }
}

// MARK: - Writing

extension UsageReport {
  /// Returns the document that a device sends.
  package static func document(_ reports: [UsageReport]) -> [UInt8] {
    JSONWriter.write(.sorted(["reports": .list(reports.map(\.json))]))
  }

  package var json: JSONValue {
    var fields = update.fields
    fields["event"] = .string(event.rawValue)
    if let download {
      let isFallback = download.form == .fallback
      fields["form"] = .string((isFallback ? .full : download.form).rawValue)
      fields["bytes"] = .integer(download.bytes)
      if isFallback { fields["fallback"] = .bool(true) }
    }
    if let error { fields.merge(error.fields) { first, _ in first } }
    return .sorted(fields)
  }
}

extension UsageReport.Update {
  package var json: JSONValue { .sorted(fields) }

  fileprivate var fields: [String: JSONValue] {
    var fields: [String: JSONValue] = [
      "app": .string(channel.app), "channel": .string(channel.channel),
      "to": .string(to.description),
    ]
    if let from { fields["from"] = .string(from.description) }
    return fields
  }
}

// MARK: - Reading

extension UsageReport {
  /// Parses the reports in a document.
  ///
  /// Unknown fields are ignored.
  ///
  /// - Returns: The reports, and the number of reports with an event or form from a newer version.
  /// - Throws: ``JSONFieldFailure`` if a value is missing or invalid, or `JSONError` if the
  ///   document is not JSON.
  package static func read(
    _ document: [UInt8]
  ) throws -> (reports: [UsageReport], unknownCount: Int64) {
    let limits = JSONReader.Limits(bytes: maximumLength, values: maximumLength, depth: 8)
    let value = try JSONReader.read(document, file: "report", limits: limits).value
    var fields = try JSONFields(value, "the document")
    let list = try fields.array("reports")
    let reports = try list.enumerated().compactMap { index, report in
      try UsageReport(report.value, "report \(index + 1)")
    }
    return (reports, Int64(list.count - reports.count))
  }

  /// Parses a report, or returns `nil` if its event or form is unknown.
  ///
  /// - Parameters:
  ///   - value: The report.
  ///   - name: The name of the report in errors.
  /// - Throws: ``JSONFieldFailure`` if a value is missing or invalid.
  package init?(_ value: JSONValue, _ name: Message) throws(JSONFieldFailure) {
    var fields = try JSONFields(value, name)
    let update = try Update(&fields, name)
    guard let event = Event(rawValue: try fields.string("event")) else { return nil }
    guard event == .staged else {
      self.init(
        update: update, event: event, error: event == .failed ? ErrorFingerprint(&fields) : nil)
      return
    }
    guard let form = Form(rawValue: try fields.string("form")), form != .fallback else {
      return nil
    }
    let isFallback = try fields.flag("fallback")
    let bytes = try fields.integer("bytes", from: 0, to: Self.maximumBytes)
    self.init(
      update: update, event: event,
      download: Download(form: isFallback ? .fallback : form, bytes: bytes))
  }
}

extension UsageReport.Update {
  /// Parses an update.
  ///
  /// - Parameters:
  ///   - value: The update.
  ///   - name: The name of the update in errors.
  /// - Throws: ``JSONFieldFailure`` if a value is missing or invalid.
  package init(_ value: JSONValue, _ name: Message) throws(JSONFieldFailure) {
    var fields = try JSONFields(value, name)
    try self.init(&fields, name)
  }

  fileprivate init(_ fields: inout JSONFields, _ name: Message) throws(JSONFieldFailure) {
    let (app, channel) = (try fields.string("app"), try fields.string("channel"))
    guard let channel = try? ChannelName("\(app)/\(channel)") else {
      throw JSONFieldFailure("'app' or 'channel' of \(name) is not a name such as 'production'")
    }
    self.channel = channel
    from = try fields.optionalDigest("from")
    to = try fields.digest("to")
  }
}
