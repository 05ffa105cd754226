public import ErosCore

/// Codes for findings about images.
public enum ImageFindingCode: String, FindingCode {
  /// A side is longer than ``ImageLimits/side``.
  case tooManyPixels
  /// A file is larger than ``ImageLimits/bytes``.
  case tooManyBytes
  /// Contents do not match the file name extension.
  case wrongContent
  /// A header is damaged or truncated.
  case unreadable

  public var severity: Finding.Severity { .warning }

  /// `true` if the image is oversized.
  public var isOversize: Bool { self == .tooManyPixels || self == .tooManyBytes }
}
