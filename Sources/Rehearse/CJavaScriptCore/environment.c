#include "CJavaScriptCore.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

// The files are embedded, so that the program needs no other file.
static const char environment[] = {
#embed "Environment/start.js" suffix(, '\n',)
#embed "Environment/document.js" suffix(, '\n',)
#embed "Environment/weex.js" suffix(, '\n',)
#embed "Environment/vue.js" suffix(, '\n',)
#embed "Environment/uniapp.js" suffix(, '\n',)
#embed "Environment/vue3.js" suffix(, '\n',)
#embed "Environment/end.js" suffix(, 0)
};

const char *eros_environment_text(void) { return environment; }
