// GENERATED FILE - DO NOT EDIT. Run `eros generate` to update.
// source: eros.native.json
// format: 1
// eros-surface-android: sha256:83cf8be5e9cf5d57e69b0fbf859d9b5993bd150729984302927bd6658d3f8f56

package com.acme.demo.eros

import com.acme.mpaas.MPEmbedViewHelper

/** Call before QuinoxlessFramework.init(). */
object ErosEmbedViewRegistrant {

    @JvmStatic
    fun registerAll() {
        // The argument order is (className, type), the reverse of iOS.
        MPEmbedViewHelper.registerEmbedView(com.acme.demo.embed.MapEmbedView::class.java.name, "acme_map")
    }
}
