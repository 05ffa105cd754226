import CErosDevice
import ErosCore
import ErosDevice
import ErosFiles

/// Calls `body`, and stores its error for the host.
@unsafe
func response(
  _ error: UnsafeMutablePointer<UnsafeMutablePointer<eros_error>?>?, _ body: () throws -> Void
) -> eros_code {
  unsafe error?.pointee = nil
  do {
    try body()
    return eros_code(EROS_OK)
  } catch let problem as any ErosError {
    unsafe error?.pointee = makeError(problem)
    return problem.exitStatus.rawValue
  } catch let other {
    let problem = UnexpectedError(problem: "\(other)")
    unsafe error?.pointee = makeError(problem)
    return problem.exitStatus.rawValue
  }
}

private struct UnexpectedError: ErosError {
  let problem: Message
  var remedy: Message? { nil }
  var exitStatus: ExitStatus { .ioError }
}

/// Creates an error.
///
/// Release it with ``freeError(_:)``.
@unsafe
func makeError(_ problem: any ErosError) -> UnsafeMutablePointer<eros_error> {
  let error = UnsafeMutablePointer<eros_error>.allocate(capacity: 1)
  let check = (problem as? FetchError)?.checkFailure
  unsafe error.initialize(
    to: eros_error(
      code: problem.exitStatus.rawValue, message: UnsafePointer(copyText(problem.description)),
      remedy: UnsafePointer(copyText(remedy(for: problem)?.description)),
      check_failure: checkFailure(check?.reason),
      last_check: check?.since?.milliseconds ?? 0))
  return unsafe error
}

/// Returns a remedy that names calls, because an app has no commands.
private func remedy(for problem: any ErosError) -> Message? {
  switch problem {
  case SandboxError.empty, SandboxError.damaged: "pass the embedded bundle to the launch"
  case SandboxError.notEmpty, SandboxError.notSandbox:
    "pass the folder of earlier launches, or an empty folder"
  case SandboxError.foreignOwner, SandboxError.writableByOthers:
    "use the private storage of the app; the option for storage without owners accepts shared storage"
  case SandboxError.blocked: "stage a corrected bundle, or unblock the release"
  case SandboxError.cannotRollBack: "list the releases with the status of the device"
  default: problem.remedy
  }
}

private func checkFailure(_ reason: FetchError.CheckFailure.Reason?) -> eros_check_failure {
  let failure =
    switch reason {
    case nil: EROS_NO_CHECK_FAILURE
    case .unavailable: EROS_CHECK_UNAVAILABLE
    case .expired: EROS_CHECK_EXPIRED
    case .refused: EROS_CHECK_REFUSED
    }
  return eros_check_failure(failure)
}

@unsafe
func freeError(_ error: UnsafeMutablePointer<eros_error>?) {
  guard let error = unsafe error else { return }
  unsafe freeText(error.pointee.message)
  unsafe freeText(error.pointee.remedy)
  unsafe error.deallocate()
}

/// Returns a copy of `text` for the host, or a null pointer for `nil`.
@unsafe
func copyText(_ text: String?) -> UnsafeMutablePointer<CChar>? {
  guard let text else { return nil }
  // An error's text may contain a file name with any bytes except NUL.
  return unsafe text.withCString { unsafe strdup($0) }
}

/// Returns a copy of a document for the host.
@unsafe
func copyText(_ document: JSONValue) -> UnsafeMutablePointer<CChar>? {
  let bytes = JSONWriter.write(document, layout: .pretty)
  return unsafe copyText(String(decoding: bytes, as: UTF8.self))
}

/// Clears the pointer to a result and returns it, so that the result is NULL if the call fails.
///
/// - Throws: ``ArgumentError`` for a null pointer. Messages call it `name`.
@unsafe
func cleared<Value>(
  _ result: UnsafeMutablePointer<Value?>?, _ name: String
) throws(ArgumentError) -> UnsafeMutablePointer<Value?> {
  guard let result = unsafe result else { throw ArgumentError("\(name) is NULL") }
  unsafe result.pointee = nil
  return unsafe result
}

@unsafe
func freeText(_ text: UnsafePointer<CChar>?) {
  unsafe free(UnsafeMutablePointer(mutating: text))
}

/// Creates a launch result.
///
/// Release it with ``freeLaunch(_:)``.
@unsafe
func makeLaunch(_ launch: Device.Launch) -> UnsafeMutablePointer<eros_launch> {
  let result = UnsafeMutablePointer<eros_launch>.allocate(capacity: 1)
  let notes = launch.notes.map(\.description).joined(separator: "\n")
  unsafe result.initialize(
    to: eros_launch(
      release: UnsafePointer(copyText(launch.release.description)),
      path: UnsafePointer(copyText(launch.path)),
      reason: UnsafePointer(copyText(launch.reason.rawValue)),
      token: UnsafePointer(copyText(launch.token)),
      previous: UnsafePointer(copyText(launch.previous?.description)),
      notes: UnsafePointer(copyText(notes.isEmpty ? nil : notes)),
      failure: UnsafePointer(launch.failure.map { unsafe makeError($0) })))
  return unsafe result
}

@unsafe
func freeLaunch(_ launch: UnsafeMutablePointer<eros_launch>?) {
  guard let launch = unsafe launch else { return }
  unsafe freeText(launch.pointee.release)
  unsafe freeText(launch.pointee.path)
  unsafe freeText(launch.pointee.reason)
  unsafe freeText(launch.pointee.token)
  unsafe freeText(launch.pointee.previous)
  unsafe freeText(launch.pointee.notes)
  unsafe freeError(UnsafeMutablePointer(mutating: launch.pointee.failure))
  unsafe launch.deallocate()
}
