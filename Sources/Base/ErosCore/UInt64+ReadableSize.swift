extension UInt64 {
  /// The number of bytes for people, with a unit that leaves at most four digits, such as `21.0 KB`.
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
