import ErosTestSupport
import Testing

/// A valid patch with as many steps as possible, which takes a third of a second to apply.
enum HeavyPatch {
  /// The arguments that apply the patch.
  static let arguments = ["patch", "--raw", "old", "steps.patch", "--output", "new"]

  /// The contents of `old` and `steps.patch`, which take seconds and are generated once.
  private static let files = Task { try await generate() }

  /// Writes `old`, and `steps.patch`, which reverses its blocks of nine bytes.
  static func write(to folder: TemporaryFolder) async throws {
    for (name, bytes) in try await files.value { try folder.write(bytes, to: name) }
  }

  private static func generate() async throws -> [String: [UInt8]] {
    let folder = try TemporaryFolder.ofTest()
    let program = """
      import bz2, struct
      def number(value):
        return struct.pack("<Q", abs(value) | (1 << 63 if value < 0 else 0))
      count = 1_200_000
      size = 9 * count
      with open("old", "wb") as old:
        # The values repeat after 4,096 bytes.
        old.write((bytes(index * index >> 5 & 0xFF for index in range(4096)) * (size // 4096 + 1))[:size])
      # A step to the last block, the steps backwards, and the step of the first block.
      steps = number(0) * 2 + number(size - 9)
      steps += (number(9) + number(0) + number(-18)) * (count - 1) + number(9) + number(0) * 2
      # The best level would take twice as long.
      blocks = [bz2.compress(data, 1) for data in (steps, bytes(size), b"")]
      with open("steps.patch", "wb") as patch:
        patch.write(b"BSDIFF40" + number(len(blocks[0])) + number(len(blocks[1])) + number(size))
        patch.write(b"".join(blocks))
      """
    let result = try await runTool("python3", ["-c", program], in: folder.path("."))
    try #require(result.status == 0, "\(result)")
    return ["old": try folder.read("old"), "steps.patch": try folder.read("steps.patch")]
  }
}
