import ErosFiles

/// SplitMix64 with a seed, and the distributions that simulations need.
struct SimulationGenerator: RandomNumberGenerator {
  /// A binomial distribution with a higher mean is approximated by a normal one.
  private static let exactMean = 30.0

  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// From 0, exclusive, to 1, inclusive.
  mutating func uniform() -> Double { Double((next() >> 11) + 1) * 0x1p-53 }

  /// Draws the number of successes in `count` attempts.
  mutating func binomial(_ count: Int, _ share: Double) -> Int {
    guard count > 0, share > 0 else { return 0 }
    guard share < 1 else { return count }
    guard share <= 0.5 else { return count - binomial(count, 1 - share) }
    let mean = Double(count) * share
    guard mean < Self.exactMean else {
      let deviation = (mean * (1 - share)).squareRoot()
      return min(max(Int((mean + deviation * normal()).rounded()), 0), count)
    }
    // Distances between successes are geometrically distributed.
    let logarithm = log(1 - share)
    var (successes, position) = (0, 0)
    while true {
      // Not a number if the share is too small for its logarithm.
      let failures = log(uniform()) / logarithm
      guard failures < Double(count) else { return successes }
      position += Int(failures) + 1
      guard position <= count else { return successes }
      successes += 1
    }
  }

  /// Draws from the standard normal distribution by the method of Box and Muller.
  private mutating func normal() -> Double {
    let (radius, angle) = ((-2 * log(uniform())).squareRoot(), 2 * Double.pi * uniform())
    return radius * cos(angle)
  }
}
