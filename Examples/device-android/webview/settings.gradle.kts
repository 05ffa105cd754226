pluginManagement {
    repositories {
        google()
        mavenCentral()
        gradlePluginPortal()
    }
}

dependencyResolutionManagement {
    repositories {
        // The Maven folder of eros, beside this file or as -Peros.maven=FOLDER.
        maven { url = uri(providers.gradleProperty("eros.maven").getOrElse("maven")) }
        google()
        mavenCentral()
    }
}

rootProject.name = "WebViewHost"
include(":app")
