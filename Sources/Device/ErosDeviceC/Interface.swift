public import CErosDevice
import ErosCore
import ErosDevice
import ErosTransport

// The functions of `eros_device.h`. The header documents them, and the compiler checks the
// signatures.

@c @implementation
public func eros_device_abi() -> UInt32 { UInt32(EROS_DEVICE_ABI) }

@c @implementation
public func eros_error_free(_ error: UnsafeMutablePointer<eros_error>!) {
  unsafe freeError(error)
}

@c @implementation
public func eros_text_free(_ text: UnsafeMutablePointer<CChar>!) {
  unsafe freeText(text)
}

// MARK: - Opening

@c @implementation
public func eros_device_open(
  _ options: UnsafePointer<eros_device_options>!,
  _ device: UnsafeMutablePointer<OpaquePointer?>!,
  _ error: UnsafeMutablePointer<UnsafeMutablePointer<eros_error>?>!
) -> eros_code {
  unsafe response(error) {
    let device = try unsafe cleared(device, "device")
    let opened = try unsafe Device(options)
    unsafe device.pointee = OpaquePointer(Unmanaged.passRetained(opened).toOpaque())
  }
}

@c @implementation
public func eros_device_close(_ device: OpaquePointer!) {
  guard let device = unsafe device else { return }
  unsafe Unmanaged<Device>.fromOpaque(UnsafeRawPointer(device)).release()
}

/// Returns the object behind an `eros_device`.
@unsafe
private func openedDevice(_ handle: OpaquePointer) -> Device {
  unsafe Unmanaged<Device>.fromOpaque(UnsafeRawPointer(handle)).takeUnretainedValue()
}

/// Runs a call with a handle, and stores its error for the host.
@unsafe
private func call(
  _ handle: OpaquePointer?, _ error: UnsafeMutablePointer<UnsafeMutablePointer<eros_error>?>?,
  _ body: (Device) throws -> Void
) -> eros_code {
  unsafe response(error) {
    guard let handle = unsafe handle else { throw ArgumentError("device is NULL") }
    try body(unsafe openedDevice(handle))
  }
}

// MARK: - Launching

@c @implementation
public func eros_device_launch(
  _ device: OpaquePointer!, _ embedded: UnsafePointer<eros_bundle>!, _ kind: eros_launch_kind,
  _ launch: UnsafeMutablePointer<UnsafeMutablePointer<eros_launch>?>!,
  _ error: UnsafeMutablePointer<UnsafeMutablePointer<eros_error>?>!
) -> eros_code {
  unsafe call(device, error) { device in
    let result = try unsafe cleared(launch, "launch")
    let kind: LaunchKind =
      switch Int(kind) {
      case EROS_FOREGROUND: .foreground
      case EROS_BACKGROUND: .background
      default: throw ArgumentError("kind is \(kind)")
      }
    let bundle = try unsafe embedded.map { try unsafe BundlePaths($0.pointee, "embedded") }
    unsafe result.pointee = makeLaunch(try device.launch(embedded: bundle?.open(), kind: kind))
  }
}

@c @implementation
public func eros_launch_free(_ launch: UnsafeMutablePointer<eros_launch>!) {
  unsafe freeLaunch(launch)
}

@c @implementation
public func eros_device_confirm(
  _ device: OpaquePointer!, _ token: UnsafePointer<CChar>!,
  _ result: UnsafeMutablePointer<eros_confirmation>!,
  _ error: UnsafeMutablePointer<UnsafeMutablePointer<eros_error>?>!
) -> eros_code {
  unsafe call(device, error) { device in
    let outcome =
      switch try device.confirm(token: unsafe text(token, "token")) {
      case .confirmed: EROS_CONFIRMED
      // A sandbox returns "nothing on trial" only if it gets no token.
      case .nothingOnTrial, .staleToken: EROS_STALE_TOKEN
      }
    unsafe result?.pointee = Int32(outcome)
  }
}

