import CJavaScriptCore
import ErosCore
import ErosRehearsalMessages
import SystemPackage

/// Runs the pages on standard input and writes what happens to standard output.
///
/// `eros rehearse` starts it. While a page runs, the process has no network and no files. On a
/// system that cannot filter system calls, you must pass `--allow-unconfined`.
@main
struct Main {
  static func main() {
    var allowsUnconfined = false
    switch Array(CommandLine.arguments.dropFirst()) {
    case []: break
    case ["--allow-unconfined"]: allowsUnconfined = true
    case ["-h"], ["--help"]: end(with: help, on: .standardOutput, status: 0)
    case ["--version"]: end(with: version, on: .standardOutput, status: 0)
    case let arguments:
      refuse("unexpected argument '\(arguments[0].escapedForDisplay)'")
    }
    guard isatty(STDIN_FILENO) == 0 else { refuse("standard input is a terminal") }
    guard let engine = Engine() else { exit(Int32(EROS_STATUS_NO_ENGINE)) }
    do {
      let input = try RehearsalInput.read(readInput())
      let limits = input.limits
      guard eros_watch_start(UInt64(limits.milliseconds + Self.grace), UInt64(limits.bytes)) else {
        exit(dataStatus)
      }
      engine.warmUp()
      let isConfined = eros_confine() == 0
      guard isConfined || allowsUnconfined else { exit(Int32(EROS_STATUS_UNCONFINED)) }
      try write(.ready(isConfined: isConfined, engine: engine.name))
      for (index, run) in input.runs.enumerated() {
        try write(.begin(run: index))
        try rehearse(run, of: input, in: engine)
      }
    } catch {
      exit(dataStatus)
    }
  }

  private static let help = """
    eros-rehearse runs the pages of a hybrid app in JavaScriptCore, up to their first render.

    It reads the pages from standard input and has no other interface: the commands `eros rehearse`,
    `eros check --rehearse`, `eros report --rehearse` and `eros publish` start it.

      --version   Print the versions of the program and of the engine.
      -h, --help  Print this help.

    """

  /// The program's version and, on a second line, the engine if it is installed.
  private static var version: String {
    ([ProgramVersion.number] + [Engine()?.name].compactMap(\.self)).map { $0 + "\n" }.joined()
  }

  /// Explains that the program is used wrongly, and ends the process.
  private static func refuse(_ problem: String) -> Never {
    let hint = "`eros rehearse` starts this program; see `eros rehearse --help`"
    end(with: "error: \(problem)\nhint: \(hint)\n", on: .standardError, status: usageStatus)
  }

  private static func end(with text: String, on output: FileDescriptor, status: Int32) -> Never {
    _ = try? output.writeAll(text.utf8)
    exit(status)
  }

  /// The exit status if standard input is a terminal or there are arguments, as in `eros`.
  private static let usageStatus: Int32 = 64
  /// The exit status for malformed input.
  private static let dataStatus: Int32 = 65
  /// The delay in milliseconds between a page's limit and the end of its process.
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
    let microseconds = eros_processor_time() - start
    let bytes = eros_watch_end()
    // First, because releasing a large page takes long, and its facts must not be lost.
    for fact in recorder.facts { try write(.fact(fact)) }
    page.release()
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
