/*
 * eros_device.h: releases of a hybrid app on a device, for hosts in C and languages that call C.
 *
 * To start an app:
 *
 *   eros_device *device = NULL;
 *   eros_launch *launch = NULL;
 *   eros_error *error = NULL;
 *   eros_device_options options = {.size = sizeof options, .folder = folder, .app_version = "2.1.0"};
 *   eros_bundle embedded = {.zip = "bundle.zip", .config = "bundle.config"};
 *
 *   if (eros_device_open(&options, &device, &error) != EROS_OK) { ... }
 *   if (eros_device_launch(device, &embedded, EROS_FOREGROUND, &launch, &error) != EROS_OK) { ... }
 *   show_pages(launch->path);
 *   if (launch->token != NULL) eros_device_confirm(device, launch->token, NULL, &error);
 *
 * Errors. A function that can fail returns EROS_OK or another value of eros_code. If you pass
 * `error`, a failed call stores an error there, which you release with eros_error_free(). A
 * successful call stores NULL. No function throws, prints, ends the process or changes its
 * environment.
 *
 * Text. All text is UTF-8 and ends with a NUL byte. Paths are absolute, or relative to the current
 * folder. The library copies what you pass and keeps no pointer after a call returns.
 *
 * Threads. You can use a handle from any thread. Calls with one handle run one after the other,
 * except eros_device_fetch() and eros_device_cancel(). Calls with different handles run at the same
 * time, unless they use the same folder. A lock in the folder, which also excludes other processes,
 * then makes them wait. Calls read and write files, so keep them off the user interface's thread,
 * except eros_device_launch() at the start. Results and errors are yours, and later calls do not
 * change them.
 */

#ifndef EROS_DEVICE_H
#define EROS_DEVICE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Version of this interface. It changes only when programs compiled with an older header would stop
 * working. New functions do not change it, nor do new fields at the end of structures that have a
 * `size`.
 */
#define EROS_DEVICE_ABI 1

/* Returns the library's EROS_DEVICE_ABI. Compare it if you load the library at run time. */
uint32_t eros_device_abi(void);

/* Result of a call. The numbers are those that the command `eros` exits with. */
typedef int32_t eros_code;

enum {
  EROS_OK = 0,
  /*
   * The release failed its trial or was rolled back, so it is blocked. Only from
   * eros_device_stage().
   */
  EROS_CHECK_FAILED = 1,
  /* An argument is invalid, such as NULL or text that is not UTF-8. */
  EROS_USAGE = 64,
  /* A file is corrupt, malformed or hostile. */
  EROS_BAD_DATA = 65,
  /* A file, folder or release does not exist, or is not readable. */
  EROS_NOT_FOUND = 66,
  /* A server is out of reach. */
  EROS_UNAVAILABLE = 69,
  /* A file or folder cannot be created. */
  EROS_CANNOT_CREATE = 73,
  /* Reading or writing failed, for example because the disk is full. */
  EROS_IO_ERROR = 74,
  /* Another process holds the lock. The same call may succeed later. */
  EROS_BUSY = 75
};

/* Reason why eros_device_fetch() could not check for updates. */
typedef int32_t eros_check_failure;

enum {
  /* The error has nothing to do with checking. */
  EROS_NO_CHECK_FAILURE = 0,
  /* The store is out of reach or responds with an error. */
  EROS_CHECK_UNAVAILABLE = 1,
  /*
   * Metadata has expired: the clock is wrong, a cache is out of date, or the publisher must sign
   * again.
   */
  EROS_CHECK_EXPIRED = 2,
  /* A response is not trusted metadata, for example because a network requires a login. */
  EROS_CHECK_REFUSED = 3
};

/* An error. Later versions may add fields at the end. */
typedef struct eros_error {
  eros_code code;
  /*
   * Problem, with the file, the actual and the expected value. Never NULL. Log it, as users would
   * not understand it.
   */
  const char *message;
  /* Suggested fix, or NULL. */
  const char *remedy;
  /* Reason why a check for updates failed. Later versions may add values. */
  eros_check_failure check_failure;
  /*
   * Time of the channel's last successful check in milliseconds since 1970, or 0 if there was none.
   * Always 0 if `check_failure` is 0.
   */
  int64_t last_check;
} eros_error;

/* Releases an error. Ignores NULL. */
void eros_error_free(eros_error *error);