@c @implementation
public func eros_device_apply_now(
  _ device: OpaquePointer!, _ launch: UnsafeMutablePointer<UnsafeMutablePointer<eros_launch>?>!,
  _ error: UnsafeMutablePointer<UnsafeMutablePointer<eros_error>?>!
) -> eros_code {
  unsafe call(device, error) { device in
    let result = try unsafe cleared(launch, "launch")
    unsafe result.pointee = try device.applyNow().map { unsafe makeLaunch($0) }
  }
}

// MARK: - Updating

@c @implementation
public func eros_device_stage(
  _ device: OpaquePointer!, _ update: UnsafePointer<eros_bundle>!,
  _ result: UnsafeMutablePointer<eros_staging>!,
  _ error: UnsafeMutablePointer<UnsafeMutablePointer<eros_error>?>!
) -> eros_code {
  unsafe call(device, error) { device in
    guard let update = unsafe update else { throw ArgumentError("update is NULL") }
    let staging = try device.stage(unsafe BundlePaths(update.pointee, "update").open())
    let outcome =
      switch staging.outcome {
      case .pending: EROS_STAGED
      case .alreadyOnTrial: EROS_ALREADY_ON_TRIAL
      case .alreadyActive: EROS_ALREADY_ACTIVE
      }
    unsafe result?.pointee = Int32(outcome)
  }
}

@c @implementation
public func eros_device_roll_back(
  _ device: OpaquePointer!, _ release: UnsafePointer<CChar>!,
  _ error: UnsafeMutablePointer<UnsafeMutablePointer<eros_error>?>!
) -> eros_code {
  unsafe call(device, error) { device in
    try device.rollBack(to: unsafe target(optionalText(release, "release")))
  }
}

private func target(_ release: String?) throws(ArgumentError) -> RollbackTarget {
  switch release {
  case nil: return .previous
  case "embedded"?: return .embedded
  case let name?: return .release(try tree(name))
  }
}

private func tree(_ release: String) throws(ArgumentError) -> TreeHash {
  guard let tree = TreeHash(release) else {
    throw ArgumentError("release '\(release.escapedForDisplay)' is not a tree hash")
  }
  return tree
}

@c @implementation
public func eros_device_unblock(
  _ device: OpaquePointer!, _ release: UnsafePointer<CChar>!,
  _ count: UnsafeMutablePointer<UInt32>!,
  _ error: UnsafeMutablePointer<UnsafeMutablePointer<eros_error>?>!
) -> eros_code {
  unsafe call(device, error) { device in
    let release = try unsafe optionalText(release, "release").map(tree)
    let unblocked = try device.unblock(release)
    unsafe count?.pointee = UInt32(unblocked.count)
  }
}

@c @implementation
public func eros_device_status(
  _ device: OpaquePointer!, _ verify: Int32,
  _ json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>!,
  _ error: UnsafeMutablePointer<UnsafeMutablePointer<eros_error>?>!
) -> eros_code {
  unsafe call(device, error) { device in
    let json = try unsafe cleared(json, "json")
    let status = try device.status(verifying: verify != 0)
    unsafe json.pointee = copyText(status.json(isVerified: verify != 0))
  }
}

@c @implementation
public func eros_device_failed(
  _ device: OpaquePointer!, _ token: UnsafePointer<CChar>!, _ reason: UnsafePointer<CChar>!,
  _ result: UnsafeMutablePointer<eros_failure>!,
  _ error: UnsafeMutablePointer<UnsafeMutablePointer<eros_error>?>!
) -> eros_code {
  unsafe call(device, error) { device in
    try unsafe recordFailure(device, token, reason, nil, nil, result)
  }
}

@c @implementation
public func eros_device_failed_with_error(
  _ device: OpaquePointer!, _ token: UnsafePointer<CChar>!, _ reason: UnsafePointer<CChar>!,
  _ error_class: UnsafePointer<CChar>!, _ stack: UnsafePointer<CChar>!,
  _ result: UnsafeMutablePointer<eros_failure>!,
  _ error: UnsafeMutablePointer<UnsafeMutablePointer<eros_error>?>!
) -> eros_code {
  unsafe call(device, error) { device in
    try unsafe recordFailure(device, token, reason, error_class, stack, result)
  }
}

