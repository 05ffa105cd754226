extension UInt64 {
  /// A size such as `21.0 KB`, with a unit that leaves at most four digits.
  package var readableSize: String {
    var value = Double(self)
    for unit in ["B", "KB", "MB", "GB", "TB"] {
      if value < 1000 || unit == "TB" {
        let tenths = UInt64((value * 10).rounded())
        return unit == "B" ? "\(self) B" : "\(tenths / 10).\(tenths % 10) \(unit)"
      }
      value /= 1000
    }
    return "\(self) B"
  }
}
