/**
 * The releases of a hybrid app on a device: a thin layer over {@code eros_device.h}.
 *
 * <p>{@link com.eros.device.ErosDevice} is the entry point.
 */
package com.eros.device;
