extension [Finding] {
  /// Merges two findings that differ only in the platform they mention.
  ///
  /// The merged finding takes the first one's place.
  package func mergingPlatforms() -> [Finding] {
    var indices: [FindingTemplate: [Platform: Int]] = [:]
    for (index, finding) in enumerated() {
      guard let platform = finding.onlyPlatform else { continue }
      let key = FindingTemplate(
        finding: finding.replacingMessage(""),
        message: "\(finding.message)".replacing(platform.displayName, with: "\u{0}"))
      if indices[key]?[platform] == nil { indices[key, default: [:]][platform] = index }
    }
    var result = map { Optional($0) }
    for platforms in indices.values where platforms.count == Platform.allCases.count {
      let positions = platforms.values.sorted()
      guard let first = positions.first, let platform = self[first].onlyPlatform else { continue }
      let names = Platform.allCases.map(\.displayName).sorted(by: >).joined(separator: " and ")
      result[first] = self[first].replacingMessage(
        self[first].message.mapping { $0.replacing(platform.displayName, with: names) })
      for other in positions.dropFirst() { result[other] = nil }
    }
    return result.compactMap(\.self)
  }
}

/// A finding without the platform in its message.
private struct FindingTemplate: Hashable {
  let finding: Finding
  let message: String
}

extension Finding {
  /// `nil` if the message names no platform or several.
  fileprivate var onlyPlatform: Platform? {
    let text = "\(message)"
    let named = Platform.allCases.filter { text.contains($0.displayName) }
    return named.count == 1 ? named.first : nil
  }
}
