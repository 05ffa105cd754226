package com.acme.fresh

import android.content.Context
import android.util.Log
import android.view.View
import com.alibaba.fastjson.JSONArray
import com.alibaba.fastjson.JSONObject
import com.taobao.weex.WXSDKInstance
import com.taobao.weex.annotation.JSMethod
import com.taobao.weex.ui.action.BasicComponentData
import com.taobao.weex.ui.component.WXComponent
import com.taobao.weex.ui.component.WXComponentProp
import com.taobao.weex.ui.component.WXVContainer

/**
 * Pages show it with the tag acme-all.
 */
@Suppress("UNUSED_PARAMETER") // until the methods are implemented
class AllComponent(instance: WXSDKInstance, parent: WXVContainer<*>?, data: BasicComponentData<*>) :
    WXComponent<View>(instance, parent, data) {

    private var aTextAttribute: String? = null

    private var numberAttribute: Double? = null

    private var wholeAttribute: Int? = null

    private var truthAttribute: Boolean? = null

    private var pointAttribute: JSONObject? = null

    private var pointsAttribute: JSONArray? = null

    private var typeAttribute: Any? = null

    private var _1Attribute: Any? = null

    override fun initComponentHostView(context: Context): View {
        return View(context)
    }

    override fun onHostViewInitialized(host: View) {
        super.onHostViewInitialized(host)
    }

    override fun onFinishLayout() {
        super.onFinishLayout()
    }

    override fun destroy() {
        super.destroy()
    }

    /** Called for each style and attribute without a setter. */
    override fun setProperty(key: String, value: Any?): Boolean {
        return super.setProperty(key, value)
    }

    /** Called when a page adds a listener. */
    override fun addEvent(type: String) {
        super.addEvent(type)
    }

    override fun removeEventFromView(type: String) {
        super.removeEventFromView(type)
    }

    /** What * / it says */
    @WXComponentProp(name = "a-text")
    fun setAText(value: String?) {
        aTextAttribute = value
    }

    @WXComponentProp(name = "number")
    fun setNumber(value: Double?) {
        numberAttribute = value
    }

    @WXComponentProp(name = "whole")
    fun setWhole(value: Int?) {
        wholeAttribute = value
    }

    @WXComponentProp(name = "truth")
    fun setTruth(value: Boolean?) {
        truthAttribute = value
    }

    @WXComponentProp(name = "point")
    fun setPoint(value: JSONObject?) {
        pointAttribute = value
    }

    @WXComponentProp(name = "points")
    fun setPoints(value: JSONArray?) {
        pointsAttribute = value
    }

    @WXComponentProp(name = "type")
    fun setType(value: Any?) {
        typeAttribute = value
    }

    @WXComponentProp(name = "_1")
    fun set_1(value: Any?) {
        _1Attribute = value
    }

    /** At the end */
    internal fun fireFinish(params: Map<String, Any?>) {
        fireEvent("finish", params)
    }

    @JSMethod(uiThread = true)
    fun zoom(factor: Double?) {
        Log.w("acme-all", "acme-all.zoom is not implemented")
    }

    @JSMethod(uiThread = false)
    fun size(): JSONObject {
        Log.w("acme-all", "acme-all.size is not implemented")
        return JSONObject()
    }
}
