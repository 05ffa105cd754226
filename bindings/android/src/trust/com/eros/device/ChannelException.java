package com.eros.device;

/** An error in the contents of a channel or of the brake. */
final class ChannelException extends ErosException {
  private static final long serialVersionUID = 1;

  private ChannelException(String message, String remedy) {
    super(BAD_DATA, message, remedy);
  }

  /** The signed metadata of a channel does not describe valid releases. */
  static ChannelException malformed(ChannelName channel, JsonException reason) {
    return new ChannelException(
        "the metadata of the channel '" + channel + "' is malformed: " + reason.getMessage(),
        "another program or a later version of eros has signed it; update the library");
  }

  /** The signed metadata of the brake does not describe valid limits. */
  static ChannelException malformedBrake(JsonException reason) {
    return new ChannelException(
        "the metadata of the brake is malformed: " + reason.getMessage(),
        "update the library; if the key of the brake was stolen, the publisher must replace it");
  }
}
