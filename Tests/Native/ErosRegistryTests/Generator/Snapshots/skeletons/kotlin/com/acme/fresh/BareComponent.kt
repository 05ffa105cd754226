package com.acme.fresh

import android.content.Context
import android.view.View
import com.taobao.weex.WXSDKInstance
import com.taobao.weex.ui.action.BasicComponentData
import com.taobao.weex.ui.component.WXComponent
import com.taobao.weex.ui.component.WXVContainer

/**
 * Pages show it with the tag acme-bare.
 */
class BareComponent(instance: WXSDKInstance, parent: WXVContainer<*>?, data: BasicComponentData<*>) :
    WXComponent<View>(instance, parent, data) {

    override fun initComponentHostView(context: Context): View {
        return View(context)
    }

    override fun onHostViewInitialized(host: View) {
        super.onHostViewInitialized(host)
    }
}