/* Releases text that a function returned. Ignores NULL. */
void eros_text_free(char *text);

/* ---- Opening ---- */

typedef int32_t eros_platform;

enum {
  /* Releases must meet the requirements of both platforms. */
  EROS_PLATFORM_UNKNOWN = 0,
  EROS_PLATFORM_ANDROID = 1,
  EROS_PLATFORM_IOS = 2
};

/*
 * Settings for a handle. Set all bytes to 0, then `size` and `folder`. 0 and NULL mean the default.
 *
 * From `size`, the library knows which fields your header has, so always set it to sizeof the
 * structure.
 */
typedef struct eros_device_options {
  /* sizeof(eros_device_options) */
  uint32_t size;
  /* Platform of your app. */
  eros_platform platform;
  /* Folder for releases. It belongs to the library, and the first launch creates it. */
  const char *folder;
  /*
   * Version of your app: one to eight numbers with dots, such as "2.1.0", or "2.1.0-beta.1", which
   * comes before "2.1.0". Releases that require a newer app wait. NULL means the version at the
   * last launch. Any other form, such as "v2.1.0", is an error.
   */
  const char *app_version;
  /* Number of verifying threads, by default 2. */
  uint32_t threads;
  /* Longest wait for another process in milliseconds, by default 10,000. */
  uint32_t lock_timeout;
  /* Number of launches that a trial lasts, by default 2. */
  uint32_t trial_launches;
  /* Largest number of files in a release, by default 100,000. */
  uint32_t maximum_files;
  /* Largest total size of a release's files in bytes, by default 512 MiB. */
  uint64_t maximum_size;
  /*
   * 1 if files have no owners there, as on Android's shared storage. Every app with access to it
   * can then replace your releases. By default, with 0, a folder that another user can change is
   * refused with EROS_BAD_DATA.
   */
  uint32_t storage_without_owners;
} eros_device_options;

/* Handle for one folder of releases. */
typedef struct eros_device eros_device;

/* Creates a handle, but does not access its folder yet. */
eros_code eros_device_open(
    const eros_device_options *options, eros_device **device, eros_error **error);

/* Releases a handle after all its calls have returned. Ignores NULL. */
void eros_device_close(eros_device *device);

/* ---- Launching ---- */

/* Files of a bundle. This structure never changes, so it has no `size`. */
typedef struct eros_bundle {
  /* Path of `bundle.zip`. */
  const char *zip;
  /* Path of `bundle.config`, with which the zip must agree, or NULL. */
  const char *config;
} eros_bundle;

typedef int32_t eros_launch_kind;

enum {
  /* Users see this start, so a staged release is tried. */
  EROS_FOREGROUND = 0,
  /* The system starts the app, for example for a notification, so a confirmed release runs. */
  EROS_BACKGROUND = 1
};

/* The release to run. Later versions may add fields at the end. */
typedef struct eros_launch {
  /* Tree hash of the release: 64 hexadecimal digits. */
  const char *release;
  /* Folder with its pages. */
  const char *path;
  /* "first-run", "embedded-newer", "trial", "confirmed" or "recovered". */
  const char *reason;
  /* Token for eros_device_confirm() if the release is on trial, otherwise NULL. */
  const char *token;
  /* Release that ran before. NULL if it is the same or there was none. */
  const char *previous;
  /* Problems that did not stop the launch, one per line, to be logged. NULL if there are none. */
  const char *notes;
  /* Error that prevented part of the launch, such as installing the embedded bundle, or NULL. */
  const eros_error *failure;
} eros_launch;

/*
 * Chooses the release to run and verifies every byte in it.
 *
 * Call this at each start of your app. `embedded` is the bundle in your app, or NULL. It is
 * installed at the first start, and when it is newer than the release that ran. If a release is
 * damaged, it is repaired, or another one runs. When this returns EROS_OK, the choice is durable.
 * Release the launch with eros_launch_free().
 */
eros_code eros_device_launch(
    eros_device *device, const eros_bundle *embedded, eros_launch_kind kind, eros_launch **launch,
    eros_error **error);

/* Releases a launch and its text. Ignores NULL. */
void eros_launch_free(eros_launch *launch);

typedef int32_t eros_confirmation;

enum {
  /* The release is confirmed. The next launch runs it without a trial. */
  EROS_CONFIRMED = 0,
  /*
   * The token belongs to another trial, for example one that has failed, or no release is on trial.
   * Nothing has changed.
   */
  EROS_STALE_TOKEN = 1
};

