package com.example.device;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;

/** Stands for a web view: a page that contains {@code throw} never appears. */
final class WebView {
  private final Log log;

  WebView(Log log) {
    this.log = log;
  }

  /** Shows the first page in a folder, and calls {@code onShown} when it has appeared. */
  void show(File folder, Runnable onShown) throws IOException {
    File page = new File(folder, "pages/home/index.js");
    String code = new String(Files.readAllBytes(page.toPath()), StandardCharsets.UTF_8);
    if (code.contains("throw")) {
      log.line("page broken");
      return;
    }
    log.line("page " + code.trim());
    onShown.run();
  }
}
