package io.dcloud.feature.uniapp.ui.action;

import android.view.View;

public abstract class AbsComponentData<T extends View> {
}
