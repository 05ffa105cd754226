import ArgumentParser
import ErosCore
import ErosTrust

/// The steps of a rollout plan on the command line, such as `1%:2h:200,5%:6h,100%`.
///
/// Each step is `SHARE[:TIME[:TRIALS]]`.
struct PlanSteps: ExpressibleByArgument, CustomStringConvertible {
  /// The plan, with the default of the stop factor.
  let plan: RolloutPlan

  init(_ plan: RolloutPlan) { self.plan = plan }

  init?(argument: String) {
    var steps: [RolloutPlan.Step] = []
    for text in argument.split(separator: ",", omittingEmptySubsequences: false) {
      guard let step = Self.step(text) else { return nil }
      steps.append(step)
    }
    guard let plan = RolloutPlan(steps) else { return nil }
    self.plan = plan
  }

  /// Returns the number of the first invalid step of a text that is not a plan.
  static func firstInvalidStep(in argument: String) -> Int {
    let texts = argument.split(separator: ",", omittingEmptySubsequences: false)
    var steps: [RolloutPlan.Step] = []
    for text in texts {
      guard let step = Self.step(text) else { break }
      steps.append(step)
      // Conditions need a later step.
      let needsNext = steps.count < texts.count && step.rollout < ChannelRelease.fullRollout
      let next = needsNext ? [RolloutPlan.Step(rollout: ChannelRelease.fullRollout)] : []
      guard RolloutPlan(steps + next) != nil else { return steps.count }
    }
    return min(steps.count + 1, texts.count)
  }

  /// Returns the plan with a stop factor.
  func plan(stopAt factor: StopFactor) -> RolloutPlan {
    var plan = plan
    plan.stopFactor = factor.hundredths
    return plan
  }

  private static func step(_ text: Substring) -> RolloutPlan.Step? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard (1...3).contains(parts.count), let share = Rollout(argument: parts[0]) else { return nil }
    var time: Int64 = 0
    var trials: Int64 = 0
    if parts.count > 1 {
      guard let span = TimeSpan(argument: parts[1]) else { return nil }
      time = span.milliseconds
    }
    if parts.count > 2 {
      guard parts[2].utf8.allSatisfy(\.isDigit), let count = Int64(parts[2]) else { return nil }
      trials = count
    }
    return RolloutPlan.Step(rollout: share.value, time: time, trials: trials)
  }

  var description: String {
    plan.steps.map { step in
      let span = "\(TimeSpan(milliseconds: step.time))"
      if step.trials > 0 { return "\(Rollout(step.rollout)):\(span):\(step.trials)" }
      return step.time > 0 ? "\(Rollout(step.rollout)):\(span)" : "\(Rollout(step.rollout))"
    }.joined(separator: ",")
  }
}

/// A multiple of the failures of the release before, such as `2x` or `1.5x`.
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
