package com.acme.fresh

import android.util.Log
import com.alibaba.fastjson.JSONArray
import com.alibaba.fastjson.JSONObject
import com.taobao.weex.annotation.JSMethod
import com.taobao.weex.bridge.JSCallback
import com.taobao.weex.common.WXModule

/**
 * Ends * / here / * and // there, /u0022 $x ]]>   😀
 *
 * Pages get it with weex.requireModule('acme-every').
 */
@Suppress("UNUSED_PARAMETER") // until the methods are implemented
class EveryModule : WXModule() {

    /** One * / of each */
    @JSMethod(uiThread = true)
    fun types(a: String?, b: Double?, c: Int?, d: Boolean?, e: JSONObject?, f: JSONObject?, g: JSONObject?, h: JSONArray?, i: Any?, j: JSCallback?, k: JSCallback?) {
        Log.w("acme-every", "acme-every.types is not implemented")
    }

    @JSMethod(uiThread = true)
    fun optional(a: String?, b: Double?, c: Int?, d: Boolean?, e: JSONObject?, f: JSONArray?, g: Any?, done: JSCallback?) {
        Log.w("acme-every", "acme-every.optional is not implemented")
    }

    /** Deprecated. */
    @JSMethod(uiThread = true)
    fun words(class_: String?, in_: String?, id: String?, fun_: String?, func: String?, class__: String?) {
        Log.w("acme-every", "acme-every.words is not implemented")
    }

    @JSMethod(uiThread = true, alias = "renamed")
    fun other(first: String?, second: Int?) {
        Log.w("acme-every", "acme-every.renamed is not implemented")
    }

    @JSMethod(uiThread = false)
    fun text(): String {
        Log.w("acme-every", "acme-every.text is not implemented")
        return ""
    }

    @JSMethod(uiThread = false)
    fun number(of: Int?): Double {
        Log.w("acme-every", "acme-every.number is not implemented")
        return 0.0
    }

    @JSMethod(uiThread = false)
    fun whole(): Int {
        Log.w("acme-every", "acme-every.whole is not implemented")
        return 0
    }

    @JSMethod(uiThread = false)
    fun truth(): Boolean {
        Log.w("acme-every", "acme-every.truth is not implemented")
        return false
    }

    @JSMethod(uiThread = false)
    fun point(): JSONObject? {
        Log.w("acme-every", "acme-every.point is not implemented")
        return JSONObject()
    }

    @JSMethod(uiThread = false)
    fun points(): JSONArray {
        Log.w("acme-every", "acme-every.points is not implemented")
        return JSONArray()
    }

    @JSMethod(uiThread = false)
    fun anything(): Any? {
        Log.w("acme-every", "acme-every.anything is not implemented")
        return null
    }

    @JSMethod(uiThread = true)
    fun default(arg1: String?, arg2: String?) {
        Log.w("acme-every", "acme-every.default is not implemented")
    }

    @JSMethod(uiThread = true, alias = "notify")
    fun notify_() {
        Log.w("acme-every", "acme-every.notify is not implemented")
    }

    @JSMethod(uiThread = true, alias = "toString")
    fun toString_() {
        Log.w("acme-every", "acme-every.toString is not implemented")
    }

    @JSMethod(uiThread = false)
    fun aside() {
        Log.w("acme-every", "acme-every.aside is not implemented")
    }
}
