import ErosCore

/// The form of times in route maps: RFC 1123, in UTC, with seconds.
public enum DeployTime {
  /// Formats a time such as `Mon, 19 Feb 2018 14:08:49 GMT`.
  public static func text(secondsSince1970 seconds: Int64) -> String {
    Timestamp(milliseconds: seconds * 1000).httpDate
  }

  /// Accepts times since 1970 whose weekday is correct.
  public static func isValid(_ text: String) -> Bool {
    Timestamp(httpDate: text).map { $0.milliseconds >= 0 } ?? false
  }
}
