import ErosCore
import ErosRegistry
import ErosSyntax

/// Compares names that exist on one platform only.
enum SpellingComparison {
  /// Reports modules or components with similar names, each registered on one platform only.
  static func findings(
    _ kind: SourceRegistration.Kind, in registrations: [SourceRegistration]
  ) -> [Finding] {
    let names = { (platform: Platform) in
      registrations.filter { $0.kind == kind && $0.platform == platform }
        .map { SourceName(value: $0.name, position: $0.position) }
        .sorted { $0.position < $1.position }
    }
    return findings(kind.title, ios: names(.ios), android: names(.android))
  }

  /// Reports each iOS name that Android lacks if it resembles an Android name that iOS lacks.
  static func findings(
    _ what: Message, of owner: Message? = nil, ios: [SourceName], android: [SourceName]
  ) -> [Finding] {
    let left = Set(ios.map(\.value))
    let right = Set(android.map(\.value))
    let candidates = right.subtracting(left).sorted(by: inByteOrder)
    let others = Dictionary(android.map { ($0.value, $0) }) { first, _ in first }
    let spelling = Spelling.Budget()
    var reported: Set<String> = []
    return ios.compactMap { name in
      // Short names are too similar to each other.
      guard name.value.utf8.count > 4, !right.contains(name.value),
        reported.insert(name.value).inserted,
        let similar = Spelling.nearest(to: name.value, among: candidates, within: spelling),
        let other = others[similar]
      else { return nil }
      return Finding(
        .spellingDiffers, at: name.position,
        owner.map {
          "the \(what) '\(name.value.escapedForDisplay)' of the \($0) is '\(similar.escapedForDisplay)' on Android (\(other.position))"
        }
          ?? "the \(what) '\(name.value.escapedForDisplay)' is '\(similar.escapedForDisplay)' on Android (\(other.position))",
        "use one name on both platforms")
    }
  }
}
