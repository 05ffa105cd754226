/*
 * The layer between com.eros.device and eros_device.h.
 *
 * Text crosses it as UTF-8 in byte arrays, because the UTF-8 of JNI differs from the standard outside the Basic
 * Multilingual Plane. `javac -h` writes the declarations of these functions from Native.java, so the compiler
 * checks each signature. A function that returns with an exception pending returns 0 or NULL, which Java ignores.
 */

#include "com_eros_device_Native.h"
#include "convert.h"

#include <stdlib.h>

/* ---- Loading ---- */

native_class native;

static bool find_methods(JNIEnv *env, jclass class) {
  native.new_error =
      (*env)->GetStaticMethodID(env, class, "newError", "(I[B[BIJ)Ljava/lang/Throwable;");
  if (native.new_error == NULL) return false;
  native.new_launch = (*env)->GetStaticMethodID(
      env, class, "newLaunch", "([B[B[B[B[B[BLjava/lang/Throwable;)Ljava/lang/Object;");
  if (native.new_launch == NULL) return false;
  native.perform =
      (*env)->GetStaticMethodID(env, class, "perform", "(Ljava/lang/Object;[B[B[B[BIJ)I");
  if (native.perform == NULL) return false;
  native.progress =
      (*env)->GetStaticMethodID(env, class, "progress", "(Ljava/lang/Object;IJJ)V");
  return native.progress != NULL;
}

JNIEXPORT jint JNICALL JNI_OnLoad(JavaVM *machine, void *reserved) {
  (void)reserved;
  JNIEnv *env = NULL;
  if ((*machine)->GetEnv(machine, (void **)&env, JNI_VERSION_1_6) != JNI_OK) return JNI_ERR;
  if (eros_device_abi() != EROS_DEVICE_ABI) {
    throw_new(env, "java/lang/UnsatisfiedLinkError",
              "liberosdevice_jni.so needs another version of liberosdevice.so");
    return JNI_ERR;
  }
  const jclass class = (*env)->FindClass(env, "com/eros/device/Native");
  if (class == NULL || !find_methods(env, class)) return JNI_ERR;
  native.class = (*env)->NewGlobalRef(env, class);
  (*env)->DeleteLocalRef(env, class);
  native.machine = machine;
  return native.class != NULL ? JNI_VERSION_1_6 : JNI_ERR;
}

JNIEXPORT void JNICALL JNI_OnUnload(JavaVM *machine, void *reserved) {
  (void)reserved;
  JNIEnv *env = NULL;
  if ((*machine)->GetEnv(machine, (void **)&env, JNI_VERSION_1_6) != JNI_OK) return;
  (*env)->DeleteGlobalRef(env, native.class);
  native.class = NULL;
}

/* ---- Opening ---- */

JNIEXPORT jlong JNICALL Java_com_eros_device_Native_open(
    JNIEnv *env, jclass class, jbyteArray folder, jbyteArray app_version, jint threads,
    jint lock_timeout, jint trial_launches, jint maximum_files, jlong maximum_size,
    jboolean storage_without_owners) {
  (void)class;
  char *folder_text = NULL, *version_text = NULL;
  eros_device *device = NULL;
  if (copy_text(env, folder, &folder_text) && copy_text(env, app_version, &version_text)) {
    const eros_device_options options = {
        .size = sizeof options, .platform = EROS_PLATFORM_ANDROID, .folder = folder_text,
        .app_version = version_text, .threads = (uint32_t)threads,
        .lock_timeout = (uint32_t)lock_timeout, .trial_launches = (uint32_t)trial_launches,
        .maximum_files = (uint32_t)maximum_files, .maximum_size = (uint64_t)maximum_size,
        .storage_without_owners = storage_without_owners == JNI_TRUE};
    eros_error *error = NULL;
    const eros_code code = eros_device_open(&options, &device, &error);
    finish(env, code, error);
  }
  free(folder_text);
  free(version_text);
  return (jlong)(intptr_t)device;
}

JNIEXPORT void JNICALL Java_com_eros_device_Native_close(JNIEnv *env, jclass class, jlong device) {
  (void)env, (void)class;
  eros_device_close(device_at(device));
}

/* ---- Launching ---- */

/* Returns the Launch of a launch, or NULL with an exception pending. */
static jobject make_launch(JNIEnv *env, const eros_launch *launch) {
  const char *const texts[] = {launch->release, launch->path, launch->reason,
                               launch->token, launch->previous, launch->notes};
  enum { COUNT = sizeof texts / sizeof *texts };
  jbyteArray arrays[COUNT];
  for (int index = 0; index < COUNT; index++)
    if (!make_text(env, texts[index], &arrays[index])) return NULL;
  jthrowable failure;
  if (!make_error(env, launch->failure, &failure)) return NULL;
  const jobject result = (*env)->CallStaticObjectMethod(
      env, native.class, native.new_launch, arrays[0], arrays[1], arrays[2], arrays[3], arrays[4],
      arrays[5], failure);
  return (*env)->ExceptionCheck(env) ? NULL : result;
}

