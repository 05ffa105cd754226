/// The format of times in route maps: RFC 1123, in UTC, with seconds.
public enum DeployTime {
  private static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
  private static let daySeconds: Int64 = 86_400

  /// Formats a number of seconds since 1970, such as `Mon, 19 Feb 2018 14:08:49 GMT`.
  public static func text(secondsSince1970 seconds: Int64) -> String {
    let (days, second) = seconds.quotientAndRemainder(dividingBy: daySeconds)
    let (year, month, day) = date(ofDay: days)
    let time = [second / 3600, second / 60 % 60, second % 60].map(twoDigits)
    return """
      \(weekdays[Int(days % 7)]), \(twoDigits(day)) \(months[month - 1]) \(year) \
      \(time.joined(separator: ":")) GMT
      """
  }

  /// Returns whether `text` is a time since 1970 with the correct weekday.
  public static func isValid(_ text: String) -> Bool {
    let fields = text.split(separator: " ", omittingEmptySubsequences: false)
    guard fields.count == 6, let month = months.firstIndex(of: String(fields[2])) else {
      return false
    }
    let clock = fields[4].split(separator: ":", omittingEmptySubsequences: false)
    let numbers = ([fields[1], fields[3]] + clock).map { Int64($0) ?? -1 }
    guard numbers.count == 5, (1...31).contains(numbers[0]), (1970...9999).contains(numbers[1]),
      (0...23).contains(numbers[2]), (0...59).contains(numbers[3]), (0...59).contains(numbers[4])
    else { return false }
    let year = numbers[1]
    let days =
      (1970..<year).reduce(0) { $0 + length(ofYear: $1) }
      + (0..<month).reduce(0) { $0 + length(ofMonth: $1 + 1, in: year) } + numbers[0] - 1
    let seconds = ((days * 24 + numbers[2]) * 60 + numbers[3]) * 60 + numbers[4]
    return self.text(secondsSince1970: seconds).utf8.elementsEqual(text.utf8)
  }

  /// Returns the date of a day; day 0 is 1 January 1970.
  private static func date(ofDay days: Int64) -> (year: Int64, month: Int, day: Int64) {
    // 400 years always have 146,097 days.
    var year = 1970 + days / 146_097 * 400
    var rest = days % 146_097
    while rest >= length(ofYear: year) {
      rest -= length(ofYear: year)
      year += 1
    }
    var month = 1
    while rest >= length(ofMonth: month, in: year) {
      rest -= length(ofMonth: month, in: year)
      month += 1
    }
    return (year, month, rest + 1)
  }

  private static func isLeap(_ year: Int64) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  private static func length(ofYear year: Int64) -> Int64 { isLeap(year) ? 366 : 365 }

  private static func length(ofMonth month: Int, in year: Int64) -> Int64 {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private static func twoDigits(_ number: Int64) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }
}
