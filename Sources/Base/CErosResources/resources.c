#include "CErosResources.h"

#include <string.h>

#pragma clang diagnostic ignored "-Wc23-extensions"

// The files have no zero byte; a test compares them with this table.
static const struct {
  const char *path;
  const char *text;
} resources[] = {
  {"Sources/Native/ErosRegistry/Presets/Data/eros-android.json", (const char[]){
#embed "../../Native/ErosRegistry/Presets/Data/eros-android.json" suffix(, 0)
  }},
  {"Sources/Native/ErosRegistry/Presets/Data/eros-ios.json", (const char[]){
#embed "../../Native/ErosRegistry/Presets/Data/eros-ios.json" suffix(, 0)
  }},
  {"Sources/Native/ErosRegistry/Presets/Data/eros-plugins-android.json", (const char[]){
#embed "../../Native/ErosRegistry/Presets/Data/eros-plugins-android.json" suffix(, 0)
  }},
  {"Sources/Native/ErosRegistry/Presets/Data/eros-plugins-ios.json", (const char[]){
#embed "../../Native/ErosRegistry/Presets/Data/eros-plugins-ios.json" suffix(, 0)
  }},
  {"Sources/Native/ErosRegistry/Presets/Data/frameworks.json", (const char[]){
#embed "../../Native/ErosRegistry/Presets/Data/frameworks.json" suffix(, 0)
  }},
  {"Sources/Native/ErosRegistry/Presets/Data/rexxar-android.json", (const char[]){
#embed "../../Native/ErosRegistry/Presets/Data/rexxar-android.json" suffix(, 0)
  }},
  {"Sources/Native/ErosRegistry/Presets/Data/rexxar-ios.json", (const char[]){
#embed "../../Native/ErosRegistry/Presets/Data/rexxar-ios.json" suffix(, 0)
  }},
  {"Sources/Native/ErosRegistry/Presets/Data/weex-android.json", (const char[]){
#embed "../../Native/ErosRegistry/Presets/Data/weex-android.json" suffix(, 0)
  }},
  {"Sources/Native/ErosRegistry/Presets/Data/weex-ios.json", (const char[]){
#embed "../../Native/ErosRegistry/Presets/Data/weex-ios.json" suffix(, 0)
  }},
  {"Sources/Native/ErosRegistry/Schema/Data/eros.native.schema.json", (const char[]){
#embed "../../Native/ErosRegistry/Schema/Data/eros.native.schema.json" suffix(, 0)
  }},
  {"templates/android/app_config.xml.stencil", (const char[]){
#embed "../../../templates/android/app_config.xml.stencil" suffix(, 0)
  }},
  {"templates/android/proguard-eros.pro.stencil", (const char[]){
#embed "../../../templates/android/proguard-eros.pro.stencil" suffix(, 0)
  }},
  {"templates/android/weex_config_eros.json.stencil", (const char[]){
#embed "../../../templates/android/weex_config_eros.json.stencil" suffix(, 0)
  }},
  {"templates/console/console.css", (const char[]){
#embed "../../../templates/console/console.css" suffix(, 0)
  }},
  {"templates/console/console.html", (const char[]){
#embed "../../../templates/console/console.html" suffix(, 0)
  }},
  {"templates/console/console.js", (const char[]){
#embed "../../../templates/console/console.js" suffix(, 0)
  }},
  {"templates/console/token.html", (const char[]){
#embed "../../../templates/console/token.html" suffix(, 0)
  }},
  {"templates/hosts/host-readme.md.stencil", (const char[]){
#embed "../../../templates/hosts/host-readme.md.stencil" suffix(, 0)
  }},
  {"templates/hosts/mpaas/mini-app.js.stencil", (const char[]){
#embed "../../../templates/hosts/mpaas/mini-app.js.stencil" suffix(, 0)
  }},
  {"templates/hosts/mpaas/mini-app.json.stencil", (const char[]){
#embed "../../../templates/hosts/mpaas/mini-app.json.stencil" suffix(, 0)
  }},
  {"templates/hosts/mpaas/mini-home.axml.stencil", (const char[]){
#embed "../../../templates/hosts/mpaas/mini-home.axml.stencil" suffix(, 0)
  }},
  {"templates/hosts/mpaas/mini-home.js.stencil", (const char[]){
#embed "../../../templates/hosts/mpaas/mini-home.js.stencil" suffix(, 0)
  }},
  {"templates/hosts/mpaas/mpaas.native.json.stencil", (const char[]){
#embed "../../../templates/hosts/mpaas/mpaas.native.json.stencil" suffix(, 0)
  }},
  {"templates/hosts/rexxar/rexxar.native.json.stencil", (const char[]){
#embed "../../../templates/hosts/rexxar/rexxar.native.json.stencil" suffix(, 0)
  }},
  {"templates/hosts/rexxar/welcome.css.stencil", (const char[]){
#embed "../../../templates/hosts/rexxar/welcome.css.stencil" suffix(, 0)
  }},
  {"templates/hosts/rexxar/welcome.html.stencil", (const char[]){
#embed "../../../templates/hosts/rexxar/welcome.html.stencil" suffix(, 0)
  }},
  {"templates/hosts/rexxar/welcome.js.stencil", (const char[]){
#embed "../../../templates/hosts/rexxar/welcome.js.stencil" suffix(, 0)
  }},
  {"templates/hosts/weex/weex-home.js.stencil", (const char[]){
#embed "../../../templates/hosts/weex/weex-home.js.stencil" suffix(, 0)
  }},
  {"templates/hosts/weex/weex.native.json.stencil", (const char[]){
#embed "../../../templates/hosts/weex/weex.native.json.stencil" suffix(, 0)
  }},
  {"templates/java/Component.java.stencil", (const char[]){
#embed "../../../templates/java/Component.java.stencil" suffix(, 0)
  }},
  {"templates/java/EmbedView.java.stencil", (const char[]){
#embed "../../../templates/java/EmbedView.java.stencil" suffix(, 0)
  }},
  {"templates/java/ErosEmbedViewRegistrant.java.stencil", (const char[]){
#embed "../../../templates/java/ErosEmbedViewRegistrant.java.stencil" suffix(, 0)
  }},
  {"templates/java/ErosRegistrant.java.stencil", (const char[]){
#embed "../../../templates/java/ErosRegistrant.java.stencil" suffix(, 0)
  }},
  {"templates/java/ErosRexxarRegistrant.java.stencil", (const char[]){
#embed "../../../templates/java/ErosRexxarRegistrant.java.stencil" suffix(, 0)
  }},
  {"templates/java/Module.java.stencil", (const char[]){
#embed "../../../templates/java/Module.java.stencil" suffix(, 0)
  }},
  {"templates/java/Widget.java.stencil", (const char[]){
#embed "../../../templates/java/Widget.java.stencil" suffix(, 0)
  }},
  {"templates/js/eros-native.d.ts.stencil", (const char[]){
#embed "../../../templates/js/eros-native.d.ts.stencil" suffix(, 0)
  }},
  {"templates/js/eros-native.meta.js.stencil", (const char[]){
#embed "../../../templates/js/eros-native.meta.js.stencil" suffix(, 0)
  }},
  {"templates/js/eros-native.names.js.stencil", (const char[]){
#embed "../../../templates/js/eros-native.names.js.stencil" suffix(, 0)
  }},
  {"templates/kotlin/Component.kt.stencil", (const char[]){
#embed "../../../templates/kotlin/Component.kt.stencil" suffix(, 0)
  }},
  {"templates/kotlin/EmbedView.kt.stencil", (const char[]){
#embed "../../../templates/kotlin/EmbedView.kt.stencil" suffix(, 0)
  }},
  {"templates/kotlin/ErosEmbedViewRegistrant.kt.stencil", (const char[]){
#embed "../../../templates/kotlin/ErosEmbedViewRegistrant.kt.stencil" suffix(, 0)
  }},
  {"templates/kotlin/ErosRegistrant.kt.stencil", (const char[]){
#embed "../../../templates/kotlin/ErosRegistrant.kt.stencil" suffix(, 0)
  }},
  {"templates/kotlin/ErosRexxarRegistrant.kt.stencil", (const char[]){
#embed "../../../templates/kotlin/ErosRexxarRegistrant.kt.stencil" suffix(, 0)
  }},
  {"templates/kotlin/Module.kt.stencil", (const char[]){
#embed "../../../templates/kotlin/Module.kt.stencil" suffix(, 0)
  }},
  {"templates/kotlin/Widget.kt.stencil", (const char[]){
#embed "../../../templates/kotlin/Widget.kt.stencil" suffix(, 0)
  }},
  {"templates/languages/zh.json", (const char[]){
#embed "../../../templates/languages/zh.json" suffix(, 0)
  }},
  {"templates/objc/Component.h.stencil", (const char[]){
#embed "../../../templates/objc/Component.h.stencil" suffix(, 0)
  }},
  {"templates/objc/Component.m.stencil", (const char[]){
#embed "../../../templates/objc/Component.m.stencil" suffix(, 0)
  }},
  {"templates/objc/EmbedView.h.stencil", (const char[]){
#embed "../../../templates/objc/EmbedView.h.stencil" suffix(, 0)
  }},
  {"templates/objc/EmbedView.m.stencil", (const char[]){
#embed "../../../templates/objc/EmbedView.m.stencil" suffix(, 0)
  }},
  {"templates/objc/ErosRegistrant.h.stencil", (const char[]){
#embed "../../../templates/objc/ErosRegistrant.h.stencil" suffix(, 0)
  }},
  {"templates/objc/ErosRegistrant.m.stencil", (const char[]){
#embed "../../../templates/objc/ErosRegistrant.m.stencil" suffix(, 0)
  }},
  {"templates/objc/Module.h.stencil", (const char[]){
#embed "../../../templates/objc/Module.h.stencil" suffix(, 0)
  }},
  {"templates/objc/Module.m.stencil", (const char[]){
#embed "../../../templates/objc/Module.m.stencil" suffix(, 0)
  }},
  {"templates/objc/RexxarRegistrant.h.stencil", (const char[]){
#embed "../../../templates/objc/RexxarRegistrant.h.stencil" suffix(, 0)
  }},
  {"templates/objc/RexxarRegistrant.m.stencil", (const char[]){
#embed "../../../templates/objc/RexxarRegistrant.m.stencil" suffix(, 0)
  }},
  {"templates/objc/Widget.h.stencil", (const char[]){
#embed "../../../templates/objc/Widget.h.stencil" suffix(, 0)
  }},
  {"templates/objc/Widget.m.stencil", (const char[]){
#embed "../../../templates/objc/Widget.m.stencil" suffix(, 0)
  }},
  {"templates/page/page.css", (const char[]){
#embed "../../../templates/page/page.css" suffix(, 0)
  }},
  {"templates/page/page.html", (const char[]){
#embed "../../../templates/page/page.html" suffix(, 0)
  }},
  {"templates/page/page.js", (const char[]){
#embed "../../../templates/page/page.js" suffix(, 0)
  }},
  {"templates/page/theme.html", (const char[]){
#embed "../../../templates/page/theme.html" suffix(, 0)
  }},
  {"templates/project/README.md.stencil", (const char[]){
#embed "../../../templates/project/README.md.stencil" suffix(, 0)
  }},
  {"templates/project/dist/config/board.js.stencil", (const char[]){
#embed "../../../templates/project/dist/config/board.js.stencil" suffix(, 0)
  }},
  {"templates/project/dist/mediator/mediator.js.stencil", (const char[]){
#embed "../../../templates/project/dist/mediator/mediator.js.stencil" suffix(, 0)
  }},
  {"templates/project/dist/pages/about/about.js.stencil", (const char[]){
#embed "../../../templates/project/dist/pages/about/about.js.stencil" suffix(, 0)
  }},
  {"templates/project/dist/pages/home/home.js.stencil", (const char[]){
#embed "../../../templates/project/dist/pages/home/home.js.stencil" suffix(, 0)
  }},
  {"templates/project/eros.native.json.stencil", (const char[]){
#embed "../../../templates/project/eros.native.json.stencil" suffix(, 0)
  }},
  {"templates/project/github/workflows/bundle.yml.stencil", (const char[]){
#embed "../../../templates/project/github/workflows/bundle.yml.stencil" suffix(, 0)
  }},
  {"templates/project/gitignore.stencil", (const char[]){
#embed "../../../templates/project/gitignore.stencil" suffix(, 0)
  }},
  {"templates/project/platforms/android/eros.gradle.stencil", (const char[]){
#embed "../../../templates/project/platforms/android/eros.gradle.stencil" suffix(, 0)
  }},
  {"templates/project/platforms/ios/eros-check.sh.stencil", (const char[]){
#embed "../../../templates/project/platforms/ios/eros-check.sh.stencil" suffix(, 0)
  }},
  {"templates/project/platforms/ios/eros.rb.stencil", (const char[]){
#embed "../../../templates/project/platforms/ios/eros.rb.stencil" suffix(, 0)
  }},
  {"templates/reference/reference.css", (const char[]){
#embed "../../../templates/reference/reference.css" suffix(, 0)
  }},
  {"templates/reference/reference.html", (const char[]){
#embed "../../../templates/reference/reference.html" suffix(, 0)
  }},
  {"templates/reference/reference.js", (const char[]){
#embed "../../../templates/reference/reference.js" suffix(, 0)
  }},
  {"templates/report/report.css", (const char[]){
#embed "../../../templates/report/report.css" suffix(, 0)
  }},
  {"templates/report/report.html", (const char[]){
#embed "../../../templates/report/report.html" suffix(, 0)
  }},
  {"templates/report/report.js", (const char[]){
#embed "../../../templates/report/report.js" suffix(, 0)
  }},
  {"templates/swift/Component.swift.stencil", (const char[]){
#embed "../../../templates/swift/Component.swift.stencil" suffix(, 0)
  }},
  {"templates/swift/EmbedView.swift.stencil", (const char[]){
#embed "../../../templates/swift/EmbedView.swift.stencil" suffix(, 0)
  }},
  {"templates/swift/ErosExports.swift.stencil", (const char[]){
#embed "../../../templates/swift/ErosExports.swift.stencil" suffix(, 0)
  }},
  {"templates/swift/ErosRegistrant.swift.stencil", (const char[]){
#embed "../../../templates/swift/ErosRegistrant.swift.stencil" suffix(, 0)
  }},
  {"templates/swift/Module.swift.stencil", (const char[]){
#embed "../../../templates/swift/Module.swift.stencil" suffix(, 0)
  }},
  {"templates/swift/RexxarRegistrant.swift.stencil", (const char[]){
#embed "../../../templates/swift/RexxarRegistrant.swift.stencil" suffix(, 0)
  }},
  {"templates/swift/Widget.swift.stencil", (const char[]){
#embed "../../../templates/swift/Widget.swift.stencil" suffix(, 0)
  }},
};

static const size_t count = sizeof resources / sizeof *resources;

const char *eros_resource_path(size_t index) {
  return index < count ? resources[index].path : NULL;
}

const char *eros_resource_text(const char *path) {
  for (size_t index = 0; index < count; index++) {
    if (strcmp(resources[index].path, path) == 0) return resources[index].text;
  }
  return NULL;
}
