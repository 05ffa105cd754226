// GENERATED FILE - DO NOT EDIT. Run `eros generate` to update.
// source: eros.native.json
// format: 1
// eros-surface-android: sha256:03f534acef3a5bbd8148ab6a856b8ea76762f8953493ec4785a2886ce93eaca3

package com.acme.`in`.`fun`

import com.taobao.weex.InitConfig
import com.taobao.weex.WXSDKEngine
import com.taobao.weex.common.WXException
import com.taobao.weex.common.WXModule
import com.taobao.weex.ui.SimpleComponentHolder
import com.taobao.weex.ui.component.WXComponent

/** Registers everything that eros.native.json declares for Android. */
object ErosRegistrant {

    /** The surface fingerprint compiled into this app. */
    const val SURFACE_FINGERPRINT = "sha256:03f534acef3a5bbd8148ab6a856b8ea76762f8953493ec4785a2886ce93eaca3"

    /** Sets the adapters of the InitConfig. Call this before WXSDKEngine.initialize. */
    @JvmStatic
    fun configure(builder: InitConfig.Builder): InitConfig.Builder {
        builder.setImgAdapter(com.acme.ImageAdapter())
        builder.setURIAdapter(com.acme.UriAdapter())
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
        WXSDKEngine.setNavigator(com.acme.Navigator())
        registerComponents(refused)
        registerDomObjects(refused)
        registerModules(refused)
        for (name in refused) {
            android.util.Log.e("eros", "not registered: $name")
        }
        return refused
    }

    private fun registerComponents(refused: MutableList<String>) {
        attempt(refused, "component", "acme-chart") {
            WXSDKEngine.registerComponent(com.acme.Chart::class.java, true, "acme-chart", "acmechart")
        }
        attempt(refused, "component", "acme-list") {
            WXSDKEngine.registerComponent(SimpleComponentHolder(com.acme.List::class.java, com.acme.ListCreator()), false, "acme-list")
        }
        attempt(refused, "component", "acme-plain") {
            val cls = Class.forName("com.acme.Plain").asSubclass(WXComponent::class.java)
            WXSDKEngine.registerComponent("acme-plain", cls)
        }
        attempt(refused, "component", "acme-row") {
            WXSDKEngine.registerComponent(com.acme.Row::class.java, false, "acme-row")
        }
    }

    private fun registerDomObjects(refused: MutableList<String>) {
        attempt(refused, "dom", "acme-row") {
            WXSDKEngine.registerDomObject("acme-row", com.acme.RowDom::class.java)
        }
    }

    private fun registerModules(refused: MutableList<String>) {
        attempt(refused, "module", "acme-scan") {
            WXSDKEngine.registerModule("acme-scan", com.acme.ScanModule::class.java, true)
        }
        attempt(refused, "module", "acmeScan") {
            val cls = Class.forName("com.acme.Outer\$OtherModule").asSubclass(WXModule::class.java)
            WXSDKEngine.registerModule("acmeScan", cls, false)
        }
        attempt(refused, "module", "acmeSwift") {
            WXSDKEngine.registerModule("acmeSwift", com.acme.SwiftModule::class.java, false)
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
