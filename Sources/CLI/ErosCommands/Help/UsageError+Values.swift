import ErosCore
import ErosStore
import ErosTrust
import ErosVersions

extension UsageError {
  /// Explains why a value is invalid, if its type can tell.
  ///
  /// The argument parser does not.
  ///
  /// - Parameters:
  ///   - message: The argument parser's message, such as `The value 'My App' is invalid for
  ///     '--channel <channel>'`.
  ///   - usage: The usage of the command.
  /// - Returns: The error, or `nil` if the message is about something else or the type cannot tell.
  static func explaining(_ message: String, usage: Message) -> UsageError? {
    let (start, middle) = ("The value '", "' is invalid for '")
    guard message.hasPrefix(start), let range = message.firstRange(of: middle) else { return nil }
    let value = String(message[..<range.lowerBound].dropFirst(start.count))
    let argument = message[range.upperBound...].prefix { $0 != "'" }
    guard let name = argument.split(separator: " ").first,
      let error = error(of: value, for: String(name), usage: "\(usage)")
    else { return nil }

    return UsageError(
      (name.hasPrefix("--") ? "-\(name.dropFirst()): \(error.problem)" : error.problem)
        .escapedForDisplay,
      error.remedy?.escapedForDisplay, usage: usage)
  }

  /// Returns what the type says that parses the value of an option or an argument.
  private static func error(
    of value: String, for argument: String, usage: String
  ) -> (any ErosError)? {
    do {
      switch argument {
      case "<role>":
        return UsageError(
          "'\(value)' is not a role",
          "write root, targets, online, brake, or a channel such as my-app/beta")
      case "--channel", "<channel>": _ = try ChannelName(value)
      case "--to" where usage.contains(" release promote "): _ = try ChannelName(value)
      case "<number>",
        "--to" where usage.contains(" release rollback "):
        return UsageError(
          "'\(value)' is not the number of a release",
          "write a number that `eros release list` shows, such as 12")
      // The brake limits a share, and has no testers.
      case "--rollout" where usage.contains(" brake set "):
        return UsageError(
          "'\(value)' is not a share of devices",
          "write a percentage from 0% to 100% in steps of 0.01%, such as 5% or 0.25%")
      case "--rollout", "<share>":
        return UsageError(
          "'\(value)' is not a share of devices",
          "write a percentage from 0% to 100% in steps of 0.01%, such as 25% or 0.05%, or testers")
      case "--failures", "--baseline", "--lost", "--forged":
        return UsageError(
          "'\(value)' is not a share of trials or reports",
          "write a percentage from 0% to 100% in steps of 0.01%, such as 5% or 0.25%")
      case "--plan":
        guard let (step, reason) = RolloutCommand.problem(inPlan: value) else { return nil }
        return UsageError(
          "'\(value)' is not a rollout plan: step \(step) is invalid: \(reason)",
          "write steps with rising shares as SHARE[:TIME[:TRIALS]], such as 1%:2h:200,5%:6h,100%; the last has neither time nor trials"
        )
      case "--stop-at":
        return UsageError(
          "'\(value)' is not a multiple of failures",
          "write a multiple from 1.1x to 100x, such as 2x")
      case "--app-version":
        return UsageError(NativeVersion.problem(of: value), NativeVersion.remedy)
      case "<to>" where usage.contains(" bump "):
        return UsageError(
          "'\(value)' is not major, minor, patch or a version",
          VersionStep.version(in: value).map { "did you mean `eros bump \($0)`?" }
            ?? NativeVersion.remedy)
      case "--weex-version":
        return UsageError(
          "'\(value)' is not a version of the Weex SDK",
          "write a version such as 0.18.0")
      case "--store": _ = try StoreLocation(value)
      default: return nil
      }
      return nil
    } catch {
      return error as? any ErosError
    }
  }
}
