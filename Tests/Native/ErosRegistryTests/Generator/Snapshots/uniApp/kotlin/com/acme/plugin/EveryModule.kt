package com.acme.plugin

import android.util.Log
import com.alibaba.fastjson.JSONArray
import com.alibaba.fastjson.JSONObject
import io.dcloud.feature.uniapp.annotation.UniJSMethod
import io.dcloud.feature.uniapp.bridge.UniJSCallback
import io.dcloud.feature.uniapp.common.UniModule

/**
 * Ends * / here / * and // there, /u0022 $x ]]>   😀
 *
 * Pages get it with uni.requireNativePlugin('Acme-Every').
 */
@Suppress("UNUSED_PARAMETER") // until the methods are implemented
class EveryModule : UniModule() {

    /** One * / of each */
    @UniJSMethod(uiThread = true)
    fun types(a: String?, b: Double?, c: Int?, d: Boolean?, e: JSONObject?, f: JSONObject?, g: JSONObject?, h: JSONArray?, i: Any?, j: UniJSCallback?, k: UniJSCallback?) {
        Log.w("Acme-Every", "Acme-Every.types is not implemented")
    }

    @UniJSMethod(uiThread = true)
    fun optional(a: String?, b: Double?, c: Int?, d: Boolean?, e: JSONObject?, f: JSONArray?, g: Any?, done: UniJSCallback?) {
        Log.w("Acme-Every", "Acme-Every.optional is not implemented")
    }

    /** Deprecated. */
    @UniJSMethod(uiThread = true)
    fun words(class_: String?, in_: String?, id: String?, fun_: String?, func: String?, class__: String?) {
        Log.w("Acme-Every", "Acme-Every.words is not implemented")
    }

    @UniJSMethod(uiThread = true, alias = "renamed")
    fun other(first: String?, second: Int?) {
        Log.w("Acme-Every", "Acme-Every.renamed is not implemented")
    }

    @UniJSMethod(uiThread = false)
    fun text(): String {
        Log.w("Acme-Every", "Acme-Every.text is not implemented")
        return ""
    }

    @UniJSMethod(uiThread = false)
    fun number(of: Int?): Double {
        Log.w("Acme-Every", "Acme-Every.number is not implemented")
        return 0.0
    }

    @UniJSMethod(uiThread = false)
    fun whole(): Int {
        Log.w("Acme-Every", "Acme-Every.whole is not implemented")
        return 0
    }

    @UniJSMethod(uiThread = false)
    fun truth(): Boolean {
        Log.w("Acme-Every", "Acme-Every.truth is not implemented")
        return false
    }

    @UniJSMethod(uiThread = false)
    fun point(): JSONObject? {
        Log.w("Acme-Every", "Acme-Every.point is not implemented")
        return JSONObject()
    }

    @UniJSMethod(uiThread = false)
    fun points(): JSONArray {
        Log.w("Acme-Every", "Acme-Every.points is not implemented")
        return JSONArray()
    }

    @UniJSMethod(uiThread = false)
    fun anything(): Any? {
        Log.w("Acme-Every", "Acme-Every.anything is not implemented")
        return null
    }

    @UniJSMethod(uiThread = true)
    fun default(arg1: String?, arg2: String?) {
        Log.w("Acme-Every", "Acme-Every.default is not implemented")
    }

    @UniJSMethod(uiThread = true, alias = "notify")
    fun notify_() {
        Log.w("Acme-Every", "Acme-Every.notify is not implemented")
    }

    @UniJSMethod(uiThread = true, alias = "toString")
    fun toString_() {
        Log.w("Acme-Every", "Acme-Every.toString is not implemented")
    }

    @UniJSMethod(uiThread = false)
    fun aside() {
        Log.w("Acme-Every", "Acme-Every.aside is not implemented")
    }
}
