package com.example.device;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;

/** As much of {@code android.app.Activity} as the sample uses. */
abstract class Activity {
  private File filesDir;
  private File assets;

  /** Gives the activity the storage and the assets of its app, before {@link #onCreate}. */
  final void attach(File filesDir, File assets) {
    this.filesDir = filesDir;
    this.assets = assets;
  }

  final File getFilesDir() {
    return filesDir;
  }

  /** Opens a file that ships with the app; on Android, {@code getAssets().open(name)}. */
  final InputStream openAsset(String name) throws IOException {
    return new FileInputStream(new File(assets, name));
  }

  abstract void onCreate();

  abstract void onDestroy();
}
