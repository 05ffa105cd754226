import ErosBundle
import ErosCore
import ErosCrypto

/// A candidate encoding of a delta's content; the encoder keeps the smallest.
struct ContentAttempt: Sendable {
  /// The maximum total size of the old files to try all of them as the reference.
  private static let smallRelease = 4 << 20
  /// The maximum size of a reference to try all of it as the dictionary.
  private static let smallReference = 1 << 20

  /// The minimum length of a copy if only the bytes around the gaps are the dictionary.
  private static let minimumCopy = 512
  /// The minimum length of a copy if the complete reference is the dictionary; the codec then
  /// encodes shorter matches equally well.
  private static let minimumCopyInFullDictionary = 2048
  /// The number of bytes on each side of a gap that belong to the dictionary.
  private static let radius = 4096

  let script: DeltaScript
  /// The bytes that are not copied.
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

  /// Returns the candidates with one reference, the slowest first.
  private static func all(
    for content: [UInt8], _ script: DeltaScript, _ kind: DeltaScript.ReferenceKind,
    _ reference: Reference, _ old: some ContentTree, _ limits: DeltaLimits
  ) throws -> [ContentAttempt] {
    var bytes: [UInt8] = []
    try reference.append(0..<reference.size, of: old, to: &bytes)
    let finder = CopyFinder(bytes)
    var near = script
    near.referenceKind = kind
    // Keeps the number of copies within the limit of readers, even if all copies have half this
    // length.
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

  /// Compresses content and script; passes the number of newly compressed bytes to `progress`.
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
  /// Returns the bytes of `content` that are not copied; this list describes `content`.
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

/// A compressed part of a delta, with its contents.
struct EncodedPart: Sendable {
  var codec: StreamCodec
  var size: Int
  var packed: [UInt8]

  var part: DeltaPart {
    DeltaPart(codec: codec, size: UInt64(size), packedSize: UInt64(packed.count))
  }
}

extension EncodedPart {
  /// Compresses `bytes`, unless the result would be longer; passes the number of newly compressed bytes to
  /// `progress`.
  init(
    _ bytes: [UInt8], dictionary: [UInt8] = [], progress: (Int) -> Void = { _ in }
  ) throws(DeltaError) {
    let packed = try LzmaEncoder.compress(bytes, dictionary: dictionary, progress: progress)
    let isSmaller = packed.count < bytes.count
    self.init(
      codec: isSmaller ? .lzma : .stored, size: bytes.count, packed: isSmaller ? packed : bytes)
  }
}

/// The compressed result of an attempt.
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
