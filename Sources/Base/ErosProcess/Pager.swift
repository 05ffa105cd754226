package import ErosFiles
import SystemPackage

/// Shows text page by page on the terminal.
package enum Pager {
  /// Pagers read these variables.
  ///
  /// Some of them are prefixes.
  private static let variables = [
    "LESS", "MORE", "MOST", "LV", "BAT_", "VIM", "NVIM_", "COLUMNS", "LINES", "NO_COLOR",
  ]

  /// Runs a shell command with `text` on its standard input, and waits until it ends.
  ///
  /// The pager shares the terminal with this process. The user may leave it before it has read all
  /// text. Of `environment`, the command gets the part that pagers read.
  ///
  /// - Returns: `true` if the command was found and has ended with no error.
  /// - Throws: ``FileError`` if the shell cannot be started.
  package static func show(
    _ text: [UInt8], with command: String, environment: [String: String]
  ) throws(FileError) -> Bool {
    let pipe = try Pipe()
    var actions = unsafe emptySpawnActions()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(&actions, pipe.reading.rawValue, STDIN_FILENO)
    // An interruption from the terminal is for the pager, and ends this process afterwards.
    return try Interruption.delayed { () throws(FileError) in
      let child = try unsafe ChildProcess.spawn(
        "/bin/sh", ["-c", command], ChildEnvironment(environment, keeping: variables), &actions)
      pipe.closeReading()
      let brokenPipe = BrokenPipeSignal()
      _ = try? pipe.writing.writeAll(text)
      brokenPipe.restore()
      pipe.closeWriting()
      return ((try? ChildProcess.wait(for: child, until: nil)) ?? nil) == 0
    }
  }
}
