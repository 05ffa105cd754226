package com.acme;

public final class ListCreator {
}
