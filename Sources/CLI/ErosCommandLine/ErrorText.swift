import ErosCore

package enum ErrorText {
  /// Returns the lines of a problem and its remedy.
  ///
  /// Documentation pages get their installed paths.
  package static func lines(
    _ problem: String, _ remedy: String?, label: String = "error: ", hint: String = "hint: "
  ) -> String {
    var text = "\(label)\(problem.escapedLinesForDisplay)\n"
    if let remedy { text += "\(hint)\(InstalledPages.resolve(remedy).escapedLinesForDisplay)\n" }
    return text
  }
}
