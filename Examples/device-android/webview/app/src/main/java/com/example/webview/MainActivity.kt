package com.example.webview

import android.annotation.SuppressLint
import android.app.Activity
import android.app.AlertDialog
import android.os.Bundle
import android.util.Log
import android.view.View
import android.view.ViewGroup
import android.webkit.ConsoleMessage
import android.webkit.WebChromeClient
import android.webkit.WebResourceRequest
import android.webkit.WebResourceResponse
import android.webkit.WebView
import android.webkit.WebViewClient
import android.widget.FrameLayout
import android.widget.ProgressBar
import androidx.webkit.WebViewAssetLoader
import com.eros.device.ErosException
import com.eros.device.FetchOptions
import com.eros.device.FetchStep
import java.io.File
import java.io.IOException
import java.util.concurrent.Executors

/** Shows the pages of a release in a web view, and fetches the next release. */
class MainActivity : Activity() {
    private lateinit var layout: FrameLayout
    private lateinit var progress: ProgressBar
    private var pages: WebView? = null

    override fun onCreate(state: Bundle?) {
        super.onCreate(state)
        layout = FrameLayout(this)
        progress = ProgressBar(this, null, android.R.attr.progressBarStyleHorizontal)
        progress.visibility = View.GONE
        layout.addView(
            progress,
            ViewGroup.LayoutParams(ViewGroup.LayoutParams.MATCH_PARENT, ViewGroup.LayoutParams.WRAP_CONTENT)
        )
        setContentView(layout)
        val isFirst = releases == null
        val releases = releases ?: openReleases()
        showPages(releases)
        // After the launch, which must not wait for the network.
        if (isFirst) worker.execute { Thread { update(releases) }.start() }
    }

    override fun onDestroy() {
        pages?.destroy()
        pages = null
        super.onDestroy()
    }

    private fun openReleases(): Releases {
        val app = packageManager.getPackageInfo(packageName, 0)
        // The name is an error of `ErosDevice.open` unless it is numbers with dots.
        val version = requireNotNull(app.versionName) { "the app has no versionName" }
        val embedded = EmbeddedBundle(assets, File(noBackupFilesDir, "embedded"), app.lastUpdateTime)
        val releases =
            Releases(File(noBackupFilesDir, "releases"), File(cacheDir, "releases"), version, embedded)
        Companion.embedded = embedded
        Companion.releases = releases
        return releases
    }

    // Pages

    private fun showPages(releases: Releases) {
        worker.execute {
            try {
                val folder = releases.folder()
                onScreen { show(folder, releases) }
            } catch (error: ErosException) {
                launchFailed(error, releases)
            } catch (error: IOException) {
                launchFailed(error, releases)
            }
        }
    }

    private fun launchFailed(error: Exception, releases: Releases) {
        Log.e(TAG, "No release can run", error)
        onScreen { offerRollback(releases) }
    }

    @SuppressLint("SetJavaScriptEnabled")
    private fun show(folder: File, releases: Releases) {
        pages?.let {
            layout.removeView(it)
            it.destroy()
        }
        // A new view, because the one before may still report errors of its release.
        val view = WebView(this)
        view.settings.javaScriptEnabled = true
        view.settings.allowFileAccess = false
        val page = Page(folder, releases)
        view.setWebViewClient(page)
        view.setWebChromeClient(page.console)
        pages = view
        layout.addView(view, 0)
        if (File(folder, FIRST_PAGE).isFile) view.loadUrl(ORIGIN + FIRST_PAGE)
        else page.failed("$FIRST_PAGE is missing", null)
    }

    /** The first page of a release in a web view. */
    private inner class Page(folder: File, private val releases: Releases) : WebViewClient() {
        private var hasAppeared = false
        private var hasFailed = false
        private val files = WebViewAssetLoader.Builder()
            .addPathHandler(
                "/", WebViewAssetLoader.InternalStoragePathHandler(applicationContext, folder))
            .build()

        /** Finds errors of scripts in the messages of the console. */
        val console = object : WebChromeClient() {
            override fun onConsoleMessage(message: ConsoleMessage): Boolean {
                val error = UNCAUGHT.find(message.message()) ?: return false
                // Later errors are the concern of the pages.
                if (!hasAppeared) failed(message.message(), error.groupValues[1])
                return false
            }
        }

        override fun shouldInterceptRequest(
            view: WebView, request: WebResourceRequest
        ): WebResourceResponse? = files.shouldInterceptRequest(request.url)

        override fun onPageFinished(view: WebView, url: String) {
            // Also called after an error.
            if (hasFailed) return
            hasAppeared = true
            worker.execute(releases::confirm)
        }

        /** Newer systems call this as well, for the page but not for its images. */
        @Deprecated("The replacement does not exist before API level 23.")
        override fun onReceivedError(view: WebView, code: Int, description: String, url: String) =
            failed("$description: $url", null)

        fun failed(reason: String, errorClass: String?) {
            if (hasFailed) return
            hasFailed = true
            Log.w(TAG, "The page has failed: $reason")
            worker.execute {
                if (releases.block(reason, errorClass)) showPages(releases)
                else onScreen { offerRollback(releases) }
            }
        }
    }

    private fun offerRollback(releases: Releases) {
        AlertDialog.Builder(this)
            .setTitle("The page cannot be shown")
            .setPositiveButton("Try again") { _, _ -> showPages(releases) }
            .setNegativeButton("Use the previous version") { _, _ -> rollBack(releases) }
            .show()
    }

    private fun rollBack(releases: Releases) {
        worker.execute {
            try {
                releases.rollBack()
            } catch (error: ErosException) {
                Log.w(TAG, "There is no previous version", error)
            }
            showPages(releases)
        }
    }

    /** Runs an action on the main thread, unless the activity has ended. */
    private fun onScreen(action: () -> Unit) =
        runOnUiThread { if (!isFinishing && !isDestroyed) action() }

    // Updates

    private fun update(releases: Releases) {
        try {
            val root = embedded?.root() ?: return
            releases.update(
                FetchOptions(STORE, CHANNEL).root(root).reportUrl(REPORTS).progress(::showProgress))
        } catch (error: IOException) {
            Log.e(TAG, "The root metadata cannot be read", error)
        }
        onScreen { progress.visibility = View.GONE }
    }

    private fun showProgress(step: FetchStep, received: Long, total: Long) {
        if (step != FetchStep.DOWNLOAD || total == 0L) return
        onScreen {
            progress.visibility = View.VISIBLE
            progress.progress = (received * 100 / total).toInt()
        }
    }

    private companion object {
        const val STORE = "https://example.org/releases"
        const val CHANNEL = "my-app/production"
        /** The server that counts updates. */
        const val REPORTS = "https://example.org/reports"

        const val FIRST_PAGE = "index.html"
        /** The origin of the pages, which `WebViewAssetLoader` defines. */
        const val ORIGIN = "https://appassets.androidplatform.net/"
        const val TAG = "MainActivity"
        val UNCAUGHT = Regex("""^Uncaught (?:\(in promise\) )?(\w+)""")

        // A rotation creates the activity again, and the release of the process stays.
        var embedded: EmbeddedBundle? = null
        var releases: Releases? = null
        val worker = Executors.newSingleThreadExecutor()
    }
}
