/* Native.fetch and Native.cancel, and the transport that calls Java. */

#include "com_eros_device_Native.h"
#include "convert.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* The context of a transport. */
typedef struct {
  JNIEnv *env;
  /* The Exchange of the fetch. */
  jobject exchange;
} fetch_context;

/* Returns whether the calling thread is the thread of the fetch: an environment of JNI belongs to its thread. */
static bool is_own_thread(const fetch_context *fetch) {
  JNIEnv *env = NULL;
  return (*native.machine)->GetEnv(native.machine, (void **)&env, JNI_VERSION_1_6) == JNI_OK
      && env == fetch->env;
}

/* Copies a text with its NUL byte to `end`, and returns the new end. */
static char *append(char *end, const char *text) {
  const size_t length = strlen(text) + 1;
  memcpy(end, text, length);
  return end + length;
}

/* Returns the names and values of the fields, each followed by a NUL byte, or NULL with an exception pending. */
static jbyteArray make_fields(JNIEnv *env, const eros_request *request) {
  size_t length = 0;
  for (uint32_t index = 0; index < request->field_count; index++)
    length += strlen(request->fields[index].name) + strlen(request->fields[index].value) + 2;
  char *text = malloc(length + 1);
  if (text == NULL) {
    throw_out_of_memory(env);
    return NULL;
  }
  char *end = text;
  for (uint32_t index = 0; index < request->field_count; index++) {
    end = append(end, request->fields[index].name);
    end = append(end, request->fields[index].value);
  }
  const jbyteArray fields = make_array(env, text, length);
  free(text);
  return fields;
}

/* Stores the body of a request, or NULL. Returns false, with an exception pending, if that fails. */
static bool make_body(JNIEnv *env, const eros_request *request, jbyteArray *body) {
  *body = request->body != NULL ? make_array(env, request->body, request->body_length) : NULL;
  return request->body == NULL || *body != NULL;
}

/* Calls Native.perform. An exception of the host stays pending. */
static eros_exchange_result perform(
    const fetch_context *fetch, const eros_request *request, eros_response *answer) {
  JNIEnv *env = fetch->env;
  jbyteArray method, url, fields, body;
  if (!make_text(env, request->method, &method) || !make_text(env, request->url, &url)
      || (fields = make_fields(env, request)) == NULL || !make_body(env, request, &body))
    return EROS_EXCHANGE_CANCELLED;
  const jint timeout = request->timeout > INT_MAX ? INT_MAX : (jint)request->timeout;
  const jint result = (*env)->CallStaticIntMethod(
      env, native.class, native.perform, fetch->exchange, method, url, fields, body, timeout,
      (jlong)(intptr_t)answer);
  // The library ends the fetch without another request; then Java throws the exception.
  return (*env)->ExceptionCheck(env) ? EROS_EXCHANGE_CANCELLED : result;
}

/* The exchange of eros_transport. */
static eros_exchange_result exchange(
    void *context, const eros_request *request, eros_response *answer) {
  const fetch_context *fetch = context;
  if (!is_own_thread(fetch)) return EROS_EXCHANGE_FAILED;
  JNIEnv *env = fetch->env;
  // Java may not be called with a pending exception. The frame releases the references of this request.
  if ((*env)->ExceptionCheck(env) || (*env)->PushLocalFrame(env, 8) != 0)
    return EROS_EXCHANGE_CANCELLED;
  const eros_exchange_result result = perform(fetch, request, answer);
  (*env)->PopLocalFrame(env, NULL);
  return result;
}

/*
 * The progress of eros_fetch_options. An exception of the host stays pending.
 *
 * An exception ends the current request, or else the fetch before its next request.
 */
static void progress(void *context, eros_fetch_step step, uint64_t received, uint64_t total) {
  const fetch_context *fetch = context;
  if (!is_own_thread(fetch)) return;
  JNIEnv *env = fetch->env;
  // Java may not be called with a pending exception.
  if ((*env)->ExceptionCheck(env)) return;
  (*env)->CallStaticVoidMethod(
      env, native.class, native.progress, fetch->exchange, (jint)step, (jlong)received,
      (jlong)total);
}

