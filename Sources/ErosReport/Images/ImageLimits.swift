import ErosCore

/// From when on an image is called oversized.
public struct ImageLimits: Hashable, Sendable {
  /// The most pixels that a side may have.
  public var side: Int
  /// The most bytes that the file may have.
  public var bytes: UInt64

  /// What a screen of a phone shows, and what a phone loads without a wait.
  public init(side: Int = 2048, bytes: UInt64 = 200_000) {
    self.side = side
    self.bytes = bytes
  }

  func findings(_ reading: ImageReading, path: BundlePath, size: UInt64) -> [ImageFinding] {
    let promised = FileKind.fileExtension(of: path.string)
      .flatMap { ImageHeader.Format(fileExtension: $0) }
    switch reading {
    case .noImage:
      return promised.map { [.wrongContent("it is called .\($0.rawValue), but is none")] } ?? []
    case .damaged(_, let reason): return [.unreadable(reason)]
    case .incomplete: return [.unreadable("its header is cut, or too long")]
    case .image(let header):
      var findings: [ImageFinding] = []
      if max(header.width, header.height) > side { findings.append(.tooManyPixels) }
      if size > bytes { findings.append(.tooManyBytes) }
      if let promised, promised != header.format {
        findings.append(
          .wrongContent("it is called .\(promised.rawValue), but is \(header.format.rawValue)"))
      }
      return findings
    }
  }
}

/// What is odd about an image.
@nonexhaustive
public enum ImageFinding: Hashable, Sendable {
  /// A side is longer than ``ImageLimits/side``.
  case tooManyPixels
  /// The file is larger than ``ImageLimits/bytes``.
  case tooManyBytes
  /// The file is not what its name says.
  case wrongContent(String)
  /// The header tells no size.
  case unreadable(String)

  /// The word for scripts.
  public var code: String {
    switch self {
    case .tooManyPixels: "tooManyPixels"
    case .tooManyBytes: "tooManyBytes"
    case .wrongContent: "wrongContent"
    case .unreadable: "unreadable"
    }
  }

  /// What was found, where the code does not say it all.
  public var detail: String? {
    switch self {
    case .tooManyPixels, .tooManyBytes: nil
    case .wrongContent(let text), .unreadable(let text): text
    }
  }

  /// Whether it is about the image's size.
  public var isOversize: Bool { self == .tooManyPixels || self == .tooManyBytes }
}
