package import ErosCore

/// Values for platforms, such as `{"ios": "1.2.0"}` in metadata.
extension [Platform: String] {
  /// Parses the members of an object.
  ///
  /// Other keys are ignored, because a newer version may add platforms.
  package init(platforms members: [JSONObject.Member]) {
    self.init()
    for member in members {
      guard let platform = Platform(rawValue: member.key) else { continue }
      self[platform] = member.node.value.string
    }
  }

  /// The values as an object.
  package var json: JSONValue {
    var members: [String: JSONValue] = [:]
    for (platform, value) in self { members[platform.rawValue] = .string(value) }
    return .sorted(members)
  }
}
