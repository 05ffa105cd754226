package com.acme.plugin;

import android.util.Log;
import com.alibaba.fastjson.JSONArray;
import com.alibaba.fastjson.JSONObject;
import io.dcloud.feature.uniapp.annotation.UniJSMethod;
import io.dcloud.feature.uniapp.bridge.UniJSCallback;
import io.dcloud.feature.uniapp.common.UniModule;

/**
 * Ends * / here / * and // there, /u0022 $x ]]>   😀
 *
 * Pages get it with uni.requireNativePlugin('Acme-Every').
 */
public class EveryModule extends UniModule {

    /** One * / of each */
    @UniJSMethod(uiThread = true)
    public void types(String a, Double b, Integer c, Boolean d, JSONObject e, JSONObject f, JSONObject g, JSONArray h, Object i, UniJSCallback j, UniJSCallback k) {
        Log.w("Acme-Every", "Acme-Every.types is not implemented");
    }

    @UniJSMethod(uiThread = true)
    public void optional(String a, Double b, Integer c, Boolean d, JSONObject e, JSONArray f, Object g, UniJSCallback done) {
        Log.w("Acme-Every", "Acme-Every.optional is not implemented");
    }

    /** Deprecated. */
    @UniJSMethod(uiThread = true)
    public void words(String class_, String in, String id, String fun, String func, String class__) {
        Log.w("Acme-Every", "Acme-Every.words is not implemented");
    }

    @UniJSMethod(uiThread = true, alias = "renamed")
    public void other(String first, Integer second) {
        Log.w("Acme-Every", "Acme-Every.renamed is not implemented");
    }

    @UniJSMethod(uiThread = false)
    public String text() {
        Log.w("Acme-Every", "Acme-Every.text is not implemented");
        return "";
    }

    @UniJSMethod(uiThread = false)
    public Double number(Integer of) {
        Log.w("Acme-Every", "Acme-Every.number is not implemented");
        return 0.0;
    }

    @UniJSMethod(uiThread = false)
    public Integer whole() {
        Log.w("Acme-Every", "Acme-Every.whole is not implemented");
        return 0;
    }

    @UniJSMethod(uiThread = false)
    public Boolean truth() {
        Log.w("Acme-Every", "Acme-Every.truth is not implemented");
        return false;
    }

    @UniJSMethod(uiThread = false)
    public JSONObject point() {
        Log.w("Acme-Every", "Acme-Every.point is not implemented");
        return new JSONObject();
    }

    @UniJSMethod(uiThread = false)
    public JSONArray points() {
        Log.w("Acme-Every", "Acme-Every.points is not implemented");
        return new JSONArray();
    }

    @UniJSMethod(uiThread = false)
    public Object anything() {
        Log.w("Acme-Every", "Acme-Every.anything is not implemented");
        return null;
    }

    @UniJSMethod(uiThread = true, alias = "default")
    public void default_(String arg1, String arg2) {
        Log.w("Acme-Every", "Acme-Every.default is not implemented");
    }

    @UniJSMethod(uiThread = true, alias = "notify")
    public void notify_() {
        Log.w("Acme-Every", "Acme-Every.notify is not implemented");
    }

    @UniJSMethod(uiThread = true, alias = "toString")
    public void toString_() {
        Log.w("Acme-Every", "Acme-Every.toString is not implemented");
    }

    @UniJSMethod(uiThread = false)
    public void aside() {
        Log.w("Acme-Every", "Acme-Every.aside is not implemented");
    }
}
