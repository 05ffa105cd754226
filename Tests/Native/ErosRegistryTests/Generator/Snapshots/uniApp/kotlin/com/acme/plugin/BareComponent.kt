package com.acme.plugin

import android.content.Context
import android.view.View
import io.dcloud.feature.uniapp.UniSDKInstance
import io.dcloud.feature.uniapp.ui.action.AbsComponentData
import io.dcloud.feature.uniapp.ui.component.AbsVContainer
import io.dcloud.feature.uniapp.ui.component.UniComponent

/**
 * Pages show it with the tag acme-bare.
 */
class BareComponent(instance: UniSDKInstance, parent: AbsVContainer<*>?, data: AbsComponentData<*>) :
    UniComponent<View>(instance, parent, data) {

    override fun initComponentHostView(context: Context): View {
        return View(context)
    }

    override fun onHostViewInitialized(host: View) {
        super.onHostViewInitialized(host)
    }
}
