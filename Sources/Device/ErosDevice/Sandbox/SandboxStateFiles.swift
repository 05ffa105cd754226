import ErosCore
import ErosCrypto
import ErosFiles
import SystemPackage

/// A sandbox's two state files, written alternately.
///
/// The newer valid file is authoritative, and only the older one is overwritten, so there is always
/// a valid file. Each file contains the SHA-256 of its other members. If one is truncated or
/// damaged, or its sequence number cannot result from counting, the other one is used.
struct SandboxStateFiles {
  enum Content {
    case missing
    case damaged
    /// Valid, but with keys or values that this version does not know.
    case fromLaterVersion
    case state(SandboxState, sequence: Int64)
  }

  static let names = ["state.a.json", "state.b.json"]
  private static let maximumFileSize = 1 << 20
  /// Valid sequence numbers.
  ///
  /// Counting cannot reach a larger number, so a file with one is damaged. After the last number
  /// comes the first, so a valid file never stops the counting.
  private static let sequences: ClosedRange<Int64> = 1...(1 << 32)
  /// If two sequence numbers differ by more, the file with the higher number is damaged.
  private static let maximumJump: Int64 = 1 << 31

  private let folder: Folder
  private var contents: [Content]

  /// Reads both files.
  ///
  /// - Throws: ``SandboxError/laterVersion(path:)`` if a newer version wrote one of them, because
  ///   it must be neither ignored nor overwritten. `FileError` if permissions, descriptors or
  ///   memory are missing to open one.
  init(_ folder: Folder) throws {
    try self.init(folder, Self.names.map { try Self.read($0, in: folder) })
  }

  /// Treats an unreadable file as damaged.
  ///
  /// Use the result only for reading.
  init(skippingUnreadable folder: Folder) throws {
    try self.init(folder, Self.names.map { (try? Self.read($0, in: folder)) ?? .damaged })
  }

  private init(_ folder: Folder, _ contents: [Content]) throws {
    self.folder = folder
    self.contents = contents
    if let jumped = Self.jumped(contents) { self.contents[jumped] = .damaged }
    let isLater = contents.contains { if case .fromLaterVersion = $0 { true } else { false } }
    if isLater { throw SandboxError.laterVersion(path: folder.path) }
  }

  /// Returns `true` if one of the files is a state from this or a newer version.
  ///
  /// - Throws: `FileError` if neither file is valid, and one cannot be read now.
  static func existValid(in folder: Folder) throws -> Bool {
    try names.containsDespiteErrors { name in
      switch try read(name, in: folder) {
      case .state, .fromLaterVersion: true
      case .missing, .damaged: false
      }
    }
  }

  /// `nil` if neither file is valid.
  var state: SandboxState? {
    guard let newest, case .state(let state, _) = contents[newest] else { return nil }
    return state
  }

  /// Names of damaged files.
  var damaged: [String] {
    zip(Self.names, contents).compactMap { name, content in
      if case .damaged = content { name } else { nil }
    }
  }

  /// Replaces the older file durably.
  mutating func write(_ state: SandboxState) throws {
    let slot = newest == 0 ? 1 : 0
    let sequence = Self.successor(of: newest.flatMap { Self.sequence(contents[$0]) } ?? 0)
    let text = try Self.text(of: state, sequence: sequence)
    try folder.replaceFile(Self.names[slot], with: text) {
      // `rename` cannot replace a folder with a file.
      if case .damaged = contents[slot] { try folder.removeTree(Self.names[slot]) }
    }
    contents[slot] = .state(state, sequence: sequence)
  }

  private var newest: Int? {
    contents.indices.filter { Self.sequence(contents[$0]) != nil }
      .max { Self.isOlder(contents[$0], than: contents[$1]) }
  }

  private static func isOlder(_ content: Content, than other: Content) -> Bool {
    guard let first = sequence(content), let second = sequence(other) else { return false }
    if successor(of: first) == second { return true }
    return first < second && successor(of: second) != first
  }

  private static func successor(of sequence: Int64) -> Int64 {
    sequence < sequences.upperBound ? sequence + 1 : sequences.lowerBound
  }

  /// Returns the index of a file whose sequence number is too far ahead.
  private static func jumped(_ contents: [Content]) -> Int? {
    guard let first = sequence(contents[0]), let second = sequence(contents[1]),
      abs(first - second) > maximumJump,
      successor(of: first) != second, successor(of: second) != first
    else { return nil }
    return first > second ? 0 : 1
  }

  private static func sequence(_ content: Content) -> Int64? {
    if case .state(_, let sequence) = content { sequence } else { nil }
  }

  /// Returns a file's contents: sequence number, body, and a digest over both as compact JSON.
  private static func text(of state: SandboxState, sequence: Int64) throws -> [UInt8] {
    var file = JSONObject()
    file["sequence"] = .number(String(sequence))
    file["body"] = state.json
    file["sha256"] = .string(try digest(of: file).description)
    return JSONWriter.write(.object(file)) + [UInt8(ascii: "\n")]
  }

  private static func digest(of file: JSONObject) throws -> SHA256Digest {
    try SHA256Digest.of(JSONWriter.write(.object(file)))
  }

  /// Reads a file.
  ///
  /// After two failed attempts, it counts as damaged.
  private static func read(_ name: String, in folder: Folder) throws -> Content {
    for _ in 1...2 {
      do {
        let file = try folder.openFile(name)
        guard file.status.size <= UInt64(maximumFileSize) else { return .damaged }
        return try content(of: try file.read(at: 0, count: Int(file.status.size)))
      } catch let error as FileError {
        if error.reason == .noSuchFileOrDirectory { return .missing }
        if !error.indicatesDamage { throw error }
      }
    }
    return .damaged
  }

  private static func content(of text: [UInt8]) throws -> Content {
    guard var root = try? JSONReader.read(text, file: "state").value.object,
      let recorded = root["sha256"]?.string.flatMap({ SHA256Digest($0) })
    else { return .damaged }
    root["sha256"] = nil
    guard try digest(of: root) == recorded, let sequence = root["sequence"]?.integer,
      sequences.contains(sequence), let body = root["body"]
    else { return .damaged }
    guard root.members.count == 2, let state = SandboxState(body) else { return .fromLaterVersion }
    return .state(state, sequence: sequence)
  }
}
