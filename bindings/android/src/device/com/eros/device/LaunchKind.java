package com.eros.device;

/** The kind of a start. */
public enum LaunchKind {
  /** A start that a user sees; a staged release is tried. */
  FOREGROUND,
  /** A start by the system, for example for a notification; a confirmed release runs. */
  BACKGROUND
}