@unsafe
private func recordFailure(
  _ device: Device, _ token: UnsafePointer<CChar>?, _ reason: UnsafePointer<CChar>?,
  _ errorClass: UnsafePointer<CChar>?, _ stack: UnsafePointer<CChar>?,
  _ result: UnsafeMutablePointer<eros_failure>?
) throws {
  let limit = Device.maximumStackLength
  let failure = try unsafe device.failed(
    token: text(token, "token"), reason: text(reason, "reason"),
    errorClass: repairedText(errorClass, limit: limit), stack: repairedText(stack, limit: limit))
  let outcome =
    switch failure {
    case .blocked: EROS_FAILURE_BLOCKED
    case .noted: EROS_FAILURE_NOTED
    }
  unsafe result?.pointee = Int32(outcome)
}

@c @implementation
public func eros_device_decisions(
  _ device: OpaquePointer!, _ json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>!,
  _ error: UnsafeMutablePointer<UnsafeMutablePointer<eros_error>?>!
) -> eros_code {
  unsafe call(device, error) { device in
    let json = try unsafe cleared(json, "json")
    unsafe json.pointee = copyText(device.decisions().text)
  }
}

// MARK: - Fetching

@c @implementation
public func eros_device_cancel(_ device: OpaquePointer!) {
  guard let handle = unsafe device else { return }
  unsafe openedDevice(handle).cancel()
}

@c @implementation
public func eros_device_fetch(
  _ device: OpaquePointer!, _ options: UnsafePointer<eros_fetch_options>!,
  _ transport: UnsafePointer<eros_transport>!,
  _ json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>!,
  _ error: UnsafeMutablePointer<UnsafeMutablePointer<eros_error>?>!
) -> eros_code {
  unsafe call(device, error) { device in
    let json = try unsafe cleared(json, "json")
    let thread = CallingThread()
    let arguments = try unsafe FetchArguments(options, on: thread)
    let client = try unsafe HostTransport(transport, on: thread)
    let settings = arguments.options(reportingOver: client)
    let result: FetchResult
    do {
      result = try thread.run {
        arguments.checksOnly
          ? try await device.check(settings, over: client, start: thread.start)
          : try await device.fetch(
            settings, over: client, progress: { arguments.progress?.show($0) }, start: thread.start)
      }
    } catch is CancellationError {
      throw FetchCancelled()
    }
    unsafe json.pointee = copyText(result.json(of: settings.channel))
  }
}

/// Returns the object behind an `eros_response`.
@unsafe
private func receiver(_ handle: OpaquePointer?) -> HostResponse? {
  unsafe handle.map {
    unsafe Unmanaged<HostResponse>.fromOpaque(UnsafeRawPointer($0)).takeUnretainedValue()
  }
}

@c @implementation
public func eros_response_head(
  _ response: OpaquePointer!, _ status: Int32, _ fields: UnsafePointer<eros_field>!,
  _ field_count: UInt32
) -> eros_reception {
  guard let receiver = unsafe receiver(response) else { return eros_reception(EROS_STOP) }
  var list = TransportFields()
  guard unsafe fields != nil || field_count == 0 else {
    receiver.stop("fields is NULL")
    return eros_reception(EROS_STOP)
  }
  let received = unsafe UnsafeBufferPointer(start: fields, count: Int(field_count))
  for index in received.indices {
    guard let name = unsafe received[index].name, let value = unsafe received[index].value else {
      receiver.stop("a field is NULL")
      return eros_reception(EROS_STOP)
    }
    // Servers may send bytes that are not UTF-8 in fields that the library ignores.
    list.append(unsafe String(cString: name), unsafe String(cString: value))
  }
  return eros_reception(receiver.receive(status: status, list) ? EROS_RECEIVE : EROS_STOP)
}

