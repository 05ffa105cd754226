/// The framework that loads a project's native classes.
public enum NativeHost: String, Sendable, CaseIterable {
  /// Weex, alone or below Eros, next to Rexxar and mPaaS.
  case weex
  /// uni-app, whose native plugins are Weex modules and components under other names.
  case uniApp = "uni-app"
}
