package com.acme.plugin.`in`

import io.dcloud.feature.uniapp.common.UniModule

/**
 * Pages get it with uni.requireNativePlugin('Acme-Nothing').
 */
class NothingModule : UniModule() {
}