@c @implementation
public func eros_response_body(
  _ response: OpaquePointer!, _ bytes: UnsafeRawPointer!, _ length: UInt64
) -> eros_reception {
  guard let receiver = unsafe receiver(response) else { return eros_reception(EROS_STOP) }
  guard let start = unsafe bytes, let count = Int(exactly: length), count > 0 else {
    return eros_reception(
      receiver.receive(Span<UInt8>()) ? EROS_RECEIVE : EROS_STOP)
  }
  let buffer = unsafe UnsafeRawBufferPointer(start: start, count: count)
  return unsafe buffer.withMemoryRebound(to: UInt8.self) { bytes in
    eros_reception(receiver.receive(unsafe bytes.span) ? EROS_RECEIVE : EROS_STOP)
  }
}

private struct FetchArguments {
  /// In bytes.
  private static let maximumRootLength: UInt64 = 512_000

  let store: WebAddress
  let channel: String
  let root: [UInt8]?
  let id: String?
  let tester: String?
  let checksOnly: Bool
  let reports: WebAddress?
  let progress: HostProgress?

  /// Copies a host's options.
  @unsafe
  init(_ options: UnsafePointer<eros_fetch_options>?, on thread: CallingThread) throws {
    // Version 1 has the fields up to `id`.
    let options = try unsafe copyStructure(
      options, "options", through: \.id, defaults: eros_fetch_options())
    store = try unsafe WebAddress(text(options.store, "options->store"))
    channel = try unsafe text(options.channel, "options->channel")
    root = try unsafe options.root.map { start throws(ArgumentError) in
      let length = unsafe options.root_length
      guard (1...Self.maximumRootLength).contains(length) else {
        throw ArgumentError("options->root_length is \(length)")
      }
      return unsafe Array(UnsafeRawBufferPointer(start: start, count: Int(length)))
    }
    id = try unsafe optionalText(options.id, "options->id")
    tester = try unsafe optionalText(options.tester, "options->tester")
    checksOnly = unsafe options.check_only != 0
    reports = try unsafe optionalText(options.report_url, "options->report_url").map {
      try WebAddress($0)
    }
    progress = unsafe HostProgress(options, on: thread)
  }

  /// Returns a fetch's options, with usage reports sent over `transport`.
  func options(reportingOver transport: HostTransport) -> FetchOptions {
    var options = FetchOptions(store: store, channel: channel, root: root)
    options.id = id
    options.tester = tester
    options.reports = reports.map { ReportServer($0, transport: transport) }
    return options
  }
}

/// A host has cancelled its fetch.
private struct FetchCancelled: ErosError {
  var problem: Message { "the app cancelled the fetch" }
  var remedy: Message? { "fetch again; the download continues where it ended" }
  var exitStatus: ExitStatus { .unavailable }
}

// MARK: - Apps with a legacy client

@c @implementation
public func eros_device_adopt(
  _ device: OpaquePointer!, _ old_folder: UnsafePointer<CChar>!,
  _ result: UnsafeMutablePointer<eros_adoption>!,
  _ error: UnsafeMutablePointer<UnsafeMutablePointer<eros_error>?>!
) -> eros_code {
  unsafe call(device, error) { device in
    let folder = try unsafe text(old_folder, "old_folder")
    let outcome =
      switch try device.adopt(folder) {
      case .adopted: EROS_ADOPTED
      case .nothingToAdopt: EROS_NOTHING_TO_ADOPT
      case .alreadyInstalled: EROS_ALREADY_INSTALLED
      }
    unsafe result?.pointee = Int32(outcome)
  }
}

private struct BundlePaths {
  let zip: String
  let config: String?

  /// Copies a host's paths.
  ///
  /// Messages call the bundle `name`.
  @unsafe
  init(_ bundle: eros_bundle, _ name: String) throws(ArgumentError) {
    zip = try unsafe text(bundle.zip, "\(name)->zip")
    config = try unsafe optionalText(bundle.config, "\(name)->config")
  }

  func open() throws(FileError) -> DeliveredBundle {
    try DeliveredBundle(zip: zip, config: config)
  }
}
