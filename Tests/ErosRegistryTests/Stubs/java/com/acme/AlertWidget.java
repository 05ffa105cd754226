package com.acme;

public final class AlertWidget {
}
