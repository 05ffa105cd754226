plugins {
    id("com.android.application")
}

android {
    namespace = "com.example.weex"
    compileSdk = 35
    defaultConfig {
        applicationId = "com.example.weex"
        minSdk = 21
        targetSdk = 35
        versionCode = 1
        // Numbers with dots; releases name the lowest version that can run them.
        versionName = "1.0.0"
    }
    compileOptions {
        sourceCompatibility = JavaVersion.VERSION_1_8
        targetCompatibility = JavaVersion.VERSION_1_8
    }
}

dependencies {
    implementation("com.eros:eros-device:0.1.0")
    // JCenter, which had the Weex SDK, is closed: copy the AAR of your app to libs.
    implementation(fileTree("libs") { include("*.aar") })
    // The libraries that the Weex SDK uses.
    implementation("androidx.appcompat:appcompat:1.7.0")
    implementation("androidx.recyclerview:recyclerview:1.3.2")
    implementation("com.alibaba:fastjson:1.1.72.android")
}
