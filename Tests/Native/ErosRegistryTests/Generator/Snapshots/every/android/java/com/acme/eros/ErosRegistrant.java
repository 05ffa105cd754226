// GENERATED FILE - DO NOT EDIT. Run `eros generate` to update.
// source: eros.native.json
// format: 1
// eros-surface-android: sha256:03f534acef3a5bbd8148ab6a856b8ea76762f8953493ec4785a2886ce93eaca3

package com.acme.eros;

import com.taobao.weex.InitConfig;
import com.taobao.weex.WXSDKEngine;
import com.taobao.weex.common.WXException;
import com.taobao.weex.common.WXModule;
import com.taobao.weex.ui.SimpleComponentHolder;
import com.taobao.weex.ui.component.WXComponent;

import java.util.ArrayList;
import java.util.List;

/** Registers everything that eros.native.json declares for Android. */
public final class ErosRegistrant {

    /** The surface fingerprint compiled into this app. */
    public static final String SURFACE_FINGERPRINT = "sha256:03f534acef3a5bbd8148ab6a856b8ea76762f8953493ec4785a2886ce93eaca3";

    private ErosRegistrant() {
    }

    /** Sets the adapters of the InitConfig. Call this before WXSDKEngine.initialize. */
    public static InitConfig.Builder configure(InitConfig.Builder builder) {
        builder.setImgAdapter(new com.acme.ImageAdapter());
        builder.setURIAdapter(new com.acme.UriAdapter());
        return builder;
    }

    /**
     * Call once after WXSDKEngine.initialize. Logs the names that were not registered.
     *
     * @return the names that were not registered, as "kind:name:reason"; empty if all were
     */
    public static List<String> registerAll() {
        List<String> refused = new ArrayList<>();
        WXSDKEngine.setNavigator(new com.acme.Navigator());
        registerComponents(refused);
        registerDomObjects(refused);
        registerModules(refused);
        for (String name : refused) {
            android.util.Log.e("eros", "not registered: " + name);
        }
        return refused;
    }

    private static void registerComponents(List<String> refused) {
        try {
            if (!WXSDKEngine.registerComponent(com.acme.Chart.class, true, "acme-chart", "acmechart")) {
                refused.add("component:acme-chart:refused");
            }
        } catch (WXException e) {
            refused.add("component:acme-chart:" + e);
        }
        try {
            if (!WXSDKEngine.registerComponent(new SimpleComponentHolder(com.acme.List.class, new com.acme.ListCreator()), false, "acme-list")) {
                refused.add("component:acme-list:refused");
            }
        } catch (WXException e) {
            refused.add("component:acme-list:" + e);
        }
        try {
            Class<? extends WXComponent> cls = Class.forName("com.acme.Plain").asSubclass(WXComponent.class);
            if (!WXSDKEngine.registerComponent("acme-plain", cls)) {
                refused.add("component:acme-plain:refused");
            }
        } catch (ClassNotFoundException | ClassCastException | WXException e) {
            refused.add("component:acme-plain:" + e);
        }
        try {
            if (!WXSDKEngine.registerComponent(com.acme.Row.class, false, "acme-row")) {
                refused.add("component:acme-row:refused");
            }
        } catch (WXException e) {
            refused.add("component:acme-row:" + e);
        }
    }

    private static void registerDomObjects(List<String> refused) {
        try {
            if (!WXSDKEngine.registerDomObject("acme-row", com.acme.RowDom.class)) {
                refused.add("dom:acme-row:refused");
            }
        } catch (WXException e) {
            refused.add("dom:acme-row:" + e);
        }
    }

    private static void registerModules(List<String> refused) {
        try {
            if (!WXSDKEngine.registerModule("acme-scan", com.acme.ScanModule.class, true)) {
                refused.add("module:acme-scan:refused");
            }
        } catch (WXException e) {
            refused.add("module:acme-scan:" + e);
        }
        try {
            Class<? extends WXModule> cls = Class.forName("com.acme.Outer$OtherModule").asSubclass(WXModule.class);
            if (!WXSDKEngine.registerModule("acmeScan", cls, false)) {
                refused.add("module:acmeScan:refused");
            }
        } catch (ClassNotFoundException | ClassCastException | WXException e) {
            refused.add("module:acmeScan:" + e);
        }
        try {
            if (!WXSDKEngine.registerModule("acmeSwift", com.acme.SwiftModule.class, false)) {
                refused.add("module:acmeSwift:refused");
            }
        } catch (WXException e) {
            refused.add("module:acmeSwift:" + e);
        }
    }
}
