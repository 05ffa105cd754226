/*
 * eros_device.h: the releases of a hybrid app on a device, for hosts in C and for languages that call C.
 *
 * A start of an app:
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
 * Errors. A function that can fail returns EROS_OK or another value of eros_code. If `error` is not NULL, a
 * failed call stores an error there, which the caller releases with eros_error_free(); a successful call
 * stores NULL. No function throws, prints, ends the process or changes its environment.
 *
 * Text. All text is UTF-8 and ends with a NUL byte. Paths are absolute, or relative to the current folder.
 * The library copies what it is given and keeps no pointer after a call returns.
 *
 * Threads. A handle may be used from any thread. Calls with one handle are serialized, except eros_device_fetch() and
 * eros_device_cancel(). Calls with different handles run at the same time, unless they use the same folder: a lock in
 * the folder, which also excludes other processes, then makes them wait. Calls read and write files, so do not make
 * them on the thread of the user interface, except eros_device_launch() at the start.
 * Results and errors belong to the caller, and are not changed by later calls.
 */

#ifndef EROS_DEVICE_H
#define EROS_DEVICE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * The version of this interface. It changes only when a program that was compiled with an older header would no
 * longer work. New functions, and new fields at the end of structures that have a `size`, do not change it.
 */
#define EROS_DEVICE_ABI 1

/* Returns the EROS_DEVICE_ABI of the library; compare it if the library is loaded at run time. */
uint32_t eros_device_abi(void);

/* The result of a call; the same numbers as the exit statuses of the command `eros`. */
typedef int32_t eros_code;

enum {
  EROS_OK = 0,
  /* The release is blocked, because it failed its trial or was rolled back; only eros_device_stage() returns this. */
  EROS_CHECK_FAILED = 1,
  /* An argument is invalid, such as NULL or text that is not UTF-8. */
  EROS_USAGE = 64,
  /* A file is corrupt, malformed or hostile. */
  EROS_BAD_DATA = 65,
  /* A file, a folder or a release does not exist, or is not readable. */
  EROS_NOT_FOUND = 66,
  /* A server is out of reach. */
  EROS_UNAVAILABLE = 69,
  /* A file or folder cannot be created. */
  EROS_CANNOT_CREATE = 73,
  /* Reading or writing failed, for example because the disk is full. */
  EROS_IO_ERROR = 74,
  /* Another process holds the lock; the same call may succeed later. */
  EROS_BUSY = 75
};

/* The reason why eros_device_fetch() could not check for updates. */
typedef int32_t eros_check_failure;

enum {
  /* The error is another one. */
  EROS_NO_CHECK_FAILURE = 0,
  /* The store is out of reach or responds with an error. */
  EROS_CHECK_UNAVAILABLE = 1,
  /* Metadata has expired: the clock is wrong, a cache is out of date, or the publisher must sign again. */
  EROS_CHECK_EXPIRED = 2,
  /* A response is not trusted metadata, for example because a network requires a login. */
  EROS_CHECK_REFUSED = 3
};

/* An error. The library may add fields at the end. */
typedef struct eros_error {
  eros_code code;
  /* The problem, with the file, the actual and the expected value. Never NULL. For logs, not for users. */
  const char *message;
  /* The suggested fix, or NULL if there is none. */
  const char *remedy;
  /* The reason why a check for updates failed. Later versions may add values. */
  eros_check_failure check_failure;
  /*
   * If `check_failure` is not 0, the time of the last successful check of the channel, in milliseconds since 1970; 0 if
   * there was none. For other errors 0.
   */
  int64_t last_check;
} eros_error;

/* Releases an error; does nothing for NULL. */
void eros_error_free(eros_error *error);

/* Releases text that a function returned; does nothing for NULL. */
void eros_text_free(char *text);

/* ---- Opening ---- */

typedef int32_t eros_platform;

enum {
  /* The requirements of both platforms apply. */
  EROS_PLATFORM_UNKNOWN = 0,
  EROS_PLATFORM_ANDROID = 1,
  EROS_PLATFORM_IOS = 2
};

