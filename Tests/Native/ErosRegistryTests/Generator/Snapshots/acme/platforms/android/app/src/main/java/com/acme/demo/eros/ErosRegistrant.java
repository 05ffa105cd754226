// GENERATED FILE - DO NOT EDIT. Run `eros generate` to update.
// source: eros.native.json
// format: 1
// eros-surface-android: sha256:83cf8be5e9cf5d57e69b0fbf859d9b5993bd150729984302927bd6658d3f8f56

package com.acme.demo.eros;

import com.taobao.weex.InitConfig;
import com.taobao.weex.WXSDKEngine;
import com.taobao.weex.common.WXException;

import java.util.ArrayList;
import java.util.List;

/** Registers everything that eros.native.json declares for Android. */
public final class ErosRegistrant {

    /** The surface fingerprint compiled into this app. */
    public static final String SURFACE_FINGERPRINT = "sha256:83cf8be5e9cf5d57e69b0fbf859d9b5993bd150729984302927bd6658d3f8f56";

    private ErosRegistrant() {
    }

    /** Sets the adapters of the InitConfig. Call this before WXSDKEngine.initialize. */
    public static InitConfig.Builder configure(InitConfig.Builder builder) {
        builder.setImgAdapter(new com.acme.demo.adapter.ImageAdapter());
        return builder;
    }

    /**
     * Call once after WXSDKEngine.initialize. Logs the names that were not registered.
     *
     * @return the names that were not registered, as "kind:name:reason"; empty if all were
     */
    public static List<String> registerAll() {
        List<String> refused = new ArrayList<>();
        registerComponents(refused);
        registerModules(refused);
        for (String name : refused) {
            android.util.Log.e("eros", "not registered: " + name);
        }
        return refused;
    }

    private static void registerComponents(List<String> refused) {
        try {
            if (!WXSDKEngine.registerComponent(com.acme.demo.component.ChartComponent.class, true, "acme-chart", "acmechart")) {
                refused.add("component:acme-chart:refused");
            }
        } catch (WXException e) {
            refused.add("component:acme-chart:" + e);
        }
    }

    private static void registerModules(List<String> refused) {
        try {
            if (!WXSDKEngine.registerModule("acmeScan", com.acme.demo.module.ScanModule.class, false)) {
                refused.add("module:acmeScan:refused");
            }
        } catch (WXException e) {
            refused.add("module:acmeScan:" + e);
        }
    }
}
