package com.eros.device;

/** Shows the progress of {@link ErosDevice#fetch}. */
public interface FetchProgress {
  /**
   * Shows a step; called at the start of each step, and after each part of a download.
   *
   * <p>It is called on the thread that called {@link ErosDevice#fetch}, while the download waits.
   * An exception ends the current request, or else the fetch before its next request. The fetch throws
   * it unchanged; after {@link FetchStep#STAGE}, the release is staged nevertheless.
   *
   * @param step the step
   * @param received the number of downloaded bytes, or 0 if the step is not a download
   * @param total the number of bytes of the file, or 0 if the step is not a download
   */
  void show(FetchStep step, long received, long total);
}
