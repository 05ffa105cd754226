import ErosCore
import ErosCrypto
import ErosFiles

/// The two files that hold a sandbox's state, written in turn.
///
/// One of them is whole at any instant: the newer one counts, and only the older one is written. Each
/// carries the SHA-256 of what it says, so a torn or damaged file is seen and the other one counts.
struct SandboxStateFiles {
  private static let names = ["state.a.json", "state.b.json"]
  private static let longestFile = 1 << 20

  private let folder: Folder

  init(_ folder: Folder) {
    self.folder = folder
  }

  /// The newest state that is whole, or `nil` when there is none.
  func read() throws -> SandboxState? { try newest()?.state }

  /// Replaces the older file, durably.
  func write(_ state: SandboxState) throws {
    let newest = try newest()
    let name = Self.names.first { $0 != newest?.name } ?? Self.names[0]
    let staged = ".\(name).eros-staged"
    if folder.has(staged) { try folder.remove(staged) }
    var file = try folder.newFile(staged)
    try file.write(try Self.text(of: state, sequence: (newest?.sequence ?? 0) + 1))
    try file.sync()
    try file.close()
    try folder.rename(staged, to: name)
    try folder.sync()
  }

  private func newest() throws -> (name: String, sequence: Int64, state: SandboxState)? {
    try Self.names.compactMap { name in
      guard folder.has(name) else { return nil }
      return try Self.read(folder.openFile(name)).map { (name, $0.sequence, $0.state) }
    }.max { $0.sequence < $1.sequence }
  }

  private static func text(of state: SandboxState, sequence: Int64) throws -> [UInt8] {
    let body = JSONWriter.write(state.json)
    var file = JSONObject()
    file["sequence"] = .number(String(sequence))
    file["body"] = state.json
    file["sha256"] = .string(try SHA256Digest.of(body.span).description)
    return JSONWriter.write(.object(file)) + [UInt8(ascii: "\n")]
  }

  /// What a file says, or `nil` when it is not whole.
  private static func read(
    _ file: ReadableFile
  ) throws -> (sequence: Int64, state: SandboxState)? {
    guard file.status.size <= UInt64(longestFile) else { return nil }
    let text = try file.read(at: 0, count: Int(file.status.size))
    guard let root = try? JSONReader.read(text, file: file.path).value.object,
      let sequence = root["sequence"]?.integer, sequence > 0,
      let body = root["body"], let state = SandboxState(body),
      let recorded = root["sha256"]?.string.flatMap({ SHA256Digest($0) }),
      try SHA256Digest.of(JSONWriter.write(body).span) == recorded
    else { return nil }
    return (sequence, state)
  }
}
