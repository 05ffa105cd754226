import CJavaScriptCore
import ErosRehearsalMessages
import SystemPackage

/// Runs the pages on standard input and writes what happens to standard output.
///
/// `eros rehearse` starts it. The process has no network and no files while a page runs.
@main
struct Main {
  static func main() {
    guard isatty(STDIN_FILENO) == 0 else {
      let hint = "eros-rehearse is started by `eros rehearse`; see its help\n"
      _ = try? FileDescriptor.standardError.writeAll(hint.utf8)
      exit(usageStatus)
    }
    guard let engine = Engine() else { exit(Int32(EROS_STATUS_NO_ENGINE)) }
    do {
      let input = try RehearsalInput.read(readInput())
      let limits = input.limits
      guard eros_watch_start(UInt64(limits.milliseconds + Self.grace), UInt64(limits.bytes)) else {
        exit(dataStatus)
      }
      engine.warmUp()
      let isConfined = eros_confine() == 0
      try write(.ready(isConfined: isConfined, engine: engine.name))
      for (index, run) in input.runs.enumerated() {
        try write(.begin(run: index))
        try rehearse(run, of: input, in: engine)
      }
    } catch {
      exit(dataStatus)
    }
  }

  /// The exit status for a terminal as standard input, as `eros` has it.
  private static let usageStatus: Int32 = 64
  /// The exit status for malformed input.
  private static let dataStatus: Int32 = 65
  /// The time in milliseconds that a page has after its limit, until the process ends.
  private static let grace = 300

  private static func rehearse(
    _ run: RehearsalInput.Run, of input: RehearsalInput, in engine: Engine
  ) throws {
    let scripts = run.scripts.compactMap { index in
      input.scripts.indices.contains(index) ? input.scripts[index] : nil
    }
    eros_watch_begin()
    let start = eros_processor_time()
    let recorder = FactRecorder()
    let page = PageContext(engine, recorder, milliseconds: input.limits.milliseconds)
    if let settings = run.settings, input.surfaces.indices.contains(run.surface) {
      page.load(scripts, settings: settings, surface: input.surfaces[run.surface])
    } else {
      page.checkSyntax(of: scripts)
    }
    page.release()
    let microseconds = eros_processor_time() - start
    let bytes = eros_watch_end()
    for fact in recorder.facts { try write(.fact(fact)) }
    try write(
      .end(
        microseconds: Int64(microseconds), bytes: Int64(clamping: bytes),
        firstRender: page.firstRender))
  }

  private static func readInput() throws -> [UInt8] {
    var bytes: [UInt8] = []
    let size = 1 << 18
    while true {
      let chunk = try unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
        count = try unsafe FileDescriptor.standardInput.read(
          into: UnsafeMutableRawBufferPointer(buffer))
      }
      if chunk.isEmpty { return bytes }
      bytes += chunk
    }
  }

  private static func write(_ event: RehearsalEvent) throws {
    try FileDescriptor.standardOutput.writeAll(event.line)
  }
}
