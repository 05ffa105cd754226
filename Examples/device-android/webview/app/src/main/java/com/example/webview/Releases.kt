package com.example.webview

import android.util.Log
import com.eros.device.DeviceOptions
import com.eros.device.ErosDevice
import com.eros.device.ErosException
import com.eros.device.FetchOptions
import com.eros.device.Launch
import com.eros.device.LaunchKind
import com.eros.device.Transport
import com.eros.device.UrlConnectionTransport
import java.io.File

/**
 * The releases of the app's pages. A process has one object, whose methods run on a background thread.
 *
 * @param folder a folder that is not in a backup
 * @param fallbackFolder a folder for the embedded bundle if the releases cannot be used
 * @param version the version of the app, which is numbers with dots
 */
class Releases(
    folder: File, private val fallbackFolder: File, version: String, private val embedded: EmbeddedBundle
) {
    private val device = ErosDevice.open(DeviceOptions(folder).appVersion(version))
    /** The device of the launch: [device], or one with the embedded bundle only. */
    private var active = device
    private var launch: Launch? = null
    /** The token of the release, until its first page has appeared or failed. */
    private var token: String? = null

    /** Returns the folder of the pages to show. Launches only once, because each launch of a trial counts. */
    @Synchronized
    fun folder(): File = (launch ?: launchRelease()).folder

    private fun launchRelease(): Launch {
        val start = System.nanoTime()
        val result = try {
            active = device
            device.launch(embedded.files(), LaunchKind.FOREGROUND)
        } catch (error: ErosException) {
            // For example, a later version of the app has written the folder. The next start tries again.
            Log.w(TAG, "The releases cannot be used now", error)
            active = ErosDevice.open(DeviceOptions(fallbackFolder))
            active.launch(embedded.files(), LaunchKind.FOREGROUND)
        }
        launch = result
        token = result.token
        val time = (System.nanoTime() - start) / 1000000
        Log.i(TAG, "Launched ${result.release} (${result.reason}) in $time ms: ${result.folder}")
        result.failure?.let { Log.w(TAG, "The launch is incomplete", it) }
        return result
    }

    /** Confirms the release on trial, because its first page has appeared. */
    @Synchronized
    fun confirm() {
        val token = token ?: return
        try {
            Log.i(TAG, "Confirmed: ${active.confirm(token)}")
            this.token = null
        } catch (error: ErosException) {
            Log.w(TAG, "The release is not confirmed", error)
        }
    }

    /**
     * Blocks the release if its first page has failed during the trial.
     *
     * @return whether [folder] now returns the folder of another release
     */
    @Synchronized
    fun block(reason: String, errorClass: String?): Boolean {
        val token = token ?: return false
        return try {
            active.failed(token, reason, errorClass, null)
            this.token = null
            launch = null
            true
        } catch (error: ErosException) {
            Log.w(TAG, "The failure is not recorded", error)
            false
        }
    }

    /** Returns to the confirmed release before this one, whose folder [folder] then returns. */
    @Synchronized
    fun rollBack() {
        active.rollBack(null)
        launch = null
    }

    /**
     * Stages the newest release for the next start of the app.
     *
     * Not synchronized, because a fetch waits for the network.
     */
    fun update(options: FetchOptions, transport: Transport = UrlConnectionTransport()) {
        try {
            Log.i(TAG, "Checked for an update: ${device.fetch(options, transport)}")
        } catch (error: ErosException) {
            // Without a network, the app continues with its release.
            Log.w(TAG, "No update", error)
        }
    }

    private companion object {
        const val TAG = "Releases"
    }
}
