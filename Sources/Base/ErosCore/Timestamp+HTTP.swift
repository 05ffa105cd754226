extension Timestamp {
  private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Parses the form of ``httpDate``.
  ///
  /// Returns `nil` for any other form, for a date that does not exist, and for a wrong weekday.
  package init?(httpDate text: String) {
    let fields = text.split(separator: " ", omittingEmptySubsequences: false)
    guard fields.count == 6, let month = Self.months.firstIndex(of: String(fields[2])) else {
      return nil
    }
    let (day, year, time) = (fields[1], fields[3], fields[4])
    self.init(utc: "\(year)-\(Self.padded(month + 1, 2))-\(day)T\(time)Z")
    guard httpDate.utf8.elementsEqual(text.utf8) else { return nil }
  }

  /// The form for HTTP (RFC 9110, section 5.6.7), such as `Sun, 06 Nov 1994 08:49:37 GMT`.
  ///
  /// Omits milliseconds.
  package var httpDate: String {
    let (year, month, day) = Self.date(ofDay: self.day)
    // 1970 began on a Thursday.
    let weekday = Self.weekdays[((self.day + 4) % 7 + 7) % 7]
    return "\(weekday), \(Self.padded(day, 2)) \(Self.months[month - 1]) \(Self.padded(year, 4)) "
      + "\(timeOfDay) GMT"
  }
}
