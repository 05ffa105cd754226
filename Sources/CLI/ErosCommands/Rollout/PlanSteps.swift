import ArgumentParser
import ErosCore
import ErosTrust

/// The steps of a rollout plan, as you type them: `1%:2h:200,5%:6h,100%`.
///
/// Each step is `SHARE[:TIME[:TRIALS]]`.
struct PlanSteps: ExpressibleByArgument, CustomStringConvertible {
  /// The plan, with the default stop factor.
  let plan: RolloutPlan

  init(_ plan: RolloutPlan) { self.plan = plan }

  init?(argument: String) {
    guard let plan = try? Self.plan(argument) else { return nil }
    self.plan = plan
  }

  /// A mistake in a plan.
  struct Problem: Error, Equatable {
    /// The number of the first invalid step.
    let step: Int
    let reason: Message
  }

  /// Explains why a text is not a plan, or returns `nil` if it is one.
  static func problem(in argument: String) -> Problem? {
    do throws(Problem) {
      _ = try plan(argument)
      return nil
    } catch {
      return error
    }
  }

  private static func plan(_ argument: String) throws(Problem) -> RolloutPlan {
    let texts = argument.split(separator: ",", omittingEmptySubsequences: false)
    var steps: [RolloutPlan.Step] = []
    for text in texts {
      let step = try step(
        text, number: steps.count + 1, of: texts.count, after: steps.last?.rollout ?? 0)
      steps.append(step)
    }
    guard let plan = RolloutPlan(steps) else {
      throw Problem(
        step: RolloutPlan.maximumCount + 1,
        reason: "a plan has at most \(RolloutPlan.maximumCount) steps")
    }
    return plan
  }

  func plan(stopAt factor: StopFactor) -> RolloutPlan {
    var plan = plan
    plan.stopFactor = factor.hundredths
    return plan
  }

  private static func step(
    _ text: Substring, number: Int, of count: Int, after earlier: Int
  ) throws(Problem) -> RolloutPlan.Step {
    func problem(_ reason: Message) -> Problem { Problem(step: number, reason: reason) }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard let share = Rollout(argument: parts[0]) else {
      throw problem("'\(parts[0])' is not a share of devices")
    }
    guard share.value > earlier else {
      throw problem("its share must be above \(Rollout(earlier))")
    }
    guard parts.count <= 3 else {
      throw problem("it has more than a share, a time and a number of trials")
    }
    guard number < count || parts.count == 1 else {
      throw problem("the last step has only a share")
    }
    guard let time = parts.count > 1 ? time(parts[1]) : 0 else {
      throw problem("the time '\(parts[1])' must be like 30m, 2h or 1d, and at most 366 days")
    }
    guard let trials = parts.count > 2 ? trials(parts[2]) : 0 else {
      throw problem("'\(parts[2])' is not a number of trials")
    }
    return RolloutPlan.Step(rollout: share.value, time: time, trials: trials)
  }

  private static func time(_ text: String) -> Int64? {
    guard let time = TimeSpan(argument: text)?.milliseconds,
      0...RolloutPlan.maximumTime ~= time
    else { return nil }
    return time
  }

  private static func trials(_ text: String) -> Int64? {
    guard text.utf8.allSatisfy(\.isDigit), let count = Int64(text),
      0...RolloutPlan.maximumTrials ~= count
    else { return nil }
    return count
  }

  var description: String {
    plan.steps.map { step in
      let span = "\(TimeSpan(milliseconds: step.time))"
      if step.trials > 0 { return "\(Rollout(step.rollout)):\(span):\(step.trials)" }
      return step.time > 0 ? "\(Rollout(step.rollout)):\(span)" : "\(Rollout(step.rollout))"
    }.joined(separator: ",")
  }
}

/// A multiple of the previous release's failures, such as `2x` or `1.5x`.
struct StopFactor: ExpressibleByArgument, CustomStringConvertible {
  static let standard = StopFactor(RolloutPlan.defaultStopFactor)

  /// The multiple in hundredths.
  let hundredths: Int

  init(_ hundredths: Int) { self.hundredths = hundredths }

  init?(argument: String) {
    // A percentage has the same digits: 2x is 200 hundredths, as 2% is.
    guard argument.hasSuffix("x"), let share = Rollout(argument: String(argument.dropLast()) + "%"),
      RolloutPlan.stopFactors.contains(share.value)
    else { return nil }
    hundredths = share.value
  }

  var description: String { String("\(Rollout(hundredths))".dropLast()) + "x" }
}
