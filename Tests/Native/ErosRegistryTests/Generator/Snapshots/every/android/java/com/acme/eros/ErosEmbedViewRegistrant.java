// GENERATED FILE - DO NOT EDIT. Run `eros generate` to update.
// source: eros.native.json
// format: 1
// eros-surface-android: sha256:03f534acef3a5bbd8148ab6a856b8ea76762f8953493ec4785a2886ce93eaca3

package com.acme.eros;

import com.acme.mpaas.MPEmbedViewHelper;

/** Call before QuinoxlessFramework.init(). */
public final class ErosEmbedViewRegistrant {

    private ErosEmbedViewRegistrant() {
    }

    public static void registerAll() {
        // The argument order is (className, type), the reverse of iOS.
        MPEmbedViewHelper.registerEmbedView("com.acme.ListView", "acme_list");
        MPEmbedViewHelper.registerEmbedView(com.acme.MapView.class.getName(), "acme_map");
    }
}
