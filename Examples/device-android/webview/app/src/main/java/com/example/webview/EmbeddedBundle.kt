package com.example.webview

import android.content.res.AssetManager
import com.eros.device.BundleFiles
import java.io.File
import java.io.FileOutputStream
import java.io.IOException

/**
 * The bundle and the root metadata in the assets of the app.
 *
 * @param folder the folder of the copies, which contains nothing else
 * @param updateTime the time when the app was installed or updated
 */
class EmbeddedBundle(
    private val assets: AssetManager, private val folder: File, private val updateTime: Long
) {
    /** Returns the files of the bundle, and copies them in the first start of an installed app. */
    fun files() = BundleFiles(copy("bundle.zip"), copy("bundle.config"))

    /** Returns the root metadata of the release store. */
    fun root(): ByteArray = assets.open("root.json").use { it.readBytes() }

    /** Returns an asset as a file, because assets are not files. */
    private fun copy(name: String): File {
        val copy = File(folder, "$updateTime-$name")
        if (copy.exists()) return copy
        if (!folder.isDirectory && !folder.mkdirs()) throw IOException("cannot create $folder")
        deleteOldCopies()
        val unfinished = File("$copy.tmp")
        FileOutputStream(unfinished).use { output ->
            assets.open(name).use { it.copyTo(output) }
            // Otherwise, the file may be empty after a power cut, with its final name.
            output.fd.sync()
        }
        if (!unfinished.renameTo(copy)) throw IOException("cannot rename $unfinished")
        return copy
    }

    private fun deleteOldCopies() {
        val files = folder.listFiles() ?: throw IOException("cannot list $folder")
        for (file in files) {
            if (!file.name.startsWith("$updateTime-") && !file.delete()) {
                throw IOException("cannot delete $file")
            }
        }
    }
}