JNIEXPORT jbyteArray JNICALL Java_com_eros_device_Native_fetch(
    JNIEnv *env, jclass class, jlong device, jboolean check_only, jbyteArray store,
    jbyteArray channel, jbyteArray root, jbyteArray id, jbyteArray tester, jbyteArray report_url,
    jobject java_exchange) {
  (void)class;
  char *store_text = NULL, *channel_text = NULL, *root_bytes = NULL, *id_text = NULL,
       *tester_text = NULL, *report_text = NULL;
  jsize root_length = 0;
  jbyteArray result = NULL;
  if (copy_text(env, store, &store_text) && copy_text(env, channel, &channel_text)
      && copy_array(env, root, &root_bytes, &root_length) && copy_text(env, id, &id_text)
      && copy_text(env, tester, &tester_text) && copy_text(env, report_url, &report_text)) {
    fetch_context context = {.env = env, .exchange = java_exchange};
    const eros_fetch_options options = {
        .size = sizeof options, .check_only = check_only, .store = store_text,
        .channel = channel_text, .root = root_bytes, .root_length = (uint64_t)root_length,
        .id = id_text, .report_url = report_text, .progress_context = &context,
        .progress = progress, .tester = tester_text};
    const eros_transport transport = {
        .size = sizeof transport, .context = &context, .exchange = exchange};
    char *json = NULL;
    eros_error *error = NULL;
    const eros_code code =
        eros_device_fetch(device_at(device), &options, &transport, &json, &error);
    result = finish_json(env, code, error, json);
  }
  free(store_text);
  free(channel_text);
  free(root_bytes);
  free(id_text);
  free(tester_text);
  free(report_text);
  return result;
}

JNIEXPORT void JNICALL Java_com_eros_device_Native_cancel(JNIEnv *env, jclass class, jlong device) {
  (void)env, (void)class;
  eros_device_cancel(device_at(device));
}

/* Passes `count` fields on: names and values, each followed by a NUL byte. */
static jboolean pass_head(
    JNIEnv *env, eros_response *answer, jint status, const char *text, jsize length, jint count) {
  eros_field *fields = calloc((size_t)count + 1, sizeof *fields);
  if (fields == NULL) {
    throw_out_of_memory(env);
    return JNI_FALSE;
  }
  const char *const end = text + length;
  for (jint index = 0; index < 2 * count && text < end; index++) {
    if (index % 2 == 0)
      fields[index / 2].name = text;
    else
      fields[index / 2].value = text;
    text += strlen(text) + 1;
  }
  const eros_reception wanted = eros_response_head(answer, status, fields, (uint32_t)count);
  free(fields);
  return wanted == EROS_RECEIVE;
}

JNIEXPORT jboolean JNICALL Java_com_eros_device_Native_head(
    JNIEnv *env, jclass class, jlong answer, jint status, jbyteArray fields, jint field_count) {
  (void)class;
  char *text = NULL;
  jsize length = 0;
  if (!copy_array(env, fields, &text, &length)) return JNI_FALSE;
  const jboolean wanted =
      pass_head(env, (eros_response *)(intptr_t)answer, status, text, length, field_count);
  free(text);
  return wanted;
}

JNIEXPORT jboolean JNICALL Java_com_eros_device_Native_body(
    JNIEnv *env, jclass class, jlong answer, jbyteArray bytes, jint offset, jint length) {
  (void)class;
  // Copied in parts: the library writes to files, during which the garbage collector may not be blocked.
  jbyte part[16384];
  eros_reception wanted = EROS_RECEIVE;
  while (length > 0 && wanted == EROS_RECEIVE) {
    const jint count = length < (jint)sizeof part ? length : (jint)sizeof part;
    (*env)->GetByteArrayRegion(env, bytes, offset, count, part);
    if ((*env)->ExceptionCheck(env)) return JNI_FALSE;
    wanted = eros_response_body((eros_response *)(intptr_t)answer, part, (uint64_t)count);
    // The progress may have thrown.
    if ((*env)->ExceptionCheck(env)) return JNI_FALSE;
    offset += count;
    length -= count;
  }
  return wanted == EROS_RECEIVE;
}
