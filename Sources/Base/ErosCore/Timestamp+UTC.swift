extension Timestamp {
  private static let daysPerEra = 146_097
  private static let millisecondsPerDay: Int64 = 86_400_000

  /// Parses a date such as `2030-01-01T00:00:00Z`, as in TUF metadata.
  ///
  /// Returns `nil` for any other form and for a date that does not exist.
  package init?(utc text: String) {
    let bytes = Array(text.utf8)
    let form = Array("0000-00-00T00:00:00Z".utf8)
    guard bytes.count == form.count else { return nil }
    var fields: [Int] = [0]
    for (byte, expected) in zip(bytes, form) {
      if expected == UInt8(ascii: "0") {
        guard byte.isDigit else { return nil }
        fields[fields.count - 1] = fields[fields.count - 1] * 10 + Int(byte - UInt8(ascii: "0"))
      } else {
        guard byte == expected else { return nil }
        fields.append(0)
      }
    }
    let (year, month, day) = (fields[0], fields[1], fields[2])
    let (hour, minute, second) = (fields[3], fields[4], fields[5])
    guard year > 0, (1...12).contains(month), hour < 24, minute < 60, second < 60,
      day >= 1, day <= Self.days(inMonth: month, of: year)
    else { return nil }
    let seconds = (hour * 60 + minute) * 60 + second
    self.init(
      milliseconds: Int64(Self.days(year, month, day)) * Self.millisecondsPerDay
        + Int64(seconds) * 1000)
  }

  /// The form in TUF metadata.
  ///
  /// Omits milliseconds.
  package var utc: String {
    let (year, month, day) = Self.date(ofDay: self.day)
    return "\(Self.padded(year, 4))-\(Self.padded(month, 2))-\(Self.padded(day, 2))T\(timeOfDay)Z"
  }

  /// Whole days since 1970-01-01, rounded down.
  var day: Int {
    Int((Double(milliseconds) / Double(Self.millisecondsPerDay)).rounded(.down))
  }

  /// For example `08:49:37`.
  var timeOfDay: String {
    let seconds = Int(milliseconds - Int64(day) * Self.millisecondsPerDay) / 1000
    return [seconds / 3600, seconds / 60 % 60, seconds % 60].map { Self.padded($0, 2) }
      .joined(separator: ":")
  }

  /// Pads with zeros.
  static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }

  private static func days(inMonth month: Int, of year: Int) -> Int {
    let next = month == 12 ? days(year + 1, 1, 1) : days(year, month + 1, 1)
    return next - days(year, month, 1)
  }

  /// Returns the days from 1970-01-01 to a Gregorian date.
  ///
  /// Years start in March, so that a leap day comes last.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let year = month > 2 ? year : year - 1
    let era = year / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * daysPerEra + dayOfEra - 719_468
  }

  /// Returns the date `count` days after 1970-01-01.
  static func date(ofDay count: Int) -> (year: Int, month: Int, day: Int) {
    let days = count + 719_468
    let era = days / daysPerEra
    let dayOfEra = days - era * daysPerEra
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * month + 2) / 5 + 1
    return (era * 400 + yearOfEra + (month < 10 ? 0 : 1), month < 10 ? month + 3 : month - 9, day)
  }
}
