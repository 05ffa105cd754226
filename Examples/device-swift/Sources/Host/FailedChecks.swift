import ErosDevice

/// Returns the text that an app shows when it could not check for an update.
func message(for error: any Error) -> String? {
  guard let failure = (error as? FetchError)?.checkFailure else { return nil }
  let last = failure.since.map { "The last check was at \($0)." } ?? "There was no check before."
  return switch failure.reason {
  case .unavailable: "The server is out of reach. " + last
  case .expired: "Correct the clock of the device. " + last
  case .refused: "Log in to the network. " + last
  }
}
