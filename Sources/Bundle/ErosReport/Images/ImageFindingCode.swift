public import ErosCore

/// The codes of findings about images.
public enum ImageFindingCode: String, FindingCode {
  /// A side is longer than ``ImageLimits/side``.
  case tooManyPixels
  /// The file is larger than ``ImageLimits/bytes``.
  case tooManyBytes
  /// The contents do not match the file name extension.
  case wrongContent
  /// The header is damaged or truncated.
  case unreadable

  public var severity: Finding.Severity { .warning }

  /// Whether the image is oversized.
  public var isOversize: Bool { self == .tooManyPixels || self == .tooManyBytes }
}
