package com.acme.fresh;

import android.util.Log;
import com.alibaba.fastjson.JSONArray;
import com.alibaba.fastjson.JSONObject;
import com.taobao.weex.annotation.JSMethod;
import com.taobao.weex.bridge.JSCallback;
import com.taobao.weex.common.WXModule;

/**
 * Ends * / here / * and // there, /u0022 $x ]]>   😀
 *
 * Pages get it with weex.requireModule('acme-every').
 */
public class EveryModule extends WXModule {

    /** One * / of each */
    @JSMethod(uiThread = true)
    public void types(String a, Double b, Integer c, Boolean d, JSONObject e, JSONObject f, JSONObject g, JSONArray h, Object i, JSCallback j, JSCallback k) {
        Log.w("acme-every", "acme-every.types is not implemented");
    }

    @JSMethod(uiThread = true)
    public void optional(String a, Double b, Integer c, Boolean d, JSONObject e, JSONArray f, Object g, JSCallback done) {
        Log.w("acme-every", "acme-every.optional is not implemented");
    }

    /** Deprecated. */
    @JSMethod(uiThread = true)
    public void words(String class_, String in, String id, String fun, String func, String class__) {
        Log.w("acme-every", "acme-every.words is not implemented");
    }

    @JSMethod(uiThread = true, alias = "renamed")
    public void other(String first, Integer second) {
        Log.w("acme-every", "acme-every.renamed is not implemented");
    }

    @JSMethod(uiThread = false)
    public String text() {
        Log.w("acme-every", "acme-every.text is not implemented");
        return "";
    }

    @JSMethod(uiThread = false)
    public Double number(Integer of) {
        Log.w("acme-every", "acme-every.number is not implemented");
        return 0.0;
    }

    @JSMethod(uiThread = false)
    public Integer whole() {
        Log.w("acme-every", "acme-every.whole is not implemented");
        return 0;
    }

    @JSMethod(uiThread = false)
    public Boolean truth() {
        Log.w("acme-every", "acme-every.truth is not implemented");
        return false;
    }

    @JSMethod(uiThread = false)
    public JSONObject point() {
        Log.w("acme-every", "acme-every.point is not implemented");
        return new JSONObject();
    }

    @JSMethod(uiThread = false)
    public JSONArray points() {
        Log.w("acme-every", "acme-every.points is not implemented");
        return new JSONArray();
    }

    @JSMethod(uiThread = false)
    public Object anything() {
        Log.w("acme-every", "acme-every.anything is not implemented");
        return null;
    }

    @JSMethod(uiThread = true, alias = "default")
    public void default_(String arg1, String arg2) {
        Log.w("acme-every", "acme-every.default is not implemented");
    }

    @JSMethod(uiThread = true, alias = "notify")
    public void notify_() {
        Log.w("acme-every", "acme-every.notify is not implemented");
    }

    @JSMethod(uiThread = true, alias = "toString")
    public void toString_() {
        Log.w("acme-every", "acme-every.toString is not implemented");
    }

    @JSMethod(uiThread = false)
    public void aside() {
        Log.w("acme-every", "acme-every.aside is not implemented");
    }
}
