// GENERATED FILE - DO NOT EDIT. Run `eros generate` to update.
// source: eros.native.json
// format: 1
// eros-surface-android: sha256:e3d89ecf569d6aa96e4b811e1fac3176a8aa4c2aec49f64ffbea1ade44ef3a1a

package com.example.hello.eros;

import com.mpaas.nebula.adapter.api.MPEmbedViewHelper;

/** Call before QuinoxlessFramework.init(). */
public final class ErosEmbedViewRegistrant {

    private ErosEmbedViewRegistrant() {
    }

    public static void registerAll() {
        // The argument order is (className, type), the reverse of iOS.
        MPEmbedViewHelper.registerEmbedView(com.example.hello.embed.MapView.class.getName(), "hello_map");
    }
}
