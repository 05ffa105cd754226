/*
 * A host of eros_device.h: performs one step in the life of an app, so that a script can act as its user.
 *
 *   host FOLDER launch [BUNDLE]     start, with the bundle in the app
 *   host FOLDER confirm TOKEN       the first page has appeared
 *   host FOLDER failed TOKEN        the first page has failed; REASON, and optionally CLASS and STACK of the error, are
 *                                   variables of the environment
 *   host FOLDER apply               open further pages in the staged release, without a start
 *   host FOLDER stage FILE          stage a downloaded bundle or patch
 *   host FOLDER rollback [RELEASE]
 *   host FOLDER unblock [RELEASE]
 *   host FOLDER status [verify]
 *   host FOLDER decisions           the last decisions, for `eros explain`
 *   host FOLDER adopt OLD           take over the release of a client without this library
 *   host FOLDER fetch STORE         update from a release store; CHANNEL, ROOT, TESTER, REPORT, PROGRESS and
 *                                   CERTIFICATES are variables of the environment
 *
 * Exits with the code of the call; prints an error and its remedy to standard error.
 */

#include "http.h"

#include <eros_device.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Prints and releases an error. */
static void report(eros_error *error) {
  if (error == NULL) return;
  fprintf(stderr, "error: %s\n", error->message);
  if (error->remedy != NULL) fprintf(stderr, "hint: %s\n", error->remedy);
  if (error->check_failure != EROS_NO_CHECK_FAILURE)
    fprintf(
        stderr, "note: check failure %d, last check %lld\n", (int)error->check_failure,
        (long long)error->last_check);
  eros_error_free(error);
}

/* Prints and releases the release to run. */
static void show_launch(eros_launch *launch) {
  printf("release %s\npath %s\nreason %s\n", launch->release, launch->path, launch->reason);
  if (launch->token != NULL) printf("token %s\n", launch->token);
  if (launch->previous != NULL) printf("previous %s\n", launch->previous);
  if (launch->notes != NULL) fprintf(stderr, "note: %s\n", launch->notes);
  if (launch->failure != NULL) fprintf(stderr, "note: %s\n", launch->failure->message);
  eros_launch_free(launch);
}

static eros_code launch(eros_device *device, const char *zip, eros_error **error) {
  const eros_bundle embedded = {.zip = zip};
  eros_launch *launch = NULL;
  const eros_code code =
      eros_device_launch(device, zip != NULL ? &embedded : NULL, EROS_FOREGROUND, &launch, error);
  if (code == EROS_OK) show_launch(launch);
  return code;
}

static eros_code apply(eros_device *device, eros_error **error) {
  eros_launch *launch = NULL;
  const eros_code code = eros_device_apply_now(device, &launch, error);
  if (code != EROS_OK) return code;
  if (launch != NULL) {
    show_launch(launch);
  } else {
    puts("nothing to apply");
  }
  return code;
}

static eros_code confirm(eros_device *device, const char *token, eros_error **error) {
  static const char *const results[] = {"confirmed", "stale token"};
  eros_confirmation result = 0;
  const eros_code code = eros_device_confirm(device, token, &result, error);
  if (code == EROS_OK) puts(results[result]);
  return code;
}

static eros_code failed(eros_device *device, const char *token, eros_error **error) {
  static const char *const results[] = {"blocked", "noted"};
  eros_failure result = 0;
  const eros_code code = eros_device_failed_with_error(
      device, token, getenv("REASON"), getenv("CLASS"), getenv("STACK"), &result, error);
  if (code == EROS_OK) puts(results[result]);
  return code;
}

static eros_code decisions(eros_device *device, eros_error **error) {
  char *json = NULL;
  const eros_code code = eros_device_decisions(device, &json, error);
  if (code == EROS_OK) puts(json);
  eros_text_free(json);
  return code;
}

static eros_code stage(eros_device *device, const char *file, eros_error **error) {
  static const char *const results[] = {"staged", "already on trial", "already active"};
  const eros_bundle update = {.zip = file};
  eros_staging result = 0;
  const eros_code code = eros_device_stage(device, &update, &result, error);
  if (code == EROS_OK) puts(results[result]);
  return code;
}

