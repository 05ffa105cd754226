/**
 * The releases of a hybrid app on a device, in Java without native code.
 *
 * <p>{@link com.eros.device.ErosDevice} is the entry point.
 */
package com.eros.device;
