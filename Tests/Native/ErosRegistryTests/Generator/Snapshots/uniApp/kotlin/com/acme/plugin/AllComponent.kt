package com.acme.plugin

import android.content.Context
import android.util.Log
import android.view.View
import com.alibaba.fastjson.JSONArray
import com.alibaba.fastjson.JSONObject
import io.dcloud.feature.uniapp.UniSDKInstance
import io.dcloud.feature.uniapp.annotation.UniJSMethod
import io.dcloud.feature.uniapp.ui.action.AbsComponentData
import io.dcloud.feature.uniapp.ui.component.AbsVContainer
import io.dcloud.feature.uniapp.ui.component.UniComponent
import io.dcloud.feature.uniapp.ui.component.UniComponentProp

/**
 * Pages show it with the tag acme-all.
 */
@Suppress("UNUSED_PARAMETER") // until the methods are implemented
class AllComponent(instance: UniSDKInstance, parent: AbsVContainer<*>?, data: AbsComponentData<*>) :
    UniComponent<View>(instance, parent, data) {

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
    @UniComponentProp(name = "a-text")
    fun setAText(value: String?) {
        aTextAttribute = value
    }

    @UniComponentProp(name = "number")
    fun setNumber(value: Double?) {
        numberAttribute = value
    }

    @UniComponentProp(name = "whole")
    fun setWhole(value: Int?) {
        wholeAttribute = value
    }

    @UniComponentProp(name = "truth")
    fun setTruth(value: Boolean?) {
        truthAttribute = value
    }

    @UniComponentProp(name = "point")
    fun setPoint(value: JSONObject?) {
        pointAttribute = value
    }

    @UniComponentProp(name = "points")
    fun setPoints(value: JSONArray?) {
        pointsAttribute = value
    }

    @UniComponentProp(name = "type")
    fun setType(value: Any?) {
        typeAttribute = value
    }

    @UniComponentProp(name = "_1")
    fun set_1(value: Any?) {
        _1Attribute = value
    }

    /** At the end */
    internal fun fireFinish(params: Map<String, Any?>) {
        fireEvent("finish", hashMapOf<String, Any?>("detail" to params))
    }

    @UniJSMethod(uiThread = true)
    fun zoom(factor: Double?) {
        Log.w("acme-all", "acme-all.zoom is not implemented")
    }

    @UniJSMethod(uiThread = false)
    fun size(): JSONObject {
        Log.w("acme-all", "acme-all.size is not implemented")
        return JSONObject()
    }
}
