// GENERATED FILE - DO NOT EDIT. Run `eros generate` to update.
// source: config/eros.native.js
// format: 1
// eros-surface-android: sha256:da809e2f02eb23e1de3148d33931cb00bcc96b8b0f8d6bae11f9220ee30cdb07

package a.b;

import com.taobao.weex.InitConfig;
import com.taobao.weex.WXSDKEngine;
import com.taobao.weex.common.WXException;

import java.util.ArrayList;
import java.util.List;

/** Registers everything that config/eros.native.js declares for Android. */
public final class ErosRegistrant {

    /** The surface fingerprint compiled into this app. */
    public static final String SURFACE_FINGERPRINT = "sha256:da809e2f02eb23e1de3148d33931cb00bcc96b8b0f8d6bae11f9220ee30cdb07";

    private ErosRegistrant() {
    }

    /** Sets the adapters of the InitConfig. Call this before WXSDKEngine.initialize. */
    public static InitConfig.Builder configure(InitConfig.Builder builder) {
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
    }

    private static void registerModules(List<String> refused) {
    }
}
