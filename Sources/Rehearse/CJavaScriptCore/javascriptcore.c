#include "CJavaScriptCore.h"

#include <dlfcn.h>
#include <stdlib.h>

const char *eros_javascript_library(void) {
#if defined(__APPLE__)
  return "/System/Library/Frameworks/JavaScriptCore.framework/JavaScriptCore";
#else
  return "libjavascriptcoregtk-4.1.so.0";
#endif
}

// Sets the options of the engine, which it reads when it is loaded.
static void set_options(void) {
  const char *const options[][2] = {
      {"JSC_useJIT", "0"},
      {"JSC_useWasm", "0"},
      {"JSC_useSharedArrayBuffer", "0"},
      {"JSC_numberOfGCMarkers", "1"},
      {"GIGACAGE_ENABLED", "1"},
      {"TZ", "UTC"},
      {"LANG", "C.UTF-8"},
  };
  for (size_t index = 0; index < sizeof options / sizeof options[0]; index++) {
    setenv(options[index][0], options[index][1], 1);
  }
}

// Closes files that the parent process left open, so that the engine finds free descriptors below its limit.
static void close_inherited_files(void) {
  enum { end = 1024 };
  for (int file = STDERR_FILENO + 1; file < end; file++) close(file);
}

// Returns a number of the version, or 0 if the library does not have the function.
static unsigned version_number(void *library, const char *name) {
  unsigned (*number)(void);
  *(void **)&number = dlsym(library, name);
  return number == NULL ? 0 : number();
}

bool eros_javascript_load(struct eros_javascript *functions) {
  close_inherited_files();
  set_options();
  void *const library = dlopen(eros_javascript_library(), RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return false;
#define EROS_FUNCTION(name) \
  *(void **)&functions->name = dlsym(library, "JS" #name); \
  if (functions->name == NULL) return false
  EROS_FUNCTION(ContextGroupCreate);
  EROS_FUNCTION(ContextGroupRelease);
  EROS_FUNCTION(ContextGroupSetExecutionTimeLimit);
  EROS_FUNCTION(GlobalContextCreateInGroup);
  EROS_FUNCTION(GlobalContextRelease);
  EROS_FUNCTION(GlobalContextSetUnhandledRejectionCallback);
  EROS_FUNCTION(ContextGetGlobalObject);
  EROS_FUNCTION(ObjectMakeError);
  EROS_FUNCTION(CheckScriptSyntax);
  EROS_FUNCTION(EvaluateScript);
  EROS_FUNCTION(StringCreateWithUTF8CString);
  EROS_FUNCTION(StringCreateWithCharacters);
  EROS_FUNCTION(StringGetCharactersPtr);
  EROS_FUNCTION(StringGetLength);
  EROS_FUNCTION(StringRelease);
  EROS_FUNCTION(ValueMakeString);
  EROS_FUNCTION(ValueMakeUndefined);
  EROS_FUNCTION(ValueToStringCopy);
  EROS_FUNCTION(ValueToNumber);
  EROS_FUNCTION(ValueIsObject);
  EROS_FUNCTION(ValueToBoolean);
  EROS_FUNCTION(ValueProtect);
  EROS_FUNCTION(ObjectMakeFunctionWithCallback);
  EROS_FUNCTION(ObjectGetProperty);
  EROS_FUNCTION(ObjectCallAsFunction);
#undef EROS_FUNCTION
  functions->version_major = version_number(library, "jsc_get_major_version");
  functions->version_minor = version_number(library, "jsc_get_minor_version");
  functions->version_micro = version_number(library, "jsc_get_micro_version");
  return true;
}
