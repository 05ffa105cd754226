package import ErosCore
package import ErosTrust

/// A report of a device about an update.
///
/// It has no ID, no time and no address.
package struct DeviceReport: Sendable, Equatable {
  /// An event of an update.
  package enum Event: String, Sendable, CaseIterable {
    /// The release is downloaded and verified.
    case staged
    /// The release has started, and the app has confirmed it.
    case confirmed
    /// The trial of the release has failed.
    case failed
  }

  /// The form of a download.
  package enum Form: String, Sendable, CaseIterable {
    case delta, full
    /// The complete bundle, after a delta has failed.
    case fallback
  }

  /// The maximum length of a document.
  package static let maximumLength = ServerRequest.bodyLimit
  /// The maximum number of bytes of a download; larger numbers are invalid.
  private static let maximumBytes: Int64 = 1 << 32

  package let channel: ChannelName
  /// The release before the update; `nil` if it is not known.
  package let from: TreeHash?
  package let to: TreeHash
  package let event: Event
  /// The form of the download; `nil` for other events than ``Event/staged``.
  package let form: Form?
  /// The number of downloaded bytes.
  package let bytes: Int64

  package init(
    channel: ChannelName, from: TreeHash?, to: TreeHash, event: Event, form: Form? = nil,
    bytes: Int64 = 0
  ) {
    self.channel = channel
    self.from = from
    self.to = to
    self.event = event
    self.form = form
    self.bytes = bytes
  }

  /// Reads the reports of a document; unknown fields are ignored.
  ///
  /// - Returns: The reports, and the number of those with an event or a form of a later version.
  /// - Throws: `JSONFieldFailure` if a value is missing or invalid, and the errors of `JSONReader`.
  package static func read(
    _ document: [UInt8]
  ) throws -> (reports: [DeviceReport], unknownCount: Int64) {
    let limits = JSONReader.Limits(bytes: maximumLength, values: maximumLength, depth: 8)
    let value = try JSONReader.read(document, file: "report", limits: limits).value
    var fields = try JSONFields(value, "the document")
    let reports = try fields.array("reports")
    let known = try reports.enumerated().compactMap { index, report in
      try DeviceReport(report.value, "report \(index + 1)")
    }
    return (known, Int64(reports.count - known.count))
  }

  /// Reads a report; `nil` if its event or its form is unknown.
  private init?(_ value: JSONValue, _ name: String) throws {
    var fields = try JSONFields(value, name)
    let (app, channel) = (try fields.string("app"), try fields.string("channel"))
    guard let channel = try? ChannelName("\(app)/\(channel)") else {
      throw JSONFieldFailure("'app' or 'channel' of \(name) is not a name such as 'production'")
    }
    self.channel = channel
    from = try fields.optionalDigest("from")
    to = try fields.digest("to")
    guard let event = Event(rawValue: try fields.string("event")) else { return nil }
    self.event = event
    guard event == .staged else {
      (form, bytes) = (nil, 0)
      return
    }
    guard let form = Form(rawValue: try fields.string("form")), form != .fallback else {
      return nil
    }
    self.form = try fields.flag("fallback") ? .fallback : form
    bytes = try fields.integer("bytes", from: 0, to: Self.maximumBytes)
  }
}
