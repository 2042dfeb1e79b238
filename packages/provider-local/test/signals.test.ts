import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { temporaryFolder } from "@skein/test-kit";
import { expect, test } from "vitest";
import { writeTinyGguf } from "./tiny-gguf.ts";

test.runIf(process.platform === "linux")(
  "a write beyond a limit of file sizes fails, and does not end the process",
  async () => {
    await using folder = await temporaryFolder();
    writeTinyGguf(join(folder.path, "tiny.gguf"), {});
    const program = `
    import { execFileSync } from "node:child_process";
    import { writeFileSync } from "node:fs";
    import { createLocal } from ${JSON.stringify(import.meta.resolve("../src/index.ts"))};
    const settings = { folder: ${JSON.stringify(folder.path)}, gpu: false, threads: 1 };
    const provider = createLocal(settings);
    const messages = [{ role: "user", from: "user", content: [{ type: "text", text: "Hi" }] }];
    const request = { system: "", tools: [], messages, options: { maxOutputTokens: 2 } };
    for await (const _ of provider.model("tiny").stream(request, new AbortController().signal));
    await provider.close();
    execFileSync("prlimit", ["--pid", String(process.pid), "--fsize=1000"]);
    for (let count = 0; count < 2; count++) {
      try {
        writeFileSync(${JSON.stringify(join(folder.path, "large"))}, new Uint8Array(2000));
      } catch (error) {
        console.log(error.code);
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    console.log("alive");
    process.exit();
  `;
    const file = join(folder.path, "program.mjs");
    await writeFile(file, program);
    const { stdout } = await promisify(execFile)(process.execPath, [file], {
      env: { PATH: process.env["PATH"] },
    });
    expect(stdout).toBe("EFBIG\nEFBIG\nalive\n");
  },
);
