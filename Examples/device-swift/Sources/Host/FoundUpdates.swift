import ErosDevice

/// Returns the text with which an app offers an update, or `nil` if it need not ask.
func offer(_ result: FetchResult, languages: [String]) -> String? {
  guard result.outcome == .available, let release = result.release else { return nil }
  let notes = release.notes(for: languages) ?? "A new version is available."
  return switch release.urgency {
  case .low: nil
  case .normal: notes
  case .critical: "Please update now. " + notes
  }
}
