public import ErosCore

/// A change that makes a bundle smaller.
public struct Advice: Hashable, Sendable {
  enum Kind: String, Sendable, CaseIterable {
    /// Files have equal contents.
    case duplicate
    /// An image exceeds ``ImageLimits``.
    case oversizedImage
    /// A script contains comments and indentation.
    case unminifiedScript
    /// A source map is in the bundle.
    case sourceMap
    /// Scripts contain the same code.
    case sharedCode
  }

  let kind: Kind
  /// Affected files, sorted by path or by descending share.
  public let paths: [BundlePath]
  /// Bytes by which the zip shrinks, at least 1.
  public let saving: UInt64
  /// `true` if ``saving`` is estimated rather than measured.
  public let isEstimate: Bool
  /// Reason and change, in a sentence without a full stop.
  public let message: Message

  /// Maximum number of items in a report.
  static let maximumCount = 100

  init(
    _ kind: Kind, _ paths: [BundlePath], saving: UInt64, isEstimate: Bool = false,
    _ message: Message
  ) {
    self.kind = kind
    self.paths = paths
    self.saving = saving
    self.isEstimate = isEstimate
    self.message = message
  }

  /// Returns the largest savings, largest first.
  static func ranked(_ advice: [Advice]) -> [Advice] {
    let sorted = advice.filter { $0.saving > 0 }.sorted { left, right in
      left.saving == right.saving
        ? left.paths.lexicographicallyPrecedes(right.paths) : left.saving > right.saving
    }
    return Array(sorted.prefix(maximumCount))
  }
}

extension Advice {
  init(_ group: DuplicateFiles) {
    self.init(
      .duplicate, group.paths, saving: group.wastedSize,
      "\(group.paths.count) files have equal contents; keep one of them")
  }

  /// Advises to move shared code into a common script, or returns `nil` if that saves nothing.
  init?(_ shared: SharedCode) {
    guard shared.saving > 0 else { return nil }
    let paths = shared.sizes.sorted { left, right in
      left.value == right.value ? left.key < right.key : left.value > right.value
    }.map(\.key)
    self.init(
      .sharedCode, paths, saving: shared.saving,
      "\(paths.count) scripts contain the same code; move it to a common script")
  }

  /// Advises to shrink an image, or returns `nil` if it is within the limits.
  ///
  /// The estimate assumes that size is proportional to the number of pixels.
  init?(_ file: BundleReport.File, _ limits: ImageLimits) {
    let codes = Set(file.imageFindings.map(\.code))
    var saving: UInt64 = 0
    var changes: [Message] = []
    if codes.contains(ImageFindingCode.tooManyPixels.rawValue), let image = file.image {
      let longest = max(image.width, image.height)
      let scale = Double(limits.side) / Double(longest)
      saving = UInt64(Double(file.compressedSize) * (1 - scale * scale))
      changes.append("a side has \(longest) pixels; scale it to \(limits.side)")
    }
    if codes.contains(ImageFindingCode.tooManyBytes.rawValue) {
      let excess = file.compressedSize > limits.bytes ? file.compressedSize - limits.bytes : 0
      saving = max(saving, excess)
      changes.append(
        "the image has \(file.size.readableSize); compress it to \(limits.bytes.readableSize)")
    }
    guard !changes.isEmpty else { return nil }
    self.init(
      .oversizedImage, [file.path], saving: saving, isEstimate: true,
      changes.joined(separator: ", and "))
  }

  /// Advises to leave out a source map, or returns `nil` for any different file.
  init?(sourceMap file: BundleReport.File) {
    guard FileKind.fileExtension(of: file.path.string) == "map" else { return nil }
    self.init(
      .sourceMap, [file.path], saving: file.compressedSize,
      "apps do not read source maps; keep it out of the bundle")
  }
}
