extension Sequence<TreeHash> {
  private static var minimumDigits: Int { 6 }

  /// Returns the only release whose name starts with `name`.
  ///
  /// Returns `nil` if there is none or several, or if `name` has fewer than six digits.
  package func only(startingWith name: String) -> TreeHash? {
    let matches = filter { $0.description.hasPrefix(name) }
    return name.utf8.count >= Self.minimumDigits && matches.count == 1 ? matches.first : nil
  }
}