static eros_code status(eros_device *device, int verify, eros_error **error) {
  char *json = NULL;
  const eros_code code = eros_device_status(device, verify, &json, error);
  if (code == EROS_OK) puts(json);
  eros_text_free(json);
  return code;
}

static eros_code unblock(eros_device *device, const char *release, eros_error **error) {
  uint32_t count = 0;
  const eros_code code = eros_device_unblock(device, release, &count, error);
  if (code == EROS_OK) printf("unblocked %u\n", (unsigned)count);
  return code;
}

static eros_code adopt(eros_device *device, const char *old, eros_error **error) {
  static const char *const results[] = {"adopted", "nothing to adopt", "already installed"};
  eros_adoption result = 0;
  const eros_code code = eros_device_adopt(device, old, &result, error);
  if (code == EROS_OK) puts(results[result]);
  return code;
}

static void show_progress(
    void *context, eros_fetch_step step, uint64_t received, uint64_t total) {
  static const char *const steps[] = {"check", "download", "stage"};
  (void)context;
  fprintf(stderr, "progress: %s %llu of %llu\n", steps[step], (unsigned long long)received,
          (unsigned long long)total);
}

static eros_code fetch(eros_device *device, const char *store, eros_error **error) {
  static char root[512000];
  eros_fetch_options options = {
      .size = sizeof options,
      .store = store,
      .channel = getenv("CHANNEL"),
      .report_url = getenv("REPORT"),
      .progress = getenv("PROGRESS") != NULL ? show_progress : NULL,
      .tester = getenv("TESTER")};
  const char *path = getenv("ROOT");
  FILE *file = path != NULL ? fopen(path, "rb") : NULL;
  if (path != NULL && file == NULL) {
    perror(path);
    return EROS_NOT_FOUND;
  }
  if (file != NULL) {
    options.root = root;
    options.root_length = fread(root, 1, sizeof root, file);
    fclose(file);
  }
  const eros_transport transport = {
      .size = sizeof transport, .context = getenv("CERTIFICATES"), .exchange = http_exchange};
  char *json = NULL;
  const eros_code code = eros_device_fetch(device, &options, &transport, &json, error);
  if (code == EROS_OK) puts(json);
  eros_text_free(json);
  return code;
}

static eros_code perform(
    eros_device *device, const char *command, const char *argument, eros_error **error) {
  if (strcmp(command, "launch") == 0) return launch(device, argument, error);
  if (strcmp(command, "confirm") == 0) return confirm(device, argument, error);
  if (strcmp(command, "failed") == 0) return failed(device, argument, error);
  if (strcmp(command, "decisions") == 0) return decisions(device, error);
  if (strcmp(command, "apply") == 0) return apply(device, error);
  if (strcmp(command, "stage") == 0) return stage(device, argument, error);
  if (strcmp(command, "rollback") == 0) return eros_device_roll_back(device, argument, error);
  if (strcmp(command, "unblock") == 0) return unblock(device, argument, error);
  if (strcmp(command, "status") == 0) return status(device, argument != NULL, error);
  if (strcmp(command, "adopt") == 0) return adopt(device, argument, error);
  if (strcmp(command, "fetch") == 0) return fetch(device, argument, error);
  fprintf(stderr, "error: unknown command '%s'\n", command);
  return EROS_USAGE;
}

int main(int count, char **arguments) {
  if (count < 3 || count > 4) {
    fprintf(stderr, "usage: host FOLDER COMMAND [ARGUMENT]\n");
    return EROS_USAGE;
  }
  if (eros_device_abi() != EROS_DEVICE_ABI) {
    fprintf(stderr, "error: this program needs another version of the library\n");
    return EROS_USAGE;
  }
  const eros_device_options options = {
      .size = sizeof options, .folder = arguments[1], .app_version = getenv("APP_VERSION")};
  eros_device *device = NULL;
  eros_error *error = NULL;
  eros_code code = eros_device_open(&options, &device, &error);
  if (code == EROS_OK) {
    code = perform(device, arguments[2], count == 4 ? arguments[3] : NULL, &error);
    eros_device_close(device);
  }
  report(error);
  return code;
}
