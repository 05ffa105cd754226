package io.dcloud.feature.uniapp.ui.component;

public @interface UniComponentProp {
    String name();
}
