import ErosPublish
import ErosStore

extension RolloutSimulationReport {
  private static let width = 720.0
  private static let height = 300.0
  private static let left = 64.0
  private static let top = 56.0
  private static let pointCount = 160

  /// Draws the share of devices that have the release over time, as SVG.
  ///
  /// One chart is for the failing release, one for a release as healthy as the previous one. The
  /// colors match `eros report` and the console.
  func picture() -> String {
    let (failing, good) = planForecasts
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 860 820" width="860" height="820" role="img" aria-label="Simulated rollouts">
      <style>
      svg { background: #ffffff; color: #1a2130; --line: #dfe3ea; --soft: #566074; --good: #0f7040; --bad: #b3261e; font: 13px system-ui, sans-serif; }
      @media (prefers-color-scheme: dark) { svg { background: #181c24; color: #e8ebf1; --line: #2b313d; --soft: #9ba5b7; --good: #5fd39a; --bad: #ff9389; } }
      text { fill: currentColor; } .title { font-size: 16px; font-weight: 600; } .soft { fill: var(--soft); }
      .grid { stroke: var(--line); } .good { fill: var(--good); stroke: var(--good); } .bad { fill: var(--bad); stroke: var(--bad); }
      .range { fill-opacity: 0.2; stroke: none; } .median { fill: none; stroke-width: 2; }
      </style>
      <text x="\(Int(Self.left))" y="28" class="title">Plan \(plan), stop at \(stopAt), \(devices) devices</text>
      \(chart(failing, releases[0], "bad", at: 0))
      \(chart(good, releases[2], "good", at: 390))
      </svg>

      """
  }

  /// Draws one chart below the vertical position `offset`.
  private func chart(
    _ forecast: RolloutForecast, _ row: Row, _ color: String, at offset: Double
  ) -> String {
    let points = forecast.points(Self.pointCount)
    let hours = Double(max(points.last?.hour ?? 1, 1))
    let maximum = Self.scale(points.map(\.high).max() ?? 1)
    let base = offset + Self.top + Self.height
    let x = { (hour: Double) in Self.left + hour / hours * Self.width }
    let y = { (share: Double) in base - share / maximum * Self.height }
    let coordinates = { (point: RolloutForecast.Point, share: Double) in
      Self.number(x(Double(point.hour))) + "," + Self.number(y(share))
    }
    let range =
      points.map { coordinates($0, $0.high) } + points.reversed().map { coordinates($0, $0.low) }
    let median = points.map { coordinates($0, $0.median) }
    let grid = (0...4).map { part in
      let (share, hour) = (maximum * Double(part) / 4, hours * Double(part) / 4)
      return """
        <line x1="\(Self.number(Self.left))" x2="\(Self.number(Self.left + Self.width))" y1="\(Self.number(y(share)))" y2="\(Self.number(y(share)))" class="grid"/>
        <text x="\(Self.number(Self.left - 8))" y="\(Self.number(y(share) + 4))" class="soft" text-anchor="end">\(Self.percent(share))</text>
        <text x="\(Self.number(x(hour)))" y="\(Self.number(base + 20))" class="soft" text-anchor="middle">\(Readable.fixed(hour, hours < 48 ? 1 : 0)) h</text>
        """
    }
    return """
      <text x="\(Self.number(Self.left))" y="\(Self.number(offset + Self.top - 10))">\(Self.percent(row.failures)) of the trials fail: \(Self.percent(row.stopped)) of the rollouts are stopped; \(Self.percent(row.devicesAtEnd)) of the devices have the release at the end (median)</text>
      \(grid.joined(separator: "\n"))
      <polygon points="\(range.joined(separator: " "))" class="\(color) range"/>
      <polyline points="\(median.joined(separator: " "))" class="\(color) median"/>
      """
  }

  /// Returns where the axis must end to show `share`.
  private static func scale(_ share: Double) -> Double {
    [0.01, 0.02, 0.04, 0.08, 0.2, 0.4, 0.8].first { share <= $0 } ?? 1
  }

  private static func number(_ value: Double) -> String { Readable.fixed(value, 1) }

  static func percent(_ share: Double) -> String {
    "\(Readable.fixed(share * 100, share > 0 && share < 0.1 ? 2 : 1)) %"
  }
}
