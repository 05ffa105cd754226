package com.eros.device;

import java.io.File;

/**
 * The functions of {@code eros_device_jni.c}, and the methods that it calls.
 *
 * <p>Text is UTF-8 without a NUL byte. {@code META-INF/proguard} keeps the names of this class.
 */
final class Native {
  static {
    System.loadLibrary("erosdevice_jni");
  }

  private Native() {}

  static native long open(
      byte[] folder, byte[] appVersion, int threads, int lockTimeout, int trialLaunches,
      int maximumFiles, long maximumSize, boolean storageWithoutOwners) throws ErosException;

  static native void close(long device);

  /** Returns a {@link Launch}. */
  static native Object launch(long device, byte[] zip, byte[] config, int kind)
      throws ErosException;

  /** Returns a {@link Launch}, or {@code null} if no release is applied. */
  static native Object applyNow(long device) throws ErosException;

  static native int confirm(long device, byte[] token) throws ErosException;

  static native int failed(
      long device, byte[] token, byte[] reason, byte[] errorClass, byte[] stack)
      throws ErosException;

  static native byte[] decisions(long device) throws ErosException;

  static native int stage(long device, byte[] zip, byte[] config) throws ErosException;

  static native void rollBack(long device, byte[] release) throws ErosException;

  static native int unblock(long device, byte[] release) throws ErosException;

  static native byte[] status(long device, boolean verify) throws ErosException;

  static native int adopt(long device, byte[] oldFolder) throws ErosException;

  /** The exchange is an {@link Exchange}, which {@link #perform} gets. */
  static native byte[] fetch(
      long device, boolean checkOnly, byte[] store, byte[] channel, byte[] root, byte[] id,
      byte[] tester, byte[] reportUrl, Object exchange) throws ErosException;

  static native void cancel(long device);

  static native boolean head(long answer, int status, byte[] fields, int fieldCount);

  static native boolean body(long answer, byte[] bytes, int offset, int length);

  // The methods below are called by C. Their descriptors contain only classes of java.lang, which
  // tools that rename classes keep.

  static Throwable newError(
      int code, byte[] message, byte[] remedy, int checkFailure, long lastCheck) {
    return new ErosException(
        code, Text.decode(message), Text.decode(remedy), CheckFailure.of(checkFailure), lastCheck);
  }

  static Object newLaunch(
      byte[] release, byte[] path, byte[] reason, byte[] token, byte[] previous, byte[] notes,
      Throwable failure) {
    return new Launch(
        Text.decode(release), new File(Text.decode(path)), Text.decode(reason), Text.decode(token),
        Text.decode(previous), Text.decode(notes), (ErosException) failure);
  }

  /** Performs a request, and returns an {@code eros_exchange_result}. */
  static int perform(
      Object exchange, byte[] method, byte[] url, byte[] fields, byte[] body, int timeout,
      long answer) {
    TransportRequest request =
        new TransportRequest(
            Text.decode(method), Text.decode(url), Text.decodeFields(fields), body, timeout);
    return ((Exchange) exchange).perform(request, new TransportResponse(answer));
  }

  /** Shows a step of a fetch. */
  static void progress(Object exchange, int step, long received, long total) {
    ((Exchange) exchange).show(step, received, total);
  }
}