/*
 * Records that the release on trial works. Call it when the first page has appeared.
 *
 * `token` comes from the launch. `result` may be NULL. When this returns EROS_OK, the confirmation
 * is durable.
 */
eros_code eros_device_confirm(
    eros_device *device, const char *token, eros_confirmation *result, eros_error **error);

/*
 * Switches the running app to the staged release now, not at the next launch.
 *
 * Call this for an urgent release, before your app opens a page or when it resumes. Open further
 * pages, and all pages that they lead to, in `(*launch)->path`. Leave open pages where they are.
 * All releases since the last foreground launch keep their files until the next one, so no page
 * sees files from two releases. A trial starts as with a launch and has all its launches left.
 * Confirm the release when its first page has appeared, or call eros_device_failed() and continue
 * with the launch before.
 *
 * Stores NULL in `launch` if your app continues with its release: none is staged, the staged one
 * requires a newer app, a trial is in progress, the app was not launched in the foreground, or it
 * has applied four releases since. When this returns EROS_OK, the choice is durable. After an
 * error, your app continues with its release. Release the launch with eros_launch_free().
 */
eros_code eros_device_apply_now(eros_device *device, eros_launch **launch, eros_error **error);

/* ---- Updating ---- */

typedef int32_t eros_staging;

enum {
  /* The next foreground launch tries the release. */
  EROS_STAGED = 0,
  /* The release is already on trial. */
  EROS_ALREADY_ON_TRIAL = 1,
  /* The release is already active and confirmed. */
  EROS_ALREADY_ACTIVE = 2
};

/*
 * Verifies a downloaded bundle or patch and stages its release for the next launch.
 *
 * `update->zip` is a bundle or a content delta. A BSDIFF40 patch gives EROS_BAD_DATA. `result` may
 * be NULL. When this returns EROS_OK, the staged release is durable, and you can delete the file.
 * After an error, the releases that can run are unchanged, and so is one that was staged before. If
 * the disk is full, the release that failed last is deleted, even if this does not help.
 */
eros_code eros_device_stage(
    eros_device *device, const eros_bundle *update, eros_staging *result, eros_error **error);

/*
 * Rolls back to a release that is known to work. The next launch runs it.
 *
 * `release` is a tree hash, "embedded", or NULL for the confirmed release before the active one.
 */
eros_code eros_device_roll_back(eros_device *device, const char *release, eros_error **error);

/*
 * Unblocks `release` (a tree hash), or all releases if it is NULL, so that an update can select
 * them.
 *
 * `count` receives the number of unblocked releases, and may be NULL. The active release stays
 * active. When this returns EROS_OK, the change is durable.
 */
eros_code eros_device_unblock(
    eros_device *device, const char *release, uint32_t *count, eros_error **error);

/*
 * Stores the state of all releases in `json`, with the fields of `eros status --json`.
 *
 * If `verify` is not 0, every byte in every release is verified. Does not wait for other processes.
 * Release the text with eros_text_free().
 */
eros_code eros_device_status(
    eros_device *device, int32_t verify, char **json, eros_error **error);

typedef int32_t eros_failure;

enum {
  /* The release is blocked. The next launch runs another one. */
  EROS_FAILURE_BLOCKED = 0,
  /* The token belongs to another trial. The failure was only recorded. */
  EROS_FAILURE_NOTED = 1
};

/*
 * Records that the release on trial does not work, so that the next launch runs another one.
 *
 * Call it if the first page of a release on trial fails. `token` comes from the launch. The first
 * 200 bytes of `reason` appear in eros_device_decisions(), so do not put personal data into it.
 * `result` may be NULL. After an error, for example because no other release can run, the trial
 * continues.
 */
eros_code eros_device_failed(
    eros_device *device, const char *token, const char *reason, eros_failure *result,
    eros_error **error);

/*
 * Records a failure like eros_device_failed(), with an error's class, such as "TypeError", and its
 * stack. Both may be NULL.
 *
 * eros_device_decisions() and the next report contain the class and a hash of the stack's first 10
 * frames, but neither the stack nor a message. A class becomes "other" unless it is an identifier
 * with at most 64 ASCII characters. Only the first 64 KiB of the stack are read.
 */
