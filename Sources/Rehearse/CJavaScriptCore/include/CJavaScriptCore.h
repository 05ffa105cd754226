#ifndef CJAVASCRIPTCORE_H
#define CJAVASCRIPTCORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

// The declarations of the C API of JavaScriptCore that rehearsals use.
//
// The headers of WebKit are not needed to build: the library is loaded when the program starts. The API is stable, and
// documented in JavaScriptCore/JavaScript.h.
typedef const struct OpaqueJSContextGroup *JSContextGroupRef;
typedef const struct OpaqueJSContext *JSContextRef;
typedef struct OpaqueJSContext *JSGlobalContextRef;
typedef struct OpaqueJSString *JSStringRef;
typedef const struct OpaqueJSValue *JSValueRef;
typedef struct OpaqueJSValue *JSObjectRef;

typedef JSValueRef (*JSObjectCallAsFunctionCallback)(
    JSContextRef context, JSObjectRef function, JSObjectRef receiver, size_t count, const JSValueRef arguments[],
    JSValueRef *exception);
typedef bool (*JSShouldTerminateCallback)(JSContextRef context, void *data);

// The functions of the library.
struct eros_javascript {
  // The version of the library, or zeros if it does not state one.
  unsigned version_major;
  unsigned version_minor;
  unsigned version_micro;
  JSContextGroupRef (*ContextGroupCreate)(void);
  void (*ContextGroupRelease)(JSContextGroupRef group);
  void (*ContextGroupSetExecutionTimeLimit)(
      JSContextGroupRef group, double seconds, JSShouldTerminateCallback callback, void *data);
  JSGlobalContextRef (*GlobalContextCreateInGroup)(JSContextGroupRef group, void *global_class);
  void (*GlobalContextRelease)(JSGlobalContextRef context);
  void (*GlobalContextSetUnhandledRejectionCallback)(
      JSGlobalContextRef context, JSObjectRef function, JSValueRef *exception);
  JSObjectRef (*ContextGetGlobalObject)(JSContextRef context);
  bool (*CheckScriptSyntax)(
      JSContextRef context, JSStringRef script, JSStringRef url, int first_line, JSValueRef *exception);
  JSValueRef (*EvaluateScript)(
      JSContextRef context, JSStringRef script, JSObjectRef receiver, JSStringRef url, int first_line,
      JSValueRef *exception);
  JSStringRef (*StringCreateWithUTF8CString)(const char *text);
  JSStringRef (*StringCreateWithCharacters)(const uint16_t *characters, size_t count);
  const uint16_t *(*StringGetCharactersPtr)(JSStringRef string);
  size_t (*StringGetLength)(JSStringRef string);
  void (*StringRelease)(JSStringRef string);
  JSValueRef (*ValueMakeString)(JSContextRef context, JSStringRef string);
  JSValueRef (*ValueMakeUndefined)(JSContextRef context);
  JSStringRef (*ValueToStringCopy)(JSContextRef context, JSValueRef value, JSValueRef *exception);
  double (*ValueToNumber)(JSContextRef context, JSValueRef value, JSValueRef *exception);
  bool (*ValueIsObject)(JSContextRef context, JSValueRef value);
  bool (*ValueToBoolean)(JSContextRef context, JSValueRef value);
  void (*ValueProtect)(JSContextRef context, JSValueRef value);
  JSObjectRef (*ObjectMakeFunctionWithCallback)(
      JSContextRef context, JSStringRef name, JSObjectCallAsFunctionCallback callback);
  JSObjectRef (*ObjectMakeError)(
      JSContextRef context, size_t count, const JSValueRef arguments[], JSValueRef *exception);
  JSValueRef (*ObjectGetProperty)(
      JSContextRef context, JSObjectRef object, JSStringRef name, JSValueRef *exception);
  JSValueRef (*ObjectCallAsFunction)(
      JSContextRef context, JSObjectRef function, JSObjectRef receiver, size_t count, const JSValueRef arguments[],
      JSValueRef *exception);
};

// Returns the name of the library.
const char *eros_javascript_library(void);

// Loads the library and finds its functions; returns false if the library or a function is missing.
//
// Turns off the compiler of machine code and WebAssembly first: pages are short, and the process then needs no
// executable memory.
bool eros_javascript_load(struct eros_javascript *functions);

// The statuses of a process that its watch ended, or that ran no page.
enum {
  EROS_STATUS_NO_ENGINE = 20,
  EROS_STATUS_TIME = 21,
  EROS_STATUS_MEMORY = 22,
  EROS_STATUS_UNCONFINED = 23,
};

// Starts a thread that ends the process if a page exceeds its limits; returns false if that fails.
//
// The calling thread runs the pages. The limit of time is its processor time.
bool eros_watch_start(uint64_t time_limit_milliseconds, uint64_t memory_limit_bytes);

// Starts the limits of a page. Until their end, empty lines on standard output are signs of life.
void eros_watch_begin(void);

// Ends the limits of a page; returns the most resident memory that it needed, in bytes.
uint64_t eros_watch_end(void);

// Returns the resident memory that the page needs now, in bytes.
uint64_t eros_watch_memory(void);

// Returns the processor time of the thread that runs the pages, in microseconds. Like the limit of the engine, it does not
// include the threads of the garbage collector.
uint64_t eros_page_time(void);

// Returns the processor time of the process, in microseconds.
uint64_t eros_processor_time(void);

// Takes away what a page does not need: files, network, new processes, core dumps.
//
// Returns 0 if all limits are in force, and an error number otherwise.
int eros_confine(void);

// Returns the environment of a page, as JavaScript.
const char *eros_environment_text(void);

#endif
