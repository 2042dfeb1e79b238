import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { anthropicServer } from "@skein/test-kit";
import { skeinHome } from "./skein.ts";

/** Writes the size of V8's young generation to a file when the process ends. */
const probe = `
process.on("exit", () => {
  const spaces = process.getBuiltinModule("node:v8").getHeapSpaceStatistics();
  const { space_size } = spaces.find(({ space_name }) => space_name === "new_space");
  process.getBuiltinModule("node:fs").writeFileSync(process.env.PROBE_FILE, String(space_size));
});
`;

it("a run that allocates a lot keeps V8's young generation small", async () => {
  const text = Array.from({ length: 20_000 }, (_, count) => `word ${count}`).join(" ");
  await using server = await anthropicServer([{ parts: [{ type: "text", text }], deltaSize: 10 }]);
  await using skein = await skeinHome(server.url);
  const file = join(skein.home, "young-generation");
  const { exitCode } = await skein.run(["run", "-t", "go", "-q"], {
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(probe)}`,
    PROBE_FILE: file,
  });
  expect(exitCode).toBe(0);
  // 1 MiB for each half; without the limit it is 16 to 32 MiB here.
  expect(Number(await readFile(file, "utf8"))).toBeLessThanOrEqual(4 * 1024 * 1024);
});
