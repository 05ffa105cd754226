import ErosConfig
import ErosCore
import ErosStore
import ErosTransport
import ErosTrust

extension NativeConfig {
  /// Returns what ``validate()`` finds, and the values in `release` that commands refuse.
  func findings() -> [Finding] {
    (validate() + releaseFindings() + nameFindings()).inPositionOrder
  }

  private func releaseFindings() -> [Finding] {
    let checks: [(String, ConfigFindingCode, (String) throws -> Void)] = [
      ("release.store", .storeMalformed, { _ = try StoreLocation($0) }),
      ("release.channel", .channelMalformed, { _ = try ChannelName($0) }),
    ]
    return checks.compactMap { key, code, parse in
      guard let text = string(at: key), !text.isEmpty else { return nil }
      do {
        try parse(text)
        return nil
      } catch {
        let error = error as? any ErosError
        return finding(
          code, at: key, "'\(key)': \(error?.problem ?? "malformed value")",
          remedy: error?.remedy)
      }
    }
  }
}

extension NativeConfig {
  /// The app in this app's channels: the one in `release.channel`, or the app's name.
  var channelApp: String? {
    string(at: "release.channel").flatMap { try? ChannelName($0).app } ?? appName
  }

  /// Warns if no channel can have the app's name, so that its bundles cannot be published.
  private func nameFindings() -> [Finding] {
    guard let name = appName, !name.isEmpty, string(at: "release.channel") ?? "" == "",
      (try? ChannelName(name + "/production")) == nil
    else { return [] }
    let nameFinding = finding(
      .channelMalformed, at: "appName",
      "a channel cannot have the name '\(name.escapedForDisplay)', so bundles of the app cannot be published: names of channels have only ASCII letters, digits, '.', '-' and '_'",
      remedy: "name the channel in 'release.channel', such as 'my-app/production'")
    return [nameFinding.with(.warning)]
  }
}