/*
 * The settings of a handle. Set all bytes to 0, then `size` and `folder`; 0 and NULL mean the default.
 *
 * `size` tells the library which fields the program's header has, so always set it to sizeof the structure.
 */
typedef struct eros_device_options {
  /* sizeof(eros_device_options) */
  uint32_t size;
  /* The platform of the app. */
  eros_platform platform;
  /* The folder of the releases, which belongs to the library; it is created at the first launch. */
  const char *folder;
  /*
   * The version of the app: one to eight numbers with dots, such as "2.1.0" or "2.1.0-beta.1", which comes before "2.1.0".
   * Releases that require a newer one wait. NULL means that of the last launch; another form, such as "v2.1.0", is an
   * error.
   */
  const char *app_version;
  /* The number of threads that verify; 2 by default. */
  uint32_t threads;
  /* The longest time to wait for another process, in milliseconds; 10,000 by default. */
  uint32_t lock_timeout;
  /* The number of launches of a release on trial; 2 by default. */
  uint32_t trial_launches;
  /* The largest number of files in a release; 100,000 by default. */
  uint32_t maximum_files;
  /* The largest total size of a release's files in bytes; 512 MiB by default. */
  uint64_t maximum_size;
  /*
   * 1 if the folder is on storage whose files have no owners, such as the shared storage of Android; 0 by default. With
   * 0, a folder that another user can change is refused with EROS_BAD_DATA. With 1, every app with access to the storage
   * can replace the releases.
   */
  uint32_t storage_without_owners;
} eros_device_options;

/* A handle for one folder of releases. */
typedef struct eros_device eros_device;

/* Creates a handle, without accessing the folder. */
eros_code eros_device_open(
    const eros_device_options *options, eros_device **device, eros_error **error);

/* Releases a handle, whose calls must have returned; does nothing for NULL. */
void eros_device_close(eros_device *device);

/* ---- Launching ---- */

/* The files of a bundle. This structure does not change, so it has no `size`. */
typedef struct eros_bundle {
  /* The path of `bundle.zip`. */
  const char *zip;
  /* The path of `bundle.config`, with which the zip must agree, or NULL. */
  const char *config;
} eros_bundle;

typedef int32_t eros_launch_kind;

enum {
  /* A start that a user sees; a staged release is tried. */
  EROS_FOREGROUND = 0,
  /* A start by the system, for example for a notification; a confirmed release runs. */
  EROS_BACKGROUND = 1
};

/* The release to run. The library may add fields at the end. */
typedef struct eros_launch {
  /* The tree hash of the release: 64 hexadecimal digits. */
  const char *release;
  /* The folder of its pages. */
  const char *path;
  /* "first-run", "embedded-newer", "trial", "confirmed" or "recovered". */
  const char *reason;
  /* The token for eros_device_confirm() if the release is on trial, otherwise NULL. */
  const char *token;
  /* The release that ran before, or NULL if it is the same or there was none. */
  const char *previous;
  /* The problems that did not stop the launch, one per line, for logs; NULL if there are none. */
  const char *notes;
  /* The error that prevented part of the launch, for example installing the embedded bundle, or NULL. */
  const eros_error *failure;
} eros_launch;

/*
 * Chooses the release to run and verifies every byte of it.
 *
 * Call this at each start of the app. `embedded` is the bundle in the app, or NULL; it is installed at the first
 * start, and when it is newer than the release that ran. A damaged release is repaired, or another one runs.
 * When this returns EROS_OK, the choice is durable. Release the launch with eros_launch_free().
 */
eros_code eros_device_launch(
    eros_device *device, const eros_bundle *embedded, eros_launch_kind kind, eros_launch **launch,
    eros_error **error);

/* Releases a launch and its text; does nothing for NULL. */
void eros_launch_free(eros_launch *launch);

typedef int32_t eros_confirmation;

enum {
  /* The release is confirmed; the next launch runs it without a trial. */
  EROS_CONFIRMED = 0,
  /*
   * The token does not belong to the current trial, for example because its trial has failed, or no release is on
   * trial; nothing has changed.
   */
  EROS_STALE_TOKEN = 1
};

