import ErosCore
import ErosCrypto

/// One way to encode the content of a delta; the one that comes out smallest is taken.
struct ContentAttempt: Sendable {
  /// Up to this size, all old files are tried as the reference.
  private static let smallRelease = 4 << 20
  /// Up to this size, the whole reference is tried as the dictionary.
  private static let smallReference = 1 << 20
  /// Up to this size of the dictionary, zstd is tried too.
  private static let smallDictionary = 256 << 10

  /// How long a copied piece must be where the text around the gaps is the dictionary.
  private static let shortestCopy = 512
  /// The same where all text is the dictionary: there, shorter ones are as cheap uncopied.
  private static let shortestCopyInAll = 2048
  /// How much text around a gap is in the dictionary.
  private static let radius = 4096

  let script: DeltaScript
  /// What is not copied.
  let rest: [UInt8]
  let dictionary: [UInt8]
  let codec: StreamCodec

  /// All ways that are worth a try.
  static func all(
    for content: [UInt8], _ script: DeltaScript, _ plan: [PlannedFile], _ old: some ContentTree,
    _ limits: DeltaLimits
  ) throws -> [ContentAttempt] {
    guard !content.isEmpty else {
      return [ContentAttempt(script, [], [], .stored)]
    }
    let lost = Reference.ofLost(plan, old: old.files)
    var attempts = try all(for: content, script, .lost, lost, old, limits)
    let all = Reference.ofAll(old.files)
    if all.size <= smallRelease, all.files != lost.files {
      attempts += try self.all(for: content, script, .all, all, old, limits)
    }
    return attempts
  }

  /// All ways with one reference, the one that takes longest first.
  private static func all(
    for content: [UInt8], _ script: DeltaScript, _ kind: DeltaScript.ReferenceKind,
    _ reference: Reference, _ old: some ContentTree, _ limits: DeltaLimits
  ) throws -> [ContentAttempt] {
    var text: [UInt8] = []
    try reference.append(0..<reference.size, of: old, to: &text)
    let finder = CopyFinder(text)
    var near = script
    near.referenceKind = kind
    // So long that there cannot be more copies than readers allow, even if all are half as long.
    let shortest = 2 * (content.count / max(1, limits.copies) + 1)
    near.copies = finder.copies(in: content, shortest: max(shortest, shortestCopy))
    near.radius = radius
    let isMuch = near.copies.restSize * 20 > content.count
    var attempts: [ContentAttempt] = []
    if text.count <= smallReference || isMuch {
      var far = near
      far.copies = finder.copies(in: content, shortest: max(shortest, shortestCopyInAll))
      far.radius = text.count
      attempts.append(ContentAttempt(far, content, text, .lzma))
    }
    attempts.append(ContentAttempt(near, content, text, .lzma))
    // LZMA is smaller, unless there is next to nothing to compress or nothing that can be.
    if isMuch || attempts[attempts.count - 1].dictionary.count <= smallDictionary {
      attempts.append(ContentAttempt(near, content, text, .zstd))
    }
    let window = min(limits.window, UInt64(StreamCodec.longestWindow))
    attempts.removeAll { $0.dictionary.count > window }
    guard attempts.isEmpty else { return attempts }
    near.radius = nil
    return [ContentAttempt(near, content, text, .lzma)]
  }

  private init(
    _ script: DeltaScript, _ content: [UInt8], _ text: [UInt8], _ codec: StreamCodec
  ) {
    self.script = script
    self.codec = codec
    rest = script.copies.rest(of: content)
    dictionary = script.windows(in: text.count)
      .flatMap { text[$0] }
  }

  /// Compresses the content and the script; `progress` gets how many more bytes are compressed.
  func encoded(
    old: [ContentFile], progress: (Int) -> Void
  ) throws(DeltaError) -> EncodedContent {
    let packed = try codec.compress(rest, dictionary: dictionary, progress: progress)
    let isSmaller = packed.count < rest.count
    return EncodedContent(
      script: script, scriptText: try PackedText(smallest: script.encoded(old: old)),
      content: PackedText(
        codec: isSmaller ? codec : .stored, size: rest.count, packed: isSmaller ? packed : rest),
      dictionarySize: dictionary.count)
  }
}

extension CopyList {
  /// What is not copied of a content that this list is of.
  func rest(of content: [UInt8]) -> [UInt8] {
    var rest: [UInt8] = []
    rest.reserveCapacity(restSize)
    var position = 0
    for copy in copies {
      rest += content[position..<(position + copy.gap)]
      position += copy.gap + copy.count
    }
    return rest + content[position...]
  }
}

/// A compressed text.
struct PackedText: Sendable {
  var codec: StreamCodec
  var size: Int
  var packed: [UInt8]

  var part: DeltaPart {
    DeltaPart(codec: codec, size: UInt64(size), packedSize: UInt64(packed.count))
  }
}

extension PackedText {
  /// Compresses a small text in every way and keeps what is smallest.
  init(smallest text: [UInt8]) throws(DeltaError) {
    self.init(codec: .stored, size: text.count, packed: text)
    for codec in [StreamCodec.lzma, .zstd] {
      let packed = try codec.compress(text, dictionary: [])
      if packed.count < self.packed.count { self.packed = packed; self.codec = codec }
    }
  }
}

/// What an attempt came to.
struct EncodedContent: Sendable {
  let script: DeltaScript
  let scriptText: PackedText
  let content: PackedText
  let dictionarySize: Int

  var size: Int { scriptText.packed.count + content.packed.count }

  /// The whole delta.
  func delta(
    from old: some ContentTree, to new: some ContentTree, zip: PublishedZip?
  ) throws -> [UInt8] {
    let header = DeltaHeader(
      before: try old.treeHash(), after: try new.treeHash(), fileCount: UInt64(new.files.count),
      totalSize: new.files.reduce(0) { $0 + $1.size },
      copyCount: UInt64(script.copies.copies.count), dictionarySize: UInt64(dictionarySize),
      zip: zip, script: scriptText.part, content: content.part,
      contentChecksum: DeltaChecksum(try SHA256Digest.of(content.packed.span)))
    var delta = header.encoded() + scriptText.packed
    delta += DeltaChecksum(try SHA256Digest.of(delta.span)).bytes
    return delta + content.packed
  }
}
