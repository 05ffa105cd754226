package com.eros.device;

/** An error in the name or the contents of a channel, or in the contents of the brake. */
final class ChannelException extends ErosException {
  private static final long serialVersionUID = 1;

  private ChannelException(int code, String message, String remedy) {
    super(code, message, remedy);
  }

  /** A text does not have the form {@code app/channel}. */
  static ChannelException badName(String name) {
    return new ChannelException(
        USAGE, DisplayText.quote(name) + " is not the name of a channel",
        "write APP/CHANNEL, such as 'my-app/production', with letters, digits, '-', '_' and '.'");
  }

  /** The signed metadata of a channel does not describe valid releases. */
  static ChannelException malformed(ChannelName channel, JsonException reason) {
    return new ChannelException(
        BAD_DATA, "the metadata of the channel '" + channel + "' is malformed: " + reason.getMessage(),
        "another program or a later version of eros has signed it; update the library");
  }

  /** The signed metadata of the brake does not describe valid limits. */
  static ChannelException malformedBrake(JsonException reason) {
    return new ChannelException(
        BAD_DATA, "the metadata of the brake is malformed: " + reason.getMessage(),
        "update the library; if the key of the brake was stolen, the publisher must replace it");
  }
}
