import ErosCore

struct PlatformValues<Value: Sendable>: Sendable {
  private let android: Value
  private let ios: Value

  /// Calls `value` once for each platform.
  init(_ value: (Platform) -> Value) {
    android = value(.android)
    ios = value(.ios)
  }

  subscript(platform: Platform) -> Value {
    switch platform {
    case .android: android
    case .ios: ios
    }
  }
}
