import ErosCore
import ErosTrust

/// A report about an update on this device, which does not contain anything that identifies the device.
struct UpdateReport: Hashable {
  /// An update from one release to another.
  struct Update: Hashable {
    /// The channel of the new release.
    let channel: ChannelName
    /// The release that ran when the new one was staged; `nil` before the first start.
    let from: TreeHash?
    /// The new release.
    let to: TreeHash
  }

  /// An event of an update.
  enum Event: Hashable {
    /// The release was staged.
    case staged(Download)
    /// The app confirmed the release, or it ran without a trial.
    case confirmed
    /// The release failed its trial, or was rolled back during it.
    case failed
  }

  /// The file from which a release was staged.
  struct Download: Hashable {
    let form: FetchAnswer.Artifact.Form
    /// The number of bytes of the file.
    let bytes: UInt64
    /// Whether a patch failed, so that the complete bundle was used.
    let isFallback: Bool
  }

  let update: Update
  let event: Event
}

// MARK: - JSON

extension UpdateReport.Update {
  init?(_ object: JSONObject) {
    guard let app = object["app"]?.string, let channel = object["channel"]?.string,
      let name = try? ChannelName("\(app)/\(channel)"),
      let to = object["to"]?.string.flatMap({ TreeHash($0) })
    else { return nil }
    self.init(channel: name, from: object["from"]?.string.flatMap { TreeHash($0) }, to: to)
  }

  /// The fields of the update.
  var fields: [String: JSONValue] {
    var fields: [String: JSONValue] = [
      "app": .string(channel.app), "channel": .string(channel.channel),
      "to": .string(to.description),
    ]
    if let from { fields["from"] = .string(from.description) }
    return fields
  }
}

extension UpdateReport {
  private static let (staged, confirmed, failed) = ("staged", "confirmed", "failed")

  init?(_ object: JSONObject) {
    guard let update = Update(object) else { return nil }
    let event: Event
    switch object["event"]?.string {
    case Self.confirmed: event = .confirmed
    case Self.failed: event = .failed
    case Self.staged:
      guard let form = object["form"]?.string.flatMap(FetchAnswer.Artifact.Form.init),
        let bytes = object["bytes"]?.integer.flatMap({ UInt64(exactly: $0) })
      else { return nil }
      let isFallback = object["fallback"]?.bool ?? false
      event = .staged(Download(form: form, bytes: bytes, isFallback: isFallback))
    default: return nil
    }
    self.init(update: update, event: event)
  }

  /// The report as the server gets it.
  var json: JSONValue {
    var fields = update.fields
    switch event {
    case .confirmed: fields["event"] = .string(Self.confirmed)
    case .failed: fields["event"] = .string(Self.failed)
    case .staged(let download):
      fields["event"] = .string(Self.staged)
      fields["form"] = .string(download.form.rawValue)
      fields["bytes"] = .integer(Int64(clamping: download.bytes))
      if download.isFallback { fields["fallback"] = .bool(true) }
    }
    return .sorted(fields)
  }
}
