import ErosCore
import ErosFiles

/// Recognizes arguments of the old Eros CLI and similar habits, and names the command to use
/// instead.
enum OldHabits {
  // Arrays: a set would instantiate generic types at each start.
  private static let removedCommands = ["dev", "mock", "update"]
  private static let platforms = ["ios", "android", "all"]
  private static let fileCommands = ["inspect", "report", "patch"]

  /// Returns an error if `words` follow an old habit.
  ///
  /// The argument parser would report an unknown command or a missing argument.
  static func error(in words: [String]) -> UsageError? {
    guard let command = words.first else { return nil }
    let arguments = words.dropFirst()
    switch command {
    case "-v" where arguments.isEmpty:
      return UsageError("'-v' is an option of the commands", "show the version with `eros -V`")
    case "help":
      let topic = Array(arguments)
      return topic.first == "build" || removedCommands.contains(topic.first ?? "")
        ? error(in: topic) : nil
    case "build": return build(arguments)
    case "pack": return pack(arguments)
    case "install": return install(arguments) ?? manifest(command, arguments)
    case "verify", "stage": return file(command, arguments) ?? manifest(command, arguments)
    case "dev":
      return UsageError(
        "`eros dev` of the old Eros CLI does not exist in this tool",
        "let your build tool watch the sources, and run `eros serve --lan`: it serves the built pages to devices and reloads them after a change"
      )
    case _ where removedCommands.contains(command):
      return UsageError(
        "`eros \(command)` of the old Eros CLI does not exist in this tool",
        "use the tool that builds the pages; this tool starts from the folder of built pages")
    case _ where fileCommands.contains(command): return file(command, arguments)
    default: return nil
    }
  }

  private static func build(_ arguments: ArraySlice<String>) -> UsageError {
    let makesPatches = arguments.contains("-d") || arguments.contains("--diff")
    let commands: Message =
      makesPatches
      ? "`eros pack --store --output build` and `eros diff build/bundle.zip --against RELEASES --output PATCHES`"
      : "`eros pack --output build`"
    if arguments.contains("-s") || arguments.contains("--send") {
      return UsageError(
        "`eros build -s` is now `eros pack` and `eros publish`",
        "run `eros pack --output build` and `eros publish build/bundle.zip --store STORE --channel CHANNEL --keys KEYS --legacy`; `eros-server` answers apps with the legacy client"
      )
    }
    return UsageError(
      "`eros build` is now `eros pack`",
      "build the pages with your build tool, then run \(commands)")
  }

  private static func pack(_ arguments: ArraySlice<String>) -> UsageError? {
    guard let platform = arguments.first(where: platforms.contains),
      arguments.first == platform, !exists(platform)
    else { return nil }
    return UsageError(
      "the platform is now an option, and the folder '\(platform)' does not exist",
      "run `eros pack --platform \(platform)`")
  }

  private static func install(_ arguments: ArraySlice<String>) -> UsageError? {
    guard let platform = arguments.first, ["ios", "android"].contains(platform) else { return nil }
    return UsageError(
      "`eros install` does not install the libraries of native projects",
      platform == "ios"
        ? "run `pod install` in the folder of the Xcode project"
        : "Gradle installs them; run `./gradlew assembleDebug` in the folder of the Android project"
    )
  }

  /// Before the first release, the manifest's option was `--config`.
  private static func manifest(_ command: String, _ arguments: ArraySlice<String>) -> UsageError? {
    let options = arguments.prefix { $0 != "--" }
    guard options.contains(where: { $0 == "--config" || $0.hasPrefix("--config=") }) else {
      return nil
    }
    return UsageError(
      "`eros \(command)` does not read the configuration of a project",
      "pass the bundle.config of the bundle with `--manifest`")
  }

  private static func file(_ command: String, _ arguments: ArraySlice<String>) -> UsageError? {
    guard
      let address = arguments.first(where: { $0.hasPrefix("https://") || $0.hasPrefix("http://") }),
      arguments.first == address || command == "patch"
    else { return nil }
    let quoted = address.shellQuoted
    return UsageError(
      "'\(address.escapedForDisplay)' is a URL, but `eros \(command)` reads a file",
      command == "stage"
        ? "download it with `curl -fO \(quoted)`, or update from a store with `eros fetch --store URL --channel APP/CHANNEL --sandbox DIR --root root.json`"
        : "download it with `curl -fO \(quoted)`")
  }

  // MARK: - Stores

  /// Returns an error if a command names the store as an argument: `eros store status ./store`.
  ///
  /// The brake's channel was an argument too. Call this only after the parser has refused `words`,
  /// because describing a command is slow.
  static func positionalStore(_ words: [String], _ names: CommandNames) -> UsageError? {
    guard ["store", "channel"].contains(words.first), let command = names.commands.last,
      let description = try? CommandDescription(of: names.commands)
    else { return nil }
    let (arguments, options) = description.split(words.dropFirst(names.commands.count - 1))
    guard !options.contains(where: { $0 == "--store" || $0.hasPrefix("--store=") }) else {
      return nil
    }
    let isBrake = command == BrakeSet.self || command == BrakeLift.self
    let former = isBrake ? ["--store", "--channel"] : ["--store"]
    let count = arguments.count - description.positionalArguments.count
    guard (1...former.count).contains(count) else { return nil }
    let named = zip(former.suffix(count), arguments).flatMap { [$0, $1] }
    let line = [names.text] + (arguments.dropFirst(count) + named + options).map(\.shellQuoted)
    let problem: Message =
      count == 2
      ? "the store and the channel are now options"
      : isBrake ? "the channel is now an option" : "the store is now an option"
    return UsageError(problem, "run `\(line.joined(separator: " "))`")
  }

  private static func exists(_ path: String) -> Bool { (try? FileStatus(of: path)) != nil }
}
