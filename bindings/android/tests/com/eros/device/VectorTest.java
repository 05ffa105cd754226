package com.eros.device;

import static com.eros.device.Vectors.bytes;
import static com.eros.device.Vectors.list;
import static com.eros.device.Vectors.number;
import static com.eros.device.Vectors.text;
import static com.eros.device.Vectors.vectors;
import static org.junit.Assert.assertEquals;

import java.io.File;
import java.util.ArrayList;
import java.util.List;
import org.junit.Test;

/** The vectors of bundles and deltas. */
public final class VectorTest {
  @Test
  public void bundlesHaveTheirFindings() throws Exception {
    for (JsonValue item : list(vectors("bundles.json"), "bundles")) {
      JsonObject vector = item.object();
      String name = vector.get("name").string();
      ZipLimits limits = new ZipLimits(
          (int) number(vector, "maximumFiles", ZipLimits.DEFAULT_ENTRIES),
          number(vector, "maximumSize", ZipLimits.DEFAULT_SIZE));
      byte[] config = vector.has("config") ? bytes(vector.get("config")) : null;
      VerificationReport report = new BundleVerifier(limits, 1)
          .verify(new ZipBytes(bytes(vector.get("zip")), name), config, null);
      List<String> found = new ArrayList<>();
      for (Finding finding : report.findings) {
        found.add(finding.code.text + " " + finding.isError + " " + finding.subject);
      }
      List<String> expected = new ArrayList<>();
      for (JsonValue finding : vector.get("findings").array()) {
        JsonObject object = finding.object();
        expected.add(
            text(object, "code") + " " + text(object, "severity").equals("error") + " "
                + text(object, "subject"));
      }
      assertEquals(name, expected, found);
      assertEquals(name, text(vector, "treeHash"), report.treeHash);
    }
  }

  @Test
  public void deltasAreAppliedOrRefused() throws Exception {
    JsonObject root = vectors("deltas.json");
    try (TestFolder folder = new TestFolder()) {
      for (JsonValue item : list(root, "deltas")) {
        JsonObject vector = item.object();
        ZipBytes old =
            new ZipBytes(bytes(root.get("zips").object().get(text(vector, "old"))), "old");
        ZipBytes patch = new ZipBytes(bytes(vector.get("delta")), "delta");
        Folder work = Folder.open(folder.file.getPath()).newFolder("work");
        String result;
        NewFile zip = work.newFile("new.zip");
        try {
          BundleVerifier verifier = new BundleVerifier(new ZipLimits(), 1);
          UpdateApplier applier = new UpdateApplier(verifier);
          applier.make(applier.read(patch), old, zip, work.newFolder("scratch"));
          OpenFile made = work.openFile("new.zip");
          VerificationReport report = verifier.verify(made, null, null);
          made.close();
          if (!report.isVerified) throw DeltaException.badResult("delta", report);
          result = report.treeHash;
        } catch (DeltaException error) {
          result = error.kind.text;
        } finally {
          zip.close();
        }
        assertEquals(text(vector, "name"), text(vector, "result"), result);
        TestFolder.delete(new File(work.path));
      }
    }
  }
}
