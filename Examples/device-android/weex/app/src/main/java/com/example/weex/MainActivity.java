package com.example.weex;

import android.app.Activity;
import android.app.AlertDialog;
import android.content.pm.PackageInfo;
import android.content.pm.PackageManager;
import android.net.Uri;
import android.os.Bundle;
import android.util.Log;
import android.view.View;
import android.view.ViewGroup;
import android.widget.FrameLayout;
import android.widget.ProgressBar;
import com.eros.device.ErosException;
import com.eros.device.FetchOptions;
import com.eros.device.FetchStep;
import com.taobao.weex.IWXRenderListener;
import com.taobao.weex.InitConfig;
import com.taobao.weex.WXSDKEngine;
import com.taobao.weex.WXSDKInstance;
import com.taobao.weex.common.WXRenderStrategy;
import java.io.File;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Shows the pages of a release with Weex, and fetches the next release. */
public final class MainActivity extends Activity implements IWXRenderListener {
  private static final String STORE = "https://example.org/releases";
  private static final String CHANNEL = "my-app/production";
  /** The server that counts updates, or {@code null} if there is none. */
  private static final String REPORTS = "https://example.org/reports";

  private static final String FIRST_PAGE = "pages/home/index.js";
  private static final String TAG = "MainActivity";

  // A rotation creates the activity again, and the release of the process stays.
  private static EmbeddedBundle embedded;
  private static Releases releases;
  private static final ExecutorService worker = Executors.newSingleThreadExecutor();

  private FrameLayout layout;
  private ProgressBar progress;
  private WXSDKInstance instance;
  /** Whether the page of {@link #instance} has appeared. */
  private boolean hasAppeared;
  private View page;

  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    // An app with Weex already does this when it starts.
    WXSDKEngine.initialize(getApplication(), new InitConfig.Builder().build());
    layout = new FrameLayout(this);
    progress = new ProgressBar(this, null, android.R.attr.progressBarStyleHorizontal);
    layout.addView(
        progress,
        new ViewGroup.LayoutParams(
            ViewGroup.LayoutParams.MATCH_PARENT, ViewGroup.LayoutParams.WRAP_CONTENT));
    progress.setVisibility(View.GONE);
    setContentView(layout);
    boolean isFirst = releases == null;
    if (isFirst) openReleases();
    showPages();
    if (isFirst) {
      // After the launch, which must not wait for the network.
      worker.execute(() -> new Thread(this::update).start());
    }
  }

  @Override
  protected void onDestroy() {
    if (instance != null) instance.destroy();
    instance = null;
    super.onDestroy();
  }

  private void openReleases() {
    try {
      PackageInfo app = getPackageManager().getPackageInfo(getPackageName(), 0);
      File folder = getNoBackupFilesDir();
      embedded =
          new EmbeddedBundle(getAssets()::open, new File(folder, "embedded"), app.lastUpdateTime);
      releases =
          new Releases(
              new File(folder, "releases"), new File(getCacheDir(), "releases"), app.versionName,
              embedded);
    } catch (ErosException | PackageManager.NameNotFoundException error) {
      throw new IllegalStateException("The versionName must be numbers with dots", error);
    }
  }

  // Pages

  private void showPages() {
    worker.execute(
        () -> {
          try {
            File folder = releases.folder();
            onScreen(() -> show(folder));
          } catch (ErosException | IOException error) {
            Log.e(TAG, "No release can run", error);
            onScreen(this::offerRollback);
          }
        });
  }

  private void show(File folder) {
    if (instance != null) instance.destroy();
    instance = new WXSDKInstance(this);
    hasAppeared = false;
    instance.registerRenderListener(this);
    Map<String, Object> options = new HashMap<>();
    String url = Uri.fromFile(new File(folder, FIRST_PAGE)).toString();
    instance.renderByUrl("home", url, options, null, WXRenderStrategy.APPEND_ASYNC);
  }

  private void pageFailed(String reason, String stack) {
    worker.execute(
        () -> {
          if (releases.block(reason, null, stack)) {
            showPages();
          } else {
            onScreen(this::offerRollback);
          }
        });
  }

  private void offerRollback() {
    new AlertDialog.Builder(this)
        .setTitle("The page cannot be shown")
        .setPositiveButton("Try again", (dialog, button) -> showPages())
        .setNegativeButton("Use the previous version", (dialog, button) -> rollBack())
        .show();
  }

  private void rollBack() {
    worker.execute(
        () -> {
          try {
            releases.rollBack();
          } catch (ErosException error) {
            Log.w(TAG, "There is no previous version", error);
          }
          showPages();
        });
  }

  /** Runs an action on the main thread, unless the activity has ended. */
  private void onScreen(Runnable action) {
    runOnUiThread(
        () -> {
          if (!isFinishing() && !isDestroyed()) action.run();
        });
  }

  // Updates

  private void update() {
    try {
      releases.update(
          new FetchOptions(STORE, CHANNEL)
              .root(embedded.root())
              .reportUrl(REPORTS)
              .progress(this::showProgress));
    } catch (IOException error) {
      Log.e(TAG, "The root metadata cannot be read", error);
    }
    onScreen(() -> progress.setVisibility(View.GONE));
  }

  private void showProgress(FetchStep step, long received, long total) {
    if (step != FetchStep.DOWNLOAD || total == 0) return;
    onScreen(
        () -> {
          progress.setVisibility(View.VISIBLE);
          progress.setProgress((int) (received * 100 / total));
        });
  }

  // Weex

  @Override
  public void onViewCreated(WXSDKInstance instance, View view) {
    if (instance != this.instance) return;
    if (page != null) layout.removeView(page);
    page = view;
    layout.addView(view, 0);
  }

  @Override
  public void onRenderSuccess(WXSDKInstance instance, int width, int height) {
    if (instance != this.instance) return;
    hasAppeared = true;
    worker.execute(releases::confirm);
  }

  @Override
  public void onRefreshSuccess(WXSDKInstance instance, int width, int height) {}

  @Override
  public void onException(WXSDKInstance instance, String code, String message) {
    Log.w(TAG, "Weex reports " + code + ": " + message);
    // A page of the release before may still report, and later errors are the concern of the pages.
    if (instance == this.instance && !hasAppeared) pageFailed(code, message);
  }
}
