import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mayReportProgress, quietOutput } from "../../../src/developer/shell/quiet-output.ts";
import { workbench } from "../workbench.ts";

const many = (line: (index: number) => string) => Array.from({ length: 40 }, (_, index) => line(index));

describe("progress in the output of a command", () => {
  it.each([
    ["cargo", many((at) => `   Compiling crate-${at} v1.0.${at}`)],
    ["pip", many((at) => `Collecting package-${at}`)],
    ["apt", many((at) => `Get:${at} http://deb.example.org/debian trixie/main package-${at}`)],
    ["vitest", many((at) => ` ✓ test/case-${at}.test.ts (3 tests) 12ms`)],
    ["cargo test", many((at) => `test case::number_${at} ... ok`)],
    ["go", many((at) => `go: downloading example.org/module-${at} v1.0.0`)],
    ["docker", many((at) => `${(at + 1e11).toString(16).padStart(12, "0")}: Pull complete`)],
  ])("of %s is left out, but for its first and last line", (_, lines) => {
    const { text, dropped } = quietOutput(["$ start", ...lines, "Done."].join("\n"));
    expect(dropped).toBe(38);
    expect(text).toBe(["$ start", lines[0], "[… 38 lines like this …]", lines.at(-1), "Done."].join("\n"));
  });

  it("never hides a line that speaks of a problem", () => {
    const lines = many((at) => `   Compiling crate-${at} v1.0`).with(
      20,
      "   Compiling crate-x v1.0: error[E0308]",
    );
    expect(quietOutput(lines.join("\n")).text).toContain("error[E0308]");
    const bad = fc.constantFrom(
      "ERROR: no",
      "npm http fetch GET 404 not found",
      "✓ a test that warns",
      "FAIL x",
    );
    const line = fc.oneof(bad, fc.constantFrom("Collecting a", "ok 1 - one", "same", "⠋ installing"));
    checkProperty(
      fc.property(fc.array(line, { maxLength: 60 }), (all) => {
        const { text, dropped } = quietOutput(all.join("\n"));
        const kept = text.split("\n");
        const lost = all.filter((one) => /error|404|warns|FAIL/i.test(one) && !kept.includes(one));
        expect(lost).toEqual([]);
        const left = kept.filter((one) => !one.startsWith("[… ")).length;
        expect(left + dropped).toBe(Math.max(1, all.length));
      }),
    );
  });

  it("is the same line again and again, too, but not an empty one", () => {
    expect(quietOutput(many(() => "y").join("\n")).text).toBe("y\n[… 39 times the same …]");
    const empty = many(() => "").join("\n");
    expect(quietOutput(empty).text).toBe(empty);
  });

  it("is not looked for in what is a file's content", () => {
    expect(mayReportProgress("npm install")).toBe(true);
    for (const command of ["cat build.log", "git log -5", " rg Compiling"])
      expect(mayReportProgress(command)).toBe(false);
  });

  it("is kept on disk, and the result says where", async () => {
    await using bench = await workbench();
    const command = 'for i in $(seq 50); do echo "   Compiling crate-$i v1.0"; done; echo done';
    const outcome = await bench.call("shell", { command }, { callId: "c" });
    const path = `${bench.callFolder("c")}/output.txt`;
    expect(outcome).toMatchObject({
      content: [
        {
          text: `   Compiling crate-1 v1.0\n[… 48 lines like this …]\n   Compiling crate-50 v1.0\ndone\n[48 lines of progress left out. The full output, 1,346 bytes, is in ${path}: read it or search in it.]`,
        },
      ],
      artifacts: [{ path }],
    });
  });
});
