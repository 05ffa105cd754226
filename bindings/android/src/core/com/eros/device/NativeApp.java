package com.eros.device;

/** The version and the platform of the app, which determine the releases that it can run. */
final class NativeApp extends Value {
  static final String ANDROID = "android";
  static final String IOS = "ios";

  final NativeVersion version;
  /** {@link #ANDROID}, {@link #IOS}, or {@code null}: the requirements of both then apply. */
  final String platform;

  NativeApp(NativeVersion version, String platform) {
    this.version = version;
    this.platform = platform;
  }

  JsonObject json() {
    return new JsonObject().put("version", version.text).put("platform", platform);
  }

  static NativeApp read(JsonFields fields) throws JsonException {
    JsonValue text = fields.required("version");
    NativeVersion version = text.string() == null ? null : NativeVersion.parse(text.string());
    if (version == null) throw fields.unexpected("version", text, "a version");
    String platform = fields.optionalString("platform");
    if (platform != null && !platform.equals(ANDROID) && !platform.equals(IOS)) {
      throw fields.unexpected("platform", fields.optional("platform"), "a platform");
    }
    return new NativeApp(version, platform);
  }

  @Override
  Object[] parts() {
    return new Object[] {version, platform};
  }
}
