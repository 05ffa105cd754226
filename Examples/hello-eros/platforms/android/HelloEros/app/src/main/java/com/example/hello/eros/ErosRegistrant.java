// GENERATED FILE - DO NOT EDIT. Run `eros generate` to update.
// source: eros.native.json
// format: 1
// eros-surface-android: sha256:e3d89ecf569d6aa96e4b811e1fac3176a8aa4c2aec49f64ffbea1ade44ef3a1a

package com.example.hello.eros;

import com.taobao.weex.InitConfig;
import com.taobao.weex.WXSDKEngine;
import com.taobao.weex.common.WXException;
import com.taobao.weex.common.WXModule;

import java.util.ArrayList;
import java.util.List;

/** Registers everything that eros.native.json declares for Android. */
public final class ErosRegistrant {

    /** The surface fingerprint compiled into this app. */
    public static final String SURFACE_FINGERPRINT = "sha256:e3d89ecf569d6aa96e4b811e1fac3176a8aa4c2aec49f64ffbea1ade44ef3a1a";

    private ErosRegistrant() {
    }

    /** Sets the adapters of the InitConfig. Call this before WXSDKEngine.initialize. */
    public static InitConfig.Builder configure(InitConfig.Builder builder) {
        builder.setImgAdapter(new com.example.hello.adapter.ImageAdapter());
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
            if (!WXSDKEngine.registerComponent(com.example.hello.component.ChartComponent.class, true, "hello-chart", "hellochart")) {
                refused.add("component:hello-chart:refused");
            }
        } catch (WXException e) {
            refused.add("component:hello-chart:" + e);
        }
        try {
            if (!WXSDKEngine.registerComponent(com.example.hello.component.InkComponent.class, false, "hello-ink")) {
                refused.add("component:hello-ink:refused");
            }
        } catch (WXException e) {
            refused.add("component:hello-ink:" + e);
        }
    }

    private static void registerModules(List<String> refused) {
        try {
            if (!WXSDKEngine.registerModule("helloNotes", com.example.hello.module.NotesModule.class, false)) {
                refused.add("module:helloNotes:refused");
            }
        } catch (WXException e) {
            refused.add("module:helloNotes:" + e);
        }
        try {
            Class<? extends WXModule> cls = Class.forName("com.example.hello.module.VoiceModule").asSubclass(WXModule.class);
            if (!WXSDKEngine.registerModule("helloVoice", cls, false)) {
                refused.add("module:helloVoice:refused");
            }
        } catch (ClassNotFoundException | ClassCastException | WXException e) {
            refused.add("module:helloVoice:" + e);
        }
    }
}
