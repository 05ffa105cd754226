import ErosBundle
import ErosCore
import ErosCrypto

/// One way to encode a delta's content.
///
/// The encoder tries several and keeps the smallest.
struct ContentAttempt: Sendable {
  /// If all old files are at most this large, they are also tried as the reference.
  private static let smallRelease = 4 << 20
  /// If the reference is at most this large, it is also tried as the dictionary.
  private static let smallReference = 1 << 20

  /// Minimum length of a copy if only the bytes around gaps form the dictionary.
  private static let minimumCopy = 512
  /// Minimum length of a copy if the whole reference is the dictionary.
  ///
  /// The codec then encodes shorter matches equally well.
  private static let minimumCopyInFullDictionary = 2048
  /// Bytes on either side of a gap that go into the dictionary.
  private static let radius = 4096

  let script: DeltaScript
  /// Bytes that are not copied.
  let literals: [UInt8]
  let dictionary: [UInt8]

  /// Returns all candidates that are worth compressing.
  static func all(
    for content: [UInt8], _ script: DeltaScript, _ plan: [PlannedFile], _ old: some ContentTree,
    _ limits: DeltaLimits
  ) throws -> [ContentAttempt] {
    guard !content.isEmpty else {
      return [ContentAttempt(script, [], [])]
    }
    let unmatched = Reference.ofUnmatched(plan, old: old.files)
    var attempts = try all(for: content, script, .unmatched, unmatched, old, limits)
    let all = Reference.ofAll(old.files)
    if all.size <= smallRelease, all.files != unmatched.files {
      attempts += try self.all(for: content, script, .all, all, old, limits)
    }
    return attempts
  }

  /// Returns the candidates for one reference, slowest first.
  private static func all(
    for content: [UInt8], _ script: DeltaScript, _ kind: DeltaScript.ReferenceKind,
    _ reference: Reference, _ old: some ContentTree, _ limits: DeltaLimits
  ) throws -> [ContentAttempt] {
    var bytes: [UInt8] = []
    try reference.append(0..<reference.size, of: old, to: &bytes)
    let finder = CopyFinder(bytes)
    var near = script
    near.referenceKind = kind
    // Even if all copies have half this length, readers accept how many there are.
    let minimumLength = 2 * (content.count / max(1, limits.copies) + 1)
    near.copies = finder.copies(in: content, minimumLength: max(minimumLength, minimumCopy))
    near.radius = radius
    let isMuch = near.copies.literalSize * 20 > content.count
    var attempts: [ContentAttempt] = []
    if bytes.count <= smallReference || isMuch {
      var far = near
      far.copies = finder.copies(
        in: content, minimumLength: max(minimumLength, minimumCopyInFullDictionary))
      far.radius = bytes.count
      attempts.append(ContentAttempt(far, content, bytes))
    }
    attempts.append(ContentAttempt(near, content, bytes))
    let window = min(limits.window, UInt64(StreamCodec.maximumWindow))
    attempts.removeAll { $0.dictionary.count > window }
    guard attempts.isEmpty else { return attempts }
    near.radius = nil
    return [ContentAttempt(near, content, bytes)]
  }

  private init(_ script: DeltaScript, _ content: [UInt8], _ reference: [UInt8]) {
    self.script = script
    literals = script.copies.literals(of: content)
    dictionary = script.windows(in: reference.count)
      .flatMap { reference[$0] }
  }

  /// Compresses content and script, and calls `progress` with the number of newly compressed bytes.
  func encoded(
    old: [ContentFile], progress: (Int) -> Void
  ) throws(DeltaError) -> EncodedContent {
    EncodedContent(
      script: script, packedScript: try EncodedPart(script.encoded(old: old)),
      content: try EncodedPart(literals, dictionary: dictionary, progress: progress),
      dictionarySize: dictionary.count)
  }
}

extension CopyList {
  /// Returns the bytes of `content` that this list, which describes it, does not copy.
  func literals(of content: [UInt8]) -> [UInt8] {
    var literals: [UInt8] = []
    literals.reserveCapacity(literalSize)
    var position = 0
    for copy in copies {
      literals += content[position..<(position + copy.gap)]
      position += copy.gap + copy.count
    }
    return literals + content[position...]
  }
}

/// A delta's compressed part.
struct EncodedPart: Sendable {
  var codec: StreamCodec
  var size: Int
  var packed: [UInt8]

  var part: DeltaPart {
    DeltaPart(codec: codec, size: UInt64(size), packedSize: UInt64(packed.count))
  }
}

extension EncodedPart {
  /// Compresses `bytes`, or stores them if compression makes them longer.
  ///
  /// `progress` is called with the number of newly compressed bytes.
  init(
    _ bytes: [UInt8], dictionary: [UInt8] = [], progress: (Int) -> Void = { _ in }
  ) throws(DeltaError) {
    let packed = try LzmaEncoder.compress(bytes, dictionary: dictionary, progress: progress)
    let isSmaller = packed.count < bytes.count
    self.init(
      codec: isSmaller ? .lzma : .stored, size: bytes.count, packed: isSmaller ? packed : bytes)
  }
}

/// An attempt after compression.
struct EncodedContent: Sendable {
  let script: DeltaScript
  let packedScript: EncodedPart
  let content: EncodedPart
  let dictionarySize: Int

  var size: Int { packedScript.packed.count + content.packed.count }

  func delta(
    from old: some ContentTree, to new: some ContentTree, zip: PublishedZip?
  ) throws -> [UInt8] {
    let header = DeltaHeader(
      before: try old.treeHash(), after: try new.treeHash(), fileCount: UInt64(new.files.count),
      totalSize: new.files.reduce(0) { $0 + $1.size },
      copyCount: UInt64(script.copies.copies.count), dictionarySize: UInt64(dictionarySize),
      zip: zip, script: packedScript.part, content: content.part,
      contentChecksum: DeltaChecksum(try SHA256Digest.of(content.packed)))
    var delta = header.encoded() + packedScript.packed
    delta += DeltaChecksum(try SHA256Digest.of(delta)).bytes
    return delta + content.packed
  }
}
