import ErosCore
import ErosCrypto
import ErosFiles
import SystemPackage

/// The two state files of a sandbox, written alternately.
///
/// The newer valid file counts, and only the older one is overwritten, so one valid file exists at any
/// time. Each file contains the SHA-256 of its other members; a truncated or damaged file is detected,
/// and the other one is used.
struct SandboxStateFiles {
  /// The content of a state file.
  enum Content {
    case missing
    case damaged
    /// Valid, but with keys or values that this version does not know.
    case fromLaterVersion
    case state(SandboxState, sequence: Int64)
  }

  static let names = ["state.a.json", "state.b.json"]
  private static let maximumFileSize = 1 << 20
  /// The valid sequence numbers; a `Double` represents each one and its successor exactly.
  private static let sequences: Range<Int64> = 1..<(1 << 52)

  private let folder: Folder
  private var contents: [Content]

  /// Reads both files.
  ///
  /// - Throws: ``SandboxError/laterVersion(path:)`` if a later version wrote one of them, because it
  ///   must be neither ignored nor overwritten; `FileError` if a file cannot be opened because of
  ///   permissions, or the process has run out of descriptors or memory.
  init(_ folder: Folder) throws {
    try self.init(folder, Self.names.map { try Self.read($0, in: folder) })
  }

  /// Reads the files and treats an unreadable one as damaged.
  ///
  /// Use the result only for reading.
  init(skippingUnreadable folder: Folder) throws {
    try self.init(folder, Self.names.map { (try? Self.read($0, in: folder)) ?? .damaged })
  }

  private init(_ folder: Folder, _ contents: [Content]) throws {
    self.folder = folder
    self.contents = contents
    let isLater = contents.contains { if case .fromLaterVersion = $0 { true } else { false } }
    if isLater { throw SandboxError.laterVersion(path: folder.path) }
  }

  /// The newest valid state, or `nil` if neither file is valid.
  var state: SandboxState? {
    guard let newest, case .state(let state, _) = contents[newest] else { return nil }
    return state
  }

  /// The names of the damaged files.
  var damaged: [String] {
    zip(Self.names, contents).compactMap { name, content in
      if case .damaged = content { name } else { nil }
    }
  }

  /// Replaces the older file durably.
  mutating func write(_ state: SandboxState) throws {
    let slot = newest == 0 ? 1 : 0
    let sequence = (newest.flatMap { Self.sequence(contents[$0]) } ?? 0) + 1
    let text = try Self.text(of: state, sequence: sequence)
    try folder.replaceFile(Self.names[slot], with: text) {
      // `rename` cannot replace a folder with a file.
      if case .damaged = contents[slot] { try folder.removeTree(Self.names[slot]) }
    }
    contents[slot] = .state(state, sequence: sequence)
  }

  private var newest: Int? {
    contents.indices.filter { Self.sequence(contents[$0]) != nil }
      .max { Self.sequence(contents[$0]) ?? 0 < Self.sequence(contents[$1]) ?? 0 }
  }

  private static func sequence(_ content: Content) -> Int64? {
    if case .state(_, let sequence) = content { sequence } else { nil }
  }

  /// Returns the contents of a file: sequence, body, and the digest of both as compact JSON.
  private static func text(of state: SandboxState, sequence: Int64) throws -> [UInt8] {
    var file = JSONObject()
    file["sequence"] = .number(String(sequence))
    file["body"] = state.json
    file["sha256"] = .string(try digest(of: file).description)
    return JSONWriter.write(.object(file)) + [UInt8(ascii: "\n")]
  }

  private static func digest(of file: JSONObject) throws -> SHA256Digest {
    try SHA256Digest.of(JSONWriter.write(.object(file)).span)
  }

  /// Reads a file; a second failed attempt means that the file is damaged.
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
      let body = root["body"]
    else { return .damaged }
    guard root.members.count == 2, sequences.contains(sequence), let state = SandboxState(body)
    else { return .fromLaterVersion }
    return .state(state, sequence: sequence)
  }
}
