package com.eros.device;

/** A search for a name that goes on if an item cannot be examined. */
abstract class NameSearch {
  /** Returns whether the item of this name is wanted. */
  abstract boolean matches(String name) throws FileException;

  /**
   * Returns whether one of the items is wanted, also if others cannot be examined.
   *
   * @throws FileException the first error, if no item is wanted
   */
  final boolean findsAny(String... names) throws FileException {
    FileException failure = null;
    for (String name : names) {
      try {
        if (matches(name)) return true;
      } catch (FileException error) {
        if (failure == null) failure = error;
      }
    }
    if (failure != null) throw failure;
    return false;
  }
}
