import ErosCore

/// The format of times in route maps: RFC 1123, in UTC, with seconds.
public enum DeployTime {
  /// Formats a number of seconds since 1970, such as `Mon, 19 Feb 2018 14:08:49 GMT`.
  public static func text(secondsSince1970 seconds: Int64) -> String {
    Timestamp(milliseconds: seconds * 1000).httpDate
  }

  /// Returns whether `text` is a time since 1970 with the correct weekday.
  public static func isValid(_ text: String) -> Bool {
    Timestamp(httpDate: text).map { $0.milliseconds >= 0 } ?? false
  }
}
