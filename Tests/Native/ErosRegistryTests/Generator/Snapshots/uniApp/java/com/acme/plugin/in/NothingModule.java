package com.acme.plugin.in;

import io.dcloud.feature.uniapp.common.UniModule;

/**
 * Pages get it with uni.requireNativePlugin('Acme-Nothing').
 */
public class NothingModule extends UniModule {
}