/*
 * Records that the release on trial works; call it when the first page has appeared.
 *
 * `token` is that of the launch. `result` may be NULL. When this returns EROS_OK, the confirmation is durable.
 */
eros_code eros_device_confirm(
    eros_device *device, const char *token, eros_confirmation *result, eros_error **error);

/*
 * Switches the running app to the staged release, without waiting for the next launch.
 *
 * Call this for an urgent release, before the app opens a page or when it resumes. Open further pages, and all pages
 * that they lead to, in `(*launch)->path`; leave open pages where they are. The files of all releases since the last
 * foreground launch stay until the next one, so no page sees the files of two releases. The trial of the release
 * starts as with a launch, and has all its launches left: confirm it when its first page has appeared, or call
 * eros_device_failed() and continue with the launch before.
 *
 * Stores NULL in `launch` if the app continues with its release: none is staged, the staged release requires a newer
 * app, a trial is in progress, the app was not launched in the foreground, or it has applied four releases since. When
 * this returns EROS_OK, the choice is durable. After an error, the app continues with its release. Release the launch
 * with eros_launch_free().
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
 * `update->zip` is a bundle or a content delta; a BSDIFF40 patch is EROS_BAD_DATA. `result` may be NULL. When this
 * returns EROS_OK, the staged release is durable, and the file is no longer needed. On an error, the releases that can
 * run, and a release that was staged before, are unchanged. If the disk is full, the release that failed last is
 * deleted, also if this does not help.
 */
eros_code eros_device_stage(
    eros_device *device, const eros_bundle *update, eros_staging *result, eros_error **error);

/*
 * Rolls back to a release that is known to work; the next launch runs it.
 *
 * `release` is a tree hash, "embedded", or NULL for the confirmed release before the active one.
 */
eros_code eros_device_roll_back(eros_device *device, const char *release, eros_error **error);

/*
 * Unblocks `release` (a tree hash), or all releases for NULL, so that an update can select them.
 *
 * `count` is the number of unblocked releases; it may be NULL. The active release does not change. When this returns
 * EROS_OK, the change is durable.
 */
eros_code eros_device_unblock(
    eros_device *device, const char *release, uint32_t *count, eros_error **error);

/*
 * Stores the state of the releases as JSON in `json`, with the fields of `eros status --json`.
 *
 * If `verify` is not 0, every byte of every release is verified. Does not wait for other processes. Release the
 * text with eros_text_free().
 */
eros_code eros_device_status(
    eros_device *device, int32_t verify, char **json, eros_error **error);

typedef int32_t eros_failure;

enum {
  /* The release is blocked; the next launch runs another release. */
  EROS_FAILURE_BLOCKED = 0,
  /* The token does not belong to the current trial; the failure was only recorded. */
  EROS_FAILURE_NOTED = 1
};

/*
 * Records that the release on trial does not work; the next launch runs another release.
 *
 * Call it if the first page of a release on trial fails. `token` is the token of the launch. The first 200 bytes of
 * `reason` are part of eros_device_decisions(); do not put personal data into it. `result` may be NULL. On an error,
 * for example because no other release can run, the trial continues.
 */
eros_code eros_device_failed(
    eros_device *device, const char *token, const char *reason, eros_failure *result,
    eros_error **error);

/*
 * Records a failure like eros_device_failed(), with the class of the error, such as "TypeError", and its stack; both
 * may be NULL.
 *
 * eros_device_decisions() and the next report get the class and a hash of the first 10 frames of the stack, but
 * neither the stack nor a message. A class that is not an identifier of at most 64 ASCII characters becomes "other".
 * Only the first 64 KiB of the stack are read.
 */
eros_code eros_device_failed_with_error(
    eros_device *device, const char *token, const char *reason, const char *error_class,
    const char *stack, eros_failure *result, eros_error **error);

/*
 * Stores the last 32 decisions about the releases as JSON in `json`, with the state that they led to.
 *
 * The document is for a support request: `eros explain` compares it with the store and names the cause why the device
 * did not take a release. It contains no ID of the device, no address, no path and no token. Does not wait for other
 * processes. Release the text with eros_text_free().
 */
