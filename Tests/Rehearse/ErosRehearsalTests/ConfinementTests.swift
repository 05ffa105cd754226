import ErosCore
import ErosTestSupport
import Foundation
import Testing

@testable import ErosRehearsal

@Suite("the limits of a page's process", .temporaryFolder, .needs("gcc"))
struct ConfinementTests {
  private static let page = [
    "pages/a.js":
      "// { \"framework\": \"Vue\" }\nnew Vue({ el: '#root', render: (h) => h('div') });"
  ]

  /// Compiles a program, and returns its path.
  private func compile(_ text: String, _ arguments: [String] = []) async throws -> String {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(text, to: "program.c")
    let path = folder.path("program")
    let result = try await runTool("gcc", ["-o", path, folder.path("program.c")] + arguments)
    try #require(result.status == 0, "\(result)")
    return path
  }

  @Test("signals reach only the threads of the process itself")
  func signals() async throws {
    let sources = Tool.packageRoot.appending(path: "Sources/Rehearse/CJavaScriptCore")
      .path(percentEncoded: false)
    let program = try await compile(
      """
      #define _GNU_SOURCE
      #include "CJavaScriptCore.h"
      #include <errno.h>
      #include <sys/syscall.h>
      #include <unistd.h>
      int main(void) {
        const int other = getppid();
        if (eros_confine() != 0) return 2;
        if (syscall(SYS_tgkill, getpid(), gettid(), 0) != 0) return 3;
        if (syscall(SYS_tgkill, other, other, 0) != -1 || errno != EPERM) return 4;
        if (syscall(SYS_kill, other, 0) != -1 || errno != EPERM) return 5;
        if (syscall(SYS_tkill, other, 0) != -1 || errno != EPERM) return 6;
        return 0;
      }
      """, ["-I", sources + "/include", sources + "/confine.c"])
    let result = try await runTool(program)
    #expect(result.status == 0, "\(result)")
  }

  @Test(
    "without the filter of system calls, a page runs only if the caller allows it",
    .needsJavaScriptCore)
  func unconfined() async throws {
    // A filter that lets no other filter be installed, as in some containers.
    let program = try await compile(
      """
      #include <errno.h>
      #include <linux/filter.h>
      #include <linux/seccomp.h>
      #include <stddef.h>
      #include <sys/prctl.h>
      #include <sys/syscall.h>
      #include <unistd.h>
      int main(int count, char **arguments) {
        struct sock_filter filter[] = {
            BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
            BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_seccomp, 0, 1),
            BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
            BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
        struct sock_fprog program = {4, filter};
        if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return 90;
        if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0) return 91;
        execv(PROGRAM, arguments);
        return 92;
      }
      """, ["-DPROGRAM=\"\(Tool.built("eros-rehearse"))\""])
    #expect(throws: RehearsalError.notConfined) {
      try RehearsedPages(Self.page, program: program, platforms: [.ios])
    }
    let pages = try RehearsedPages(
      Self.page, program: program, platforms: [.ios], allowsUnconfined: true)
    #expect(pages.results.map(\.isConfined) == [false])
    #expect(pages.results.confinementWarning != nil)
    #expect(try RehearsalProgram(path: program).version().engine.isEmpty == false)
  }
}
