package com.eros.device;

import java.util.Objects;

/** A header field of a request or of its answer. */
public final class HeaderField {
  private final String name;
  private final String value;

  /**
   * Creates a field.
   *
   * @param name the name
   * @param value the value
   */
  public HeaderField(String name, String value) {
    this.name = Objects.requireNonNull(name, "name");
    this.value = Objects.requireNonNull(value, "value");
  }

  /**
   * Returns the name.
   *
   * @return the name
   */
  public String getName() {
    return name;
  }

  /**
   * Returns the value.
   *
   * @return the value
   */
  public String getValue() {
    return value;
  }
}