eros_code eros_device_decisions(eros_device *device, char **json, eros_error **error);

/* ---- Fetching ---- */

/* A header field of a request or of its response. */
typedef struct eros_field {
  const char *name;
  const char *value;
} eros_field;

/* A request that the host performs. It belongs to the library. The library may add fields at the end. */
typedef struct eros_request {
  /* The method: "GET", or "POST" for reports. */
  const char *method;
  const char *url;
  /* The header fields, without Host and Connection. */
  const eros_field *fields;
  uint32_t field_count;
  /*
   * The time within which the complete response must have arrived, in milliseconds; never 0. The host ends the request
   * after this time, whatever the server sends: informational responses and single bytes of a header must not extend it.
   * The library itself ends a longer response only when its next part arrives.
   */
  uint32_t timeout;
  /* The body of a "POST", of at most 16 KB, or NULL. */
  const void *body;
  uint64_t body_length;
} eros_request;

/* The receiver of a response, which belongs to the library. */
typedef struct eros_response eros_response;

typedef int32_t eros_reception;

enum {
  /* Stop, close the connection and return EROS_EXCHANGE_OK. */
  EROS_STOP = 0,
  /* Pass on the body. */
  EROS_RECEIVE = 1
};

/* Passes on the status and the header fields of a response; called once, before the body. */
eros_reception eros_response_head(
    eros_response *response, int32_t status, const eros_field *fields, uint32_t field_count);

/* Passes on the next bytes of the body. */
eros_reception eros_response_body(eros_response *response, const void *bytes, uint64_t length);

/* The result of a request. */
typedef int32_t eros_exchange_result;

enum {
  /* The response is complete, or the library asked to stop. Its status does not matter. */
  EROS_EXCHANGE_OK = 0,
  /* The name of the server cannot be resolved. */
  EROS_EXCHANGE_CANNOT_RESOLVE = 1,
  /* The server refuses the connection or is out of reach. */
  EROS_EXCHANGE_CANNOT_CONNECT = 2,
  /* A TLS connection is not possible, for example because the certificate is not trusted. */
  EROS_EXCHANGE_TLS_FAILURE = 3,
  /* The response did not arrive in time. */
  EROS_EXCHANGE_TIMED_OUT = 4,
  /* The connection ended before the end of the response. */
  EROS_EXCHANGE_CLOSED_EARLY = 5,
  /* The request failed for another reason. */
  EROS_EXCHANGE_FAILED = 6,
  /* The host cancels the fetch: eros_device_fetch() ends without another request. */
  EROS_EXCHANGE_CANCELLED = 7
};

/* The HTTP client of a host. Set all bytes to 0, then the fields. */
typedef struct eros_transport {
  /* sizeof(eros_transport) */
  uint32_t size;
  /* The first argument of `exchange`. */
  void *context;
  /*
   * Performs one request: calls eros_response_head() once, eros_response_body() for each part of the body, and returns.
   *
   * Does not follow redirects, decompress, cache, store cookies or add credentials; the library checks redirects,
   * lengths and digests on every host. Called on the thread that called eros_device_fetch(), one request at a time.
   *
   * May call any function except eros_device_fetch() and eros_device_close() for the same folder. Must return: a C++
   * exception or longjmp() out of it is undefined. After EROS_STOP, further parts of the response are ignored.
   */
  eros_exchange_result (*exchange)(
      void *context, const eros_request *request, eros_response *response);
} eros_transport;

typedef int32_t eros_fetch_step;

enum {
  /* Reads the metadata. */
  EROS_STEP_CHECK = 0,
  /* Downloads a bundle or a patch. If a patch fails, the bundle follows, with another total. */
  EROS_STEP_DOWNLOAD = 1,
  /* Verifies and unpacks the release. */
  EROS_STEP_STAGE = 2
};

