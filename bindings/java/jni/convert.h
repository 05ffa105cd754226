/* Text and errors between JNI and eros_device.h. */

#ifndef EROS_CONVERT_H
#define EROS_CONVERT_H

#include <eros_device.h>
#include <jni.h>
#include <stdbool.h>
#include <stdint.h>

/* The class Native and its methods that C calls; set when the library is loaded. */
typedef struct {
  JavaVM *machine;
  jclass class;
  jmethodID new_error, new_launch, perform, progress;
} native_class;

extern native_class native;

/* Throws an error of java.lang; leaves another exception pending if that fails. */
void throw_new(JNIEnv *env, const char *name, const char *message);

void throw_out_of_memory(JNIEnv *env);

/*
 * Copies an array, followed by a NUL byte, into memory that the caller frees; stores NULL for NULL. Returns false,
 * with an exception pending, if that fails. `length` may be NULL.
 */
bool copy_array(JNIEnv *env, jbyteArray array, char **copy, jsize *length);

bool copy_text(JNIEnv *env, jbyteArray array, char **text);

/* Returns a new array, or NULL with an exception pending. */
jbyteArray make_array(JNIEnv *env, const void *bytes, size_t length);

/* Stores the array of a text, or NULL for NULL. Returns false, with an exception pending, if that fails. */
bool make_text(JNIEnv *env, const char *text, jbyteArray *array);

/* Stores the ErosException of an error, or NULL for NULL. Returns false, with an exception pending, if that fails. */
bool make_error(JNIEnv *env, const eros_error *error, jthrowable *exception);

/* Releases the error of a call, and throws it. Returns whether the call succeeded and no exception is pending. */
bool finish(JNIEnv *env, eros_code code, eros_error *error);

/* Returns the array of the JSON that a call has stored, and releases it. */
jbyteArray finish_json(JNIEnv *env, eros_code code, eros_error *error, char *json);

/* Returns the handle that Java keeps as an address. */
static inline eros_device *device_at(jlong address) {
  return (eros_device *)(intptr_t)address;
}

#endif
