import ErosCore
import ErosPublish
import ErosStore
import ErosTrust

/// An error whose remedy names the store and options of the failed command.
///
/// The library does not know these, so its messages contain the placeholder `STORE`.
struct AdvisedError: FindingError {
  let error: any ErosError
  let remedy: Message?

  var problem: Message { error.problem }
  var exitStatus: ExitStatus { error.exitStatus }
  var findings: [Finding] { (error as? any FindingError)?.findings ?? [] }

  /// Runs `body`.
  ///
  /// If it fails, the commands in the remedy name a store and `channel`.
  static func naming<Result>(
    _ store: @autoclosure () throws -> AdvisedStore, of channel: ChannelName?,
    in body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch let error as any ErosError {
      guard let remedy = error.remedy, let advised = try? store() else { throw error }
      let named = advised.with(channel).naming(in: remedy)
      throw named == remedy ? error : AdvisedError(error: error, remedy: named)
    }
  }
}