/* What to fetch. Set all bytes to 0, then the fields; 0 and NULL mean the default. */
typedef struct eros_fetch_options {
  /* sizeof(eros_fetch_options) */
  uint32_t size;
  /* If not 0, only tells whether there is an update. */
  int32_t check_only;
  /* The URL of the release store, such as "https://example.org/releases". */
  const char *store;
  /* The channel, such as "my-app/production". */
  const char *channel;
  /* The root metadata that ships with the app; may be NULL after the first fetch. */
  const void *root;
  uint64_t root_length;
  /* The ID that decides about rollouts; by default one that the folder keeps. It never leaves the device. */
  const char *id;
  /*
   * The URL that gets reports of updates, such as "https://example.org/reports"; NULL to send and record nothing.
   * A report says that a release was staged, confirmed, or failed its trial. It may have the class of an error and the
   * hash of its stack (see eros_device_failed_with_error()). It does not identify the device. What
   * could not be sent waits for the next fetch; the result of the fetch does not depend on it. Not used with
   * `check_only`. `exchange` must then support "POST".
   */
  const char *report_url;
  /* The first argument of `progress`. */
  void *progress_context;
  /*
   * Called at the start of each step, and after each part of a download, with the bytes of the file; they are 0 for other
   * steps. NULL for no calls. Not used with `check_only`.
   *
   * Called on the thread that called eros_device_fetch(), while the download waits. May call eros_device_cancel(). Must
   * return: a C++ exception or longjmp() out of it is undefined.
   */
  void (*progress)(
      void *progress_context, eros_fetch_step step, uint64_t received, uint64_t total);
  /*
   * The identifier of the tester who uses the device, such as an address; NULL if there is none. A device that finds it
   * in the channel's list of testers gets releases outside its share of a rollout. It never leaves the device. ASCII
   * letters are compared without case, and surrounding spaces are skipped. An identifier that is empty, longer than
   * 256 bytes, or has control characters is not compared, as if it were NULL.
   */
  const char *tester;
} eros_fetch_options;

/*
 * Checks a channel of a release store, downloads an update and stages it for the next launch.
 *
 * Verifies the signed metadata and every downloaded byte. Stores the result as JSON in `json`, with the fields of
 * `eros fetch --json`; release the text with eros_text_free(). EROS_UNAVAILABLE means that the store is out of reach
 * or the host has cancelled, EROS_BAD_DATA that a response was refused; `check_failure` and `last_check` of the error
 * tell why and since when the device could not check. The app continues with its release, and the next fetch continues
 * an interrupted download. Call this on a thread of its own, because it waits for the network.
 * Other calls with the handle do not wait for it, except while the update is staged.
 */
eros_code eros_device_fetch(
    eros_device *device, const eros_fetch_options *options, const eros_transport *transport,
    char **json, eros_error **error);

/*
 * Cancels the fetches of a handle, which then end with EROS_UNAVAILABLE; does nothing for NULL.
 *
 * May be called from any thread, and in `exchange` and `progress`. Returns at once. A fetch ends before its next
 * request, at the next part of a response, or during a pause; a release that is being staged is completed.
 */
void eros_device_cancel(eros_device *device);

/* ---- Apps with a legacy client ---- */

typedef int32_t eros_adoption;

enum {
  /* The release of the legacy client is installed; the next launch runs it, unless the embedded bundle is newer. */
  EROS_ADOPTED = 0,
  /* The old folder has no release. */
  EROS_NOTHING_TO_ADOPT = 1,
  /* The folder of the handle already has a release; nothing has changed. */
  EROS_ALREADY_INSTALLED = 2
};

/*
 * Installs the release that a client without this library keeps in `old_folder`: the folder `bundle` with the
 * pages, and the manifest `bundle.config`.
 *
 * Call it before the first launch and the first fetch, with a handle for another folder. The listed pages must agree
 * with the manifest; pages of earlier releases, which legacy clients do not delete, are ignored if the manifest has a tree
 * hash. The old folder is only read, so the legacy client still works if the app is downgraded; delete it when you no
 * longer need that. The release is installed
 * completely or not at all, also if the process is killed; the next call completes it. `result` may be NULL.
 * On an error, launch with the embedded bundle.
 */
eros_code eros_device_adopt(
    eros_device *device, const char *old_folder, eros_adoption *result, eros_error **error);

#ifdef __cplusplus
}
#endif

#endif
