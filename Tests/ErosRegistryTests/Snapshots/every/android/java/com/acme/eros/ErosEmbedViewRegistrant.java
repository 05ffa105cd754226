// GENERATED FILE - DO NOT EDIT. Run `eros generate` to update.
// source: eros.native.json
// format: 1
// eros-surface-android: sha256:4dceca2a664f23f618770eeabd5a5118f5eeee52269af5d08fc32af4588147ba

package com.acme.eros;

import com.acme.mpaas.MPEmbedViewHelper;

/** Call before QuinoxlessFramework.init(). */
public final class ErosEmbedViewRegistrant {

    private ErosEmbedViewRegistrant() {
    }

    public static void registerAll() {
        // argument order is (className, type), the reverse of iOS
        MPEmbedViewHelper.registerEmbedView("com.acme.ListView", "acme_list");
        MPEmbedViewHelper.registerEmbedView(com.acme.MapView.class.getName(), "acme_map");
    }
}