eros_code eros_device_failed_with_error(
    eros_device *device, const char *token, const char *reason, const char *error_class,
    const char *stack, eros_failure *result, eros_error **error);

/*
 * Stores the last 32 decisions about releases in `json`, with the state that they led to.
 *
 * Send this document with a support request: `eros explain` compares it with the store and tells
 * why the device did not take a release. It contains no device ID, no address, no path and no
 * token. Does not wait for other processes. Release the text with eros_text_free().
 */
eros_code eros_device_decisions(eros_device *device, char **json, eros_error **error);

/* ---- Fetching ---- */

/* A header field in a request or response. */
typedef struct eros_field {
  const char *name;
  const char *value;
} eros_field;

/*
 * A request for your host to perform. It belongs to the library, and later versions may add fields
 * at the end.
 */
typedef struct eros_request {
  /* "GET", or "POST" for reports. */
  const char *method;
  const char *url;
  /* Header fields, without Host and Connection. */
  const eros_field *fields;
  uint32_t field_count;
  /*
   * Time limit for the complete response in milliseconds, never 0. End the request after this time,
   * whatever the server sends: informational responses and single bytes in a header must not extend
   * it. The library itself ends a longer response only when the next part arrives.
   */
  uint32_t timeout;
  /* Body of a "POST", at most 16 KB, or NULL. */
  const void *body;
  uint64_t body_length;
} eros_request;

/* Receives a response. It belongs to the library. */
typedef struct eros_response eros_response;

typedef int32_t eros_reception;

enum {
  /* Stop, close the connection and return EROS_EXCHANGE_OK. */
  EROS_STOP = 0,
  /* Pass on the body. */
  EROS_RECEIVE = 1
};

/* Passes on a response's status and header fields. Call it once, before the body. */
eros_reception eros_response_head(
    eros_response *response, int32_t status, const eros_field *fields, uint32_t field_count);

/* Passes on the body's next bytes. */
eros_reception eros_response_body(eros_response *response, const void *bytes, uint64_t length);

/* Result of a request. */
typedef int32_t eros_exchange_result;

enum {
  /* The response is complete, whatever its status, or the library asked to stop. */
  EROS_EXCHANGE_OK = 0,
  /* The server's name cannot be resolved. */
  EROS_EXCHANGE_CANNOT_RESOLVE = 1,
  /* The server refuses the connection or is out of reach. */
  EROS_EXCHANGE_CANNOT_CONNECT = 2,
  /* TLS cannot be set up, for example because the certificate is not trusted. */
  EROS_EXCHANGE_TLS_FAILURE = 3,
  /* The response did not arrive in time. */
  EROS_EXCHANGE_TIMED_OUT = 4,
  /* The connection ended before the response did. */
  EROS_EXCHANGE_CLOSED_EARLY = 5,
  /* The request failed for a reason that is not listed here. */
  EROS_EXCHANGE_FAILED = 6,
  /* Your host cancels the fetch. eros_device_fetch() then ends without another request. */
  EROS_EXCHANGE_CANCELLED = 7
};

/* HTTP client of your host. Set all bytes to 0, then the fields. */
typedef struct eros_transport {
  /* sizeof(eros_transport) */
  uint32_t size;
  /* First argument of `exchange`. */
  void *context;
  /*
   * Performs one request: call eros_response_head() once, then eros_response_body() for each part
   * of the body, and return.
   *
   * Do not follow redirects, decompress, cache, store cookies or add credentials. The library
   * checks redirects, lengths and digests on every host. It calls this on the thread that called
   * eros_device_fetch(), one request at a time.
   *
   * You may call any function except eros_device_fetch() and eros_device_close() for the same
   * folder. Always return: a C++ exception or longjmp() out of this function is undefined. After
   * EROS_STOP, further parts of the response are ignored.
   */
  eros_exchange_result (*exchange)(
      void *context, const eros_request *request, eros_response *response);
} eros_transport;

typedef int32_t eros_fetch_step;

enum {
  /* Reads metadata. */
  EROS_STEP_CHECK = 0,
  /* Downloads a bundle or a patch. If a patch fails, the bundle follows, with another total. */
  EROS_STEP_DOWNLOAD = 1,
  /* Verifies and unpacks the release. */
  EROS_STEP_STAGE = 2
};

