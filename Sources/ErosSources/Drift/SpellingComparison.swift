import ErosCore
import ErosRegistry
import ErosSyntax

/// A comparison of the names that only one platform has.
enum SpellingComparison {
  /// Reports names of `ios` that resemble a name of `android` and that the other platform lacks.
  static func findings(
    _ what: String, of component: String, ios: [SourceName], android: [SourceName]
  ) -> [Finding] {
    let left = Set(ios.map(\.value))
    let right = Set(android.map(\.value))
    let candidates = right.subtracting(left).sorted(by: inByteOrder)
    var reported: Set<String> = []
    return ios.compactMap { name in
      // Short names are too similar to each other.
      guard name.value.utf8.count > 4, !right.contains(name.value),
        reported.insert(name.value).inserted,
        let similar = Spelling.nearest(to: name.value, among: candidates),
        let other = android.first(where: { $0.value == similar })
      else { return nil }
      return Finding(
        .spellingDiffers, at: name.position,
        "the \(what) '\(name.value.escapedForDisplay)' of the component "
          + "'\(component.escapedForDisplay)' is '\(similar.escapedForDisplay)' on Android "
          + "(\(other.position))",
        "use one name on both platforms")
    }
  }
}
