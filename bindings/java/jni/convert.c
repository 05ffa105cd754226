#include "convert.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

void throw_new(JNIEnv *env, const char *name, const char *message) {
  const jclass class = (*env)->FindClass(env, name);
  if (class == NULL) return;
  (*env)->ThrowNew(env, class, message);
  (*env)->DeleteLocalRef(env, class);
}

void throw_out_of_memory(JNIEnv *env) {
  throw_new(env, "java/lang/OutOfMemoryError", "liberosdevice_jni.so");
}

bool copy_array(JNIEnv *env, jbyteArray array, char **copy, jsize *length) {
  *copy = NULL;
  if (array == NULL) return true;
  const jsize count = (*env)->GetArrayLength(env, array);
  char *bytes = malloc((size_t)count + 1);
  if (bytes == NULL) {
    throw_out_of_memory(env);
    return false;
  }
  (*env)->GetByteArrayRegion(env, array, 0, count, (jbyte *)bytes);
  if ((*env)->ExceptionCheck(env)) {
    free(bytes);
    return false;
  }
  bytes[count] = 0;
  *copy = bytes;
  if (length != NULL) *length = count;
  return true;
}

bool copy_text(JNIEnv *env, jbyteArray array, char **text) {
  return copy_array(env, array, text, NULL);
}

jbyteArray make_array(JNIEnv *env, const void *bytes, size_t length) {
  if (length > INT_MAX) {
    throw_out_of_memory(env);
    return NULL;
  }
  const jbyteArray array = (*env)->NewByteArray(env, (jsize)length);
  if (array != NULL) (*env)->SetByteArrayRegion(env, array, 0, (jsize)length, bytes);
  return array;
}

bool make_text(JNIEnv *env, const char *text, jbyteArray *array) {
  *array = text != NULL ? make_array(env, text, strlen(text)) : NULL;
  return text == NULL || *array != NULL;
}

bool make_error(JNIEnv *env, const eros_error *error, jthrowable *exception) {
  *exception = NULL;
  if (error == NULL) return true;
  jbyteArray message, remedy;
  if (!make_text(env, error->message, &message) || !make_text(env, error->remedy, &remedy)) return false;
  *exception = (*env)->CallStaticObjectMethod(
      env, native.class, native.new_error, (jint)error->code, message, remedy,
      (jint)error->check_failure, (jlong)error->last_check);
  return !(*env)->ExceptionCheck(env);
}

bool finish(JNIEnv *env, eros_code code, eros_error *error) {
  if (code == EROS_OK || (*env)->ExceptionCheck(env)) {
    eros_error_free(error);
    return !(*env)->ExceptionCheck(env);
  }
  jthrowable exception;
  if (make_error(env, error, &exception) && exception != NULL) (*env)->Throw(env, exception);
  eros_error_free(error);
  return false;
}

jbyteArray finish_json(JNIEnv *env, eros_code code, eros_error *error, char *json) {
  jbyteArray array = NULL;
  if (finish(env, code, error)) make_text(env, json, &array);
  eros_text_free(json);
  return array;
}
