import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { anthropicServer } from "@skein/provider-conformance/servers";
import { skeinHome, type SkeinHome } from "./skein.ts";

/** Writes what a process took to a file when it ends. */
const probe = `
process.on("exit", () => {
  const spaces = process.getBuiltinModule("node:v8").getHeapSpaceStatistics();
  const young = spaces.find(({ space_name }) => space_name === "new_space").space_size;
  const peak = process.resourceUsage().maxRSS * 1024;
  process.getBuiltinModule("node:fs").writeFileSync(process.env.PROBE_FILE, JSON.stringify({ young, peak }));
});
`;
const mebibyte = 1024 * 1024;

async function measured(skein: SkeinHome, args: readonly string[]) {
  const file = join(skein.home, "measured.json");
  const { exitCode, stderr } = await skein.run(["run", "-t", "go", "-q", ...args], {
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(probe)}`,
    PROBE_FILE: file,
  });
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
  return JSON.parse(await readFile(file, "utf8")) as { young: number; peak: number };
}

describe("the memory of a run", () => {
  // Loading the sources, file by file, already takes as much as a long reply.
  it.runIf(process.env["SKEIN_TEST_BUNDLE"])(
    "has a small young generation when a reply is long",
    async () => {
      const text = Array.from({ length: 20_000 }, (_, count) => `word ${count}`).join(" ");
      await using server = await anthropicServer([{ parts: [{ type: "text", text }], deltaSize: 10 }]);
      await using skein = await skeinHome(server.url);
      // What it grows to before the first request; without the limit it is 16 to 32 MiB here.
      expect((await measured(skein, [])).young).toBeLessThanOrEqual(8 * mebibyte);
    },
  );

  it("does not rise when many commands are parsed", async () => {
    await using skein = await skeinHome();
    const script = join(skein.home, "script.json");
    const command = Array.from({ length: 20 }, (_, count) => `echo "a $(ls ${count})"`).join("; ");
    const call = { calls: [{ name: "shell", input: { command } }] };
    await writeFile(script, JSON.stringify({ turns: [call, call, call, call, { text: "Done." }] }));
    const args = ["--provider", "replay", "--model", script, "--mode", "auto"];
    // About 130 MiB, 450 on a machine that is twenty times overloaded; 600 when V8 compiles the parser again.
    expect((await measured(skein, args)).peak).toBeLessThan(540 * mebibyte);
  });
});
