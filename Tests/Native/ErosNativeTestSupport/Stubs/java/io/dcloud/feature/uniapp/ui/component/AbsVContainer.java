package io.dcloud.feature.uniapp.ui.component;

import android.view.View;
import com.taobao.weex.ui.component.WXComponent;

public abstract class AbsVContainer<T extends View> extends WXComponent<T> {
}