JNIEXPORT jobject JNICALL Java_com_eros_device_Native_launch(
    JNIEnv *env, jclass class, jlong device, jbyteArray zip, jbyteArray config, jint kind) {
  (void)class;
  char *zip_text = NULL, *config_text = NULL;
  jobject result = NULL;
  if (copy_text(env, zip, &zip_text) && copy_text(env, config, &config_text)) {
    const eros_bundle embedded = {.zip = zip_text, .config = config_text};
    eros_launch *launch = NULL;
    eros_error *error = NULL;
    const eros_code code =
        eros_device_launch(device_at(device), zip != NULL ? &embedded : NULL, kind, &launch, &error);
    if (finish(env, code, error)) result = make_launch(env, launch);
    eros_launch_free(launch);
  }
  free(zip_text);
  free(config_text);
  return result;
}

JNIEXPORT jobject JNICALL Java_com_eros_device_Native_applyNow(
    JNIEnv *env, jclass class, jlong device) {
  (void)class;
  eros_launch *launch = NULL;
  eros_error *error = NULL;
  const eros_code code = eros_device_apply_now(device_at(device), &launch, &error);
  jobject result = NULL;
  if (finish(env, code, error) && launch != NULL) result = make_launch(env, launch);
  eros_launch_free(launch);
  return result;
}

JNIEXPORT jint JNICALL Java_com_eros_device_Native_confirm(
    JNIEnv *env, jclass class, jlong device, jbyteArray token) {
  (void)class;
  char *token_text = NULL;
  if (!copy_text(env, token, &token_text)) return 0;
  eros_confirmation result = 0;
  eros_error *error = NULL;
  const eros_code code = eros_device_confirm(device_at(device), token_text, &result, &error);
  finish(env, code, error);
  free(token_text);
  return result;
}

JNIEXPORT jint JNICALL Java_com_eros_device_Native_failed(
    JNIEnv *env, jclass class, jlong device, jbyteArray token, jbyteArray reason,
    jbyteArray error_class, jbyteArray stack) {
  (void)class;
  char *token_text = NULL, *reason_text = NULL, *class_text = NULL, *stack_text = NULL;
  eros_failure result = 0;
  if (copy_text(env, token, &token_text) && copy_text(env, reason, &reason_text)
      && copy_text(env, error_class, &class_text) && copy_text(env, stack, &stack_text)) {
    eros_error *error = NULL;
    const eros_code code = eros_device_failed_with_error(
        device_at(device), token_text, reason_text, class_text, stack_text, &result, &error);
    finish(env, code, error);
  }
  free(token_text);
  free(reason_text);
  free(class_text);
  free(stack_text);
  return result;
}

JNIEXPORT jbyteArray JNICALL Java_com_eros_device_Native_decisions(
    JNIEnv *env, jclass class, jlong device) {
  (void)class;
  char *json = NULL;
  eros_error *error = NULL;
  const eros_code code = eros_device_decisions(device_at(device), &json, &error);
  return finish_json(env, code, error, json);
}

/* ---- Updating ---- */

JNIEXPORT jint JNICALL Java_com_eros_device_Native_stage(
    JNIEnv *env, jclass class, jlong device, jbyteArray zip, jbyteArray config) {
  (void)class;
  char *zip_text = NULL, *config_text = NULL;
  eros_staging result = 0;
  if (copy_text(env, zip, &zip_text) && copy_text(env, config, &config_text)) {
    const eros_bundle update = {.zip = zip_text, .config = config_text};
    eros_error *error = NULL;
    const eros_code code = eros_device_stage(device_at(device), &update, &result, &error);
    finish(env, code, error);
  }
  free(zip_text);
  free(config_text);
  return result;
}

JNIEXPORT void JNICALL Java_com_eros_device_Native_rollBack(
    JNIEnv *env, jclass class, jlong device, jbyteArray release) {
  (void)class;
  char *release_text = NULL;
  if (!copy_text(env, release, &release_text)) return;
  eros_error *error = NULL;
  const eros_code code = eros_device_roll_back(device_at(device), release_text, &error);
  finish(env, code, error);
  free(release_text);
}

JNIEXPORT jint JNICALL Java_com_eros_device_Native_unblock(
    JNIEnv *env, jclass class, jlong device, jbyteArray release) {
  (void)class;
  char *release_text = NULL;
  if (!copy_text(env, release, &release_text)) return 0;
  uint32_t count = 0;
  eros_error *error = NULL;
  const eros_code code = eros_device_unblock(device_at(device), release_text, &count, &error);
  finish(env, code, error);
  free(release_text);
  return (jint)count;
}

JNIEXPORT jbyteArray JNICALL Java_com_eros_device_Native_status(
    JNIEnv *env, jclass class, jlong device, jboolean verify) {
  (void)class;
  char *json = NULL;
  eros_error *error = NULL;
  const eros_code code = eros_device_status(device_at(device), verify, &json, &error);
  return finish_json(env, code, error, json);
}

JNIEXPORT jint JNICALL Java_com_eros_device_Native_adopt(
    JNIEnv *env, jclass class, jlong device, jbyteArray old_folder) {
  (void)class;
  char *folder_text = NULL;
  if (!copy_text(env, old_folder, &folder_text)) return 0;
  eros_adoption result = 0;
  eros_error *error = NULL;
  const eros_code code = eros_device_adopt(device_at(device), folder_text, &result, &error);
  finish(env, code, error);
  free(folder_text);
  return result;
}
