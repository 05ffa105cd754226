import ErosCore

/// A value for each platform.
struct PlatformValues<Value> {
  private let android: Value
  private let ios: Value

  /// Creates the values with `value`.
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
