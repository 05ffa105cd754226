package com.eros.device;

/** The reason why {@link ErosDevice#fetch} could not check for updates. */
public enum CheckFailure {
  /** The store is unreachable or responds with an error. */
  UNAVAILABLE,
  /** Metadata has expired: the clock is wrong, a cache is stale, or the publisher must sign again. */
  EXPIRED,
  /** A response is not trusted metadata, for example because a network requires a login. */
  REFUSED
}
