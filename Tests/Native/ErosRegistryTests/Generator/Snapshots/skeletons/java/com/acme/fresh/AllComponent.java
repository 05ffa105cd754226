package com.acme.fresh;

import android.content.Context;
import android.util.Log;
import android.view.View;
import com.alibaba.fastjson.JSONArray;
import com.alibaba.fastjson.JSONObject;
import com.taobao.weex.WXSDKInstance;
import com.taobao.weex.annotation.JSMethod;
import com.taobao.weex.ui.action.BasicComponentData;
import com.taobao.weex.ui.component.WXComponent;
import com.taobao.weex.ui.component.WXComponentProp;
import com.taobao.weex.ui.component.WXVContainer;
import java.util.Map;

/**
 * Pages show it with the tag acme-all.
 */
public class AllComponent extends WXComponent<View> {

    private String aTextAttribute;

    private Double numberAttribute;

    private Integer wholeAttribute;

    private Boolean truthAttribute;

    private JSONObject pointAttribute;

    private JSONArray pointsAttribute;

    private Object typeAttribute;

    private Object _1Attribute;

    public AllComponent(WXSDKInstance instance, WXVContainer parent, BasicComponentData data) {
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
    @WXComponentProp(name = "a-text")
    public void setAText(String value) {
        aTextAttribute = value;
    }

    @WXComponentProp(name = "number")
    public void setNumber(Double value) {
        numberAttribute = value;
    }

    @WXComponentProp(name = "whole")
    public void setWhole(Integer value) {
        wholeAttribute = value;
    }

    @WXComponentProp(name = "truth")
    public void setTruth(Boolean value) {
        truthAttribute = value;
    }

    @WXComponentProp(name = "point")
    public void setPoint(JSONObject value) {
        pointAttribute = value;
    }

    @WXComponentProp(name = "points")
    public void setPoints(JSONArray value) {
        pointsAttribute = value;
    }

    @WXComponentProp(name = "type")
    public void setType(Object value) {
        typeAttribute = value;
    }

    @WXComponentProp(name = "_1")
    public void set_1(Object value) {
        _1Attribute = value;
    }

    /** At the end */
    void fireFinish(Map<String, Object> params) {
        fireEvent("finish", params);
    }

    @JSMethod(uiThread = true)
    public void zoom(Double factor) {
        Log.w("acme-all", "acme-all.zoom is not implemented");
    }

    @JSMethod(uiThread = false)
    public JSONObject size() {
        Log.w("acme-all", "acme-all.size is not implemented");
        return new JSONObject();
    }
}