/* Settings for a fetch. Set all bytes to 0, then the fields. 0 and NULL mean the default. */
typedef struct eros_fetch_options {
  /* sizeof(eros_fetch_options) */
  uint32_t size;
  /* If not 0, only looks for an update and downloads nothing. */
  int32_t check_only;
  /* URL of the release store, such as "https://example.org/releases". */
  const char *store;
  /* Channel, such as "my-app/production". */
  const char *channel;
  /* Root metadata that ships with your app. May be NULL after the first fetch. */
  const void *root;
  uint64_t root_length;
  /*
   * ID that decides about rollouts, by default one that the folder keeps. It never leaves the
   * device.
   */
  const char *id;
  /*
   * URL for reports about updates, such as "https://example.org/reports". NULL sends and records
   * nothing. A report says that a release was staged, was confirmed, or failed its trial. It may
   * contain an error's class and a hash of its stack, see eros_device_failed_with_error(), but
   * nothing that identifies the device. Reports that could not be sent wait for the next fetch, and
   * do not affect the fetch's result. Not used with `check_only`. `exchange` must support "POST".
   */
  const char *report_url;
  /* First argument of `progress`. */
  void *progress_context;
  /*
   * Called at the start of each step, and after each part of a download with the file's bytes so
   * far and in total. Both are 0 in steps that download nothing. NULL means no calls. Not used with
   * `check_only`.
   *
   * Runs on the thread that called eros_device_fetch(), while the download waits. May call
   * eros_device_cancel(). Always return: a C++ exception or longjmp() out of this function is
   * undefined.
   */
  void (*progress)(
      void *progress_context, eros_fetch_step step, uint64_t received, uint64_t total);
  /*
   * Identifies the tester who uses this device, for example by an address, or NULL. If it is in the
   * channel's list of testers, the device gets releases outside its share of a rollout. It never
   * leaves the device. ASCII letters are compared without case, and surrounding spaces are skipped.
   * An identifier counts as NULL if it is empty, longer than 256 bytes, or has control characters.
   */
  const char *tester;
} eros_fetch_options;

/*
 * Checks a channel in a release store, downloads an update and stages it for the next launch.
 *
 * Verifies the signed metadata and every downloaded byte. Stores the result in `json`, with the
 * fields of `eros fetch --json`. Release the text with eros_text_free().
 *
 * EROS_UNAVAILABLE means that the store is out of reach or your host has cancelled, and
 * EROS_BAD_DATA that a response was refused. The error's `check_failure` and `last_check` tell why,
 * and since when the device could not check. Your app continues with its release, and the next
 * fetch continues an interrupted download.
 *
 * Call this on a thread of its own, because it waits for the network. Other calls with the handle
 * do not wait for it, except while the update is staged.
 */
eros_code eros_device_fetch(
    eros_device *device, const eros_fetch_options *options, const eros_transport *transport,
    char **json, eros_error **error);

/*
 * Cancels a handle's fetches, which then end with EROS_UNAVAILABLE. Ignores NULL.
 *
 * You can call this from any thread, and in `exchange` and `progress`. It returns at once. A fetch
 * ends before its next request, at the next part of a response, or during a pause, but still
 * completes a release that is being staged.
 */
void eros_device_cancel(eros_device *device);

/* ---- Apps with a legacy client ---- */

typedef int32_t eros_adoption;

enum {
  /*
   * The legacy client's release is installed. The next launch runs it unless the embedded bundle is
   * newer.
   */
  EROS_ADOPTED = 0,
  /* The old folder has no release. */
  EROS_NOTHING_TO_ADOPT = 1,
  /* The handle's folder already has a release. Nothing has changed. */
  EROS_ALREADY_INSTALLED = 2
};

/*
 * Installs the release that a client without this library keeps in `old_folder`: the folder
 * `bundle` with its pages, and the manifest `bundle.config`.
 *
 * Call it before the first launch and the first fetch, with a handle for another folder. Listed
 * pages must agree with the manifest. If the manifest has a tree hash, pages from earlier releases,
 * which legacy clients do not delete, are ignored. The old folder is only read, so the legacy
 * client still works if the app is downgraded. Delete it when you no longer need that.
 *
 * The release is installed completely or not at all, even if the process is killed, and the next
 * call completes it. `result` may be NULL. After an error, launch with the embedded bundle.
 */
eros_code eros_device_adopt(
    eros_device *device, const char *old_folder, eros_adoption *result, eros_error **error);

#ifdef __cplusplus
}
#endif

#endif
