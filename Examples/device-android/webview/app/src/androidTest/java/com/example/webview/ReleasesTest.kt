package com.example.webview

import androidx.test.ext.junit.runners.AndroidJUnit4
import androidx.test.platform.app.InstrumentationRegistry
import com.eros.device.FetchOptions
import com.eros.device.Transport
import java.io.File
import java.io.FileNotFoundException
import org.junit.Assert.assertEquals
import org.junit.Assert.assertNotEquals
import org.junit.Assert.assertTrue
import org.junit.Test
import org.junit.runner.RunWith

/** Starts the app without its screen. The assets of the tests have a store with an update of the bundle in the app. */
@RunWith(AndroidJUnit4::class)
class ReleasesTest {
    private val app = InstrumentationRegistry.getInstrumentation().targetContext
    private val assets = InstrumentationRegistry.getInstrumentation().context.assets
    private val folder = File(app.noBackupFilesDir, "test").apply {
        deleteRecursively()
        mkdirs()
    }
    private val copies = File(folder, "embedded")
    private val embedded = EmbeddedBundle(app.assets, copies, 1)

    private val transport = Transport { request, response ->
        try {
            val bytes = assets.open("store/" + request.url.removePrefix("$STORE/")).use { it.readBytes() }
            if (response.head(200, emptyList())) response.body(bytes, 0, bytes.size)
        } catch (error: FileNotFoundException) {
            response.head(404, emptyList())
        }
    }

    private fun start() = Releases(File(folder, "releases"), File(folder, "fallback"), "1.0.0", embedded)

    private fun update(releases: Releases) =
        releases.update(FetchOptions(STORE, CHANNEL).root(embedded.root()), transport)

    @Test
    fun copiesTheBundleOnce() {
        embedded.files()
        val first = copies.listFiles().orEmpty().map { it.name to it.lastModified() }.toSet()
        embedded.files()
        val second = copies.listFiles().orEmpty().map { it.name to it.lastModified() }.toSet()
        assertEquals(setOf("1-bundle.zip", "1-bundle.config"), first.map { it.first }.toSet())
        assertEquals(first, second)
    }

    @Test
    fun copiesTheBundleOfAnUpdateOfTheApp() {
        embedded.files()
        EmbeddedBundle(app.assets, copies, 2).files()
        assertEquals(setOf("2-bundle.zip", "2-bundle.config"), copies.list().orEmpty().toSet())
    }

    @Test
    fun runsAnUpdateInTheNextStart() {
        val first = start()
        val pages = first.folder()
        assertTrue(File(pages, "pages/home/index.js").isFile)
        first.confirm()
        update(first)
        val second = start()
        assertNotEquals(pages, second.folder())
        second.confirm()
        assertEquals(second.folder(), start().folder())
    }

    @Test
    fun returnsToTheBundleIfTheUpdateFails() {
        val first = start()
        val pages = first.folder()
        first.confirm()
        update(first)
        val second = start()
        assertNotEquals(pages, second.folder())
        assertTrue(second.block("the page throws", "Error"))
        assertEquals(pages, second.folder())
    }

    private companion object {
        const val STORE = "https://example.org/releases"
        const val CHANNEL = "hello-eros/production"
    }
}
