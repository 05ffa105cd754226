// GENERATED FILE - DO NOT EDIT. Run `eros generate` to update.
// source: eros.native.json
// format: 1
// eros-surface-android: sha256:83cf8be5e9cf5d57e69b0fbf859d9b5993bd150729984302927bd6658d3f8f56

package com.acme.demo.eros

import com.taobao.weex.InitConfig
import com.taobao.weex.WXSDKEngine
import com.taobao.weex.common.WXException

/** Registers everything that eros.native.json declares for Android. */
object ErosRegistrant {

    /** The surface fingerprint compiled into this app. */
    const val SURFACE_FINGERPRINT = "sha256:83cf8be5e9cf5d57e69b0fbf859d9b5993bd150729984302927bd6658d3f8f56"

    /** Sets the adapters of the InitConfig. Call this before WXSDKEngine.initialize. */
    @JvmStatic
    fun configure(builder: InitConfig.Builder): InitConfig.Builder {
        builder.setImgAdapter(com.acme.demo.adapter.ImageAdapter())
        return builder
    }

    /**
     * Call once after WXSDKEngine.initialize. Logs the names that were not registered.
     *
     * Returns the names that were not registered, as "kind:name:reason"; empty if all were.
     */
    @JvmStatic
    fun registerAll(): List<String> {
        val refused = mutableListOf<String>()
        registerComponents(refused)
        registerModules(refused)
        for (name in refused) {
            android.util.Log.e("eros", "not registered: $name")
        }
        return refused
    }

    private fun registerComponents(refused: MutableList<String>) {
        attempt(refused, "component", "acme-chart") {
            WXSDKEngine.registerComponent(com.acme.demo.component.ChartComponent::class.java, true, "acme-chart", "acmechart")
        }
    }

    private fun registerModules(refused: MutableList<String>) {
        attempt(refused, "module", "acmeScan") {
            WXSDKEngine.registerModule("acmeScan", com.acme.demo.module.ScanModule::class.java, false)
        }
    }

    private fun attempt(refused: MutableList<String>, kind: String, name: String, body: () -> Boolean) {
        try {
            if (!body()) {
                refused.add("$kind:$name:refused")
            }
        } catch (e: WXException) {
            refused.add("$kind:$name:$e")
        } catch (e: ClassNotFoundException) {
            refused.add("$kind:$name:$e")
        } catch (e: ClassCastException) {
            refused.add("$kind:$name:$e")
        }
    }
}
