package com.acme.plugin;

import android.content.Context;
import android.util.Log;
import android.view.View;
import com.alibaba.fastjson.JSONArray;
import com.alibaba.fastjson.JSONObject;
import io.dcloud.feature.uniapp.UniSDKInstance;
import io.dcloud.feature.uniapp.annotation.UniJSMethod;
import io.dcloud.feature.uniapp.ui.action.AbsComponentData;
import io.dcloud.feature.uniapp.ui.component.AbsVContainer;
import io.dcloud.feature.uniapp.ui.component.UniComponent;
import io.dcloud.feature.uniapp.ui.component.UniComponentProp;
import java.util.HashMap;
import java.util.Map;

/**
 * Pages show it with the tag acme-all.
 */
public class AllComponent extends UniComponent<View> {

    private String aTextAttribute;

    private Double numberAttribute;

    private Integer wholeAttribute;

    private Boolean truthAttribute;

    private JSONObject pointAttribute;

    private JSONArray pointsAttribute;

    private Object typeAttribute;

    private Object _1Attribute;

    public AllComponent(UniSDKInstance instance, AbsVContainer parent, AbsComponentData data) {
        super(instance, parent, data);
    }

    @Override
    protected View initComponentHostView(Context context) {
        return new View(context);
    }

    @Override
    protected void onHostViewInitialized(View host) {
        super.onHostViewInitialized(host);
    }

    @Override
    protected void onFinishLayout() {
        super.onFinishLayout();
    }

    @Override
    public void destroy() {
        super.destroy();
    }

    /** Called for each style and attribute without a setter. */
    @Override
    protected boolean setProperty(String key, Object value) {
        return super.setProperty(key, value);
    }

    /** Called when a page adds a listener. */
    @Override
    public void addEvent(String type) {
        super.addEvent(type);
    }

    @Override
    protected void removeEventFromView(String type) {
        super.removeEventFromView(type);
    }

    /** What * / it says */
    @UniComponentProp(name = "a-text")
    public void setAText(String value) {
        aTextAttribute = value;
    }

    @UniComponentProp(name = "number")
    public void setNumber(Double value) {
        numberAttribute = value;
    }

    @UniComponentProp(name = "whole")
    public void setWhole(Integer value) {
        wholeAttribute = value;
    }

    @UniComponentProp(name = "truth")
    public void setTruth(Boolean value) {
        truthAttribute = value;
    }

    @UniComponentProp(name = "point")
    public void setPoint(JSONObject value) {
        pointAttribute = value;
    }

    @UniComponentProp(name = "points")
    public void setPoints(JSONArray value) {
        pointsAttribute = value;
    }

    @UniComponentProp(name = "type")
    public void setType(Object value) {
        typeAttribute = value;
    }

    @UniComponentProp(name = "_1")
    public void set_1(Object value) {
        _1Attribute = value;
    }

    /** At the end */
    void fireFinish(Map<String, Object> params) {
        Map<String, Object> event = new HashMap<>();
        event.put("detail", params);
        fireEvent("finish", event);
    }

    @UniJSMethod(uiThread = true)
    public void zoom(Double factor) {
        Log.w("acme-all", "acme-all.zoom is not implemented");
    }

    @UniJSMethod(uiThread = false)
    public JSONObject size() {
        Log.w("acme-all", "acme-all.size is not implemented");
        return new JSONObject();
    }
}
