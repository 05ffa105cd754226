package com.eros.device;

import static com.eros.device.Vectors.bytes;
import static com.eros.device.Vectors.list;
import static com.eros.device.Vectors.vectors;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.List;
import org.junit.Test;

/** The vectors of signatures and metadata. */
public final class TrustVectorTest {
  // Signatures

  @Test
  public void signaturesHaveTheirVerdict() throws Exception {
    for (JsonValue item : list(vectors("signatures.json"), "signatures")) {
      JsonObject vector = item.object();
      byte[] key = bytes(vector.get("key"));
      boolean isEd25519 = vector.get("algorithm").string().equals("ed25519");
      PublicKey opened =
          isEd25519 ? PublicKey.ed25519(Hex.encode(key)) : PublicKey.pem(TestRepository.pem(key));
      boolean isValid =
          opened != null && opened.isValid(bytes(vector.get("signature")), bytes(vector.get("message")));
      assertEquals(vector.get("name").string(), vector.get("valid").bool(), isValid);
    }
  }

  // Metadata

  @Test
  public void devicesTrustTheSameFiles() throws Exception {
    JsonObject root = vectors("metadata.json");
    List<JsonValue> files = list(root, "files");
    for (JsonValue item : list(root, "histories")) {
      JsonObject history = item.object();
      byte[] pinned = history.has("root") ? file(files, history.get("root")) : null;
      TestDevice device = new TestDevice(pinned);
      int number = 0;
      for (JsonValue vector : history.get("updates").array()) {
        number++;
        update(device, vector.object(), files, history.get("name").string() + ", update " + number);
      }
    }
  }

  private static byte[] file(List<JsonValue> files, JsonValue index) {
    return Utf8.encode(files.get(index.integer().intValue()).string());
  }

  private static void update(TestDevice device, JsonObject vector, List<JsonValue> files, String name)
      throws Exception {
    JsonObject paths = vector.get("files").object();
    // A lambda would not follow the name that bindings/android/shrink gives the method.
    MetadataSource source = new MetadataSource() {
      @Override
      public Response read(String path, int limit) {
        return paths.has(path) ? Response.of(file(files, paths.get(path)), null) : Response.MISSING;
      }
    };
    device.now = vector.get("now").integer();
    JsonObject error = vector.has("error") ? vector.get("error").object() : null;
    try {
      TrustUpdate update = new TrustUpdate(source, device, device.pinnedRoot, device.now, device.limits);
      update.refresh();
      TargetFile found = vector.has("find") ? update.find(vector.get("find").string()) : null;
      assertEquals(name, error, null);
      assertEquals(name, vector.has("found"), found != null);
      if (found != null) checkFound(name, vector.get("found").object(), update, found);
    } catch (TrustException thrown) {
      assertEquals(name, error == null ? null : error.get("code").string(), thrown.kind.text);
      String file = error.has("file") ? error.get("file").string() : "";
      assertTrue(name + ": " + thrown.getMessage(), thrown.getMessage().contains(file));
    }
    JsonObject stored = new JsonObject();
    for (String file : device.names()) if (file.endsWith(".json")) stored.put(file, version(device.contents(file)));
    assertEquals(
        name, JsonWriter.text(JsonValue.of(vector.get("stored").object().sorted())),
        JsonWriter.text(JsonValue.of(stored.sorted())));
  }

  private static void checkFound(String name, JsonObject expected, TrustUpdate update, TargetFile found) {
    assertEquals(name, expected.get("length").integer().longValue(), found.length);
    assertEquals(name, expected.get("digest").string(), found.digest);
    assertTrue(name, update.targets(expected.get("role").string()).targets.containsValue(found));
  }

  private static JsonValue version(byte[] bytes) throws JsonException {
    return JsonReader.read(bytes).object().get("signed").object().get("version");
  }

  @Test
  public void editedDocumentsAreAcceptedOrRefused() throws Exception {
    JsonObject root = vectors("metadata.json");
    for (JsonValue item : list(root, "edits")) {
      JsonObject edit = item.object();
      String role = edit.get("document").string();
      byte[] document = Utf8.encode(root.get("documents").object().get(role).string());
      int start = edit.get("at").integer().intValue();
      int end = start + edit.get("remove").integer().intValue();
      byte[] head = Bytes.concat(Bytes.range(document, 0, start), Utf8.encode(edit.get("insert").string()));
      boolean isAccepted = true;
      try {
        new SignedMetadata(Bytes.concat(head, Bytes.range(document, end, document.length)), role, role);
      } catch (TrustException error) {
        isAccepted = false;
      }
      assertEquals(JsonWriter.text(item), edit.get("accepted").bool(), isAccepted);
    }
  }
}
