import ErosCore

/// Sizes above which an image counts as oversized.
///
/// ```swift
/// let limits = ImageLimits(side: 1024, bytes: 100_000)
/// let reporter = BundleReporter(BundleVerifier(threads: 2), imageLimits: limits)
/// ```
public struct ImageLimits: Hashable, Sendable {
  /// Maximum pixels along a side.
  public var side: Int
  /// Maximum size of the file in bytes.
  public var bytes: UInt64

  /// Creates limits.
  ///
  /// The defaults suit screens and connections of phones.
  public init(side: Int = 2048, bytes: UInt64 = 200_000) {
    self.side = side
    self.bytes = bytes
  }

  func findings(_ reading: ImageReading, path: BundlePath, size: UInt64) -> [Finding] {
    func finding(_ code: ImageFindingCode, _ message: Message) -> Finding {
      Finding(code, subject: path.string, message)
    }
    let declared = FileKind.fileExtension(of: path.string)
      .flatMap { ImageHeader.Format(fileExtension: $0) }
    switch reading {
    case .notAnImage:
      return declared.map {
        [
          finding(
            .wrongContent, "named .\($0.rawValue), but the content is not PNG, JPEG, GIF or WebP")
        ]
      } ?? []
    case .damaged(_, let reason): return [finding(.unreadable, reason)]
    case .incomplete: return [finding(.unreadable, "header truncated, or longer than 1 MiB")]
    case .image(let header):
      var findings: [Finding] = []
      let longest = max(header.width, header.height)
      if longest > side {
        findings.append(
          finding(.tooManyPixels, "a side has \(longest) pixels; the limit is \(side)"))
      }
      if size > bytes {
        findings.append(
          finding(.tooManyBytes, "the file has \(size) bytes; the limit is \(bytes)"))
      }
      if let declared, declared != header.format {
        findings.append(
          finding(
            .wrongContent,
            "named .\(declared.rawValue), but the content is \(header.format.rawValue)"))
      }
      return findings
    }
  }
}
