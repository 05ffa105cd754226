import ErosCore

/// The text of a progress bar, on one line of the terminal.
struct ProgressLine {
  enum Unit: Sendable {
    case bytes, count
    /// Shown in percent.
    case share
    /// Unknown progress: only the label is shown.
    case unknown
  }

  let label: String
  let done: UInt64
  let total: UInt64
  let unit: Unit
  /// Progress per second, if it is known already.
  let rate: Double?

  private static let barWidths = [30, 20, 10]
  private static let maximumSecondsLeft = 100.0 * 3600

  /// Returns the most detailed text that fits into `columns` columns.
  ///
  /// The last column stays empty, because some terminals start a new line after it.
  func text(columns: Int) -> String {
    let width = max(0, columns - 1)
    return forms.first { $0.count <= width } ?? String(label.prefix(width))
  }

  /// The texts, starting with the most detailed.
  private var forms: [String] {
    guard unit != .unknown else { return [label + " …"] }
    let complete = list(amount, rateText, timeLeft)
    return Self.barWidths.map { "\(label) \(bar($0)) \(complete)" }
      + [
        "\(label) \(complete)", "\(label) \(list(amount, timeLeft))",
        "\(label) \(list(percent, timeLeft))", "\(label) \(percent)", percent,
      ]
  }

  private func list(_ parts: String?...) -> String {
    parts.compactMap(\.self).joined(separator: ", ")
  }

  private var share: Double { total == 0 ? 1 : min(1, Double(done) / Double(total)) }

  private var percent: String { "\(Int(share * 100)) %" }

  private func bar(_ width: Int) -> String {
    let filled = Int(share * Double(width))
    return "[" + String(repeating: "#", count: filled)
      + String(repeating: ".", count: width - filled) + "]"
  }

  private var amount: String {
    switch unit {
    case .bytes: "\(Readable.size(done)) of \(Readable.size(total))"
    case .count: "\(done) of \(total)"
    case .share, .unknown: percent
    }
  }

  private var rateText: String? {
    guard unit == .bytes, let rate, rate >= 1, rate < 1e15 else { return nil }
    return "\(Readable.size(UInt64(rate)))/s"
  }

  private var timeLeft: String? {
    guard let rate, rate > 0, done < total else { return nil }
    let seconds = Double(total - done) / rate
    guard seconds < Self.maximumSecondsLeft else { return nil }
    let whole = Int(seconds.rounded(.up))
    let minutes = (whole + 59) / 60
    if whole < 60 { return "\(whole) s left" }
    return minutes < 60 ? "\(minutes) min left" : "\(minutes / 60) h \(minutes % 60) min left"
  }
}
