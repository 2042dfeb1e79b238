import { spawn } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { temporaryFolder } from "../../packages/test-kit/src/index.ts";
import { toolCallingModel } from "./tool-calling-model.ts";

// node drive.ts URL: `skein run` as a client of the conformance suite. The server is at URL; a scripted model calls each of
// its tools once. A browser that follows every redirect at once stands for the person who logs in.
const url = process.argv.at(-1) ?? "";
const skein = fileURLToPath(new URL("../../apps/cli/bin/skein.js", import.meta.url));
const browser = fileURLToPath(new URL("browser.ts", import.meta.url));
await using folder = await temporaryFolder();
await using model = await toolCallingModel();

const task = ["-t", "Call each tool.", "--mode", "auto", "--no-profile", "--output-format", "json"];
const parts = ["--provider", "openai", "--model", "gpt-test", "--with-streamable-http-extension", url];
const child = spawn(process.execPath, [skein, "run", ...task, ...parts], {
  cwd: folder.path,
  env: {
    PATH: process.env["PATH"] ?? "",
    HOME: folder.path,
    SKEIN_HOME: join(folder.path, "skein"),
    SKEIN_NO_KEYRING: "1",
    SKEIN_OPENAI_API: "chat",
    OPENAI_API_KEY: "test-key",
    OPENAI_BASE_URL: `${model.url}/v1`,
    BROWSER: `${process.execPath} ${browser}`,
  },
  stdio: ["ignore", "inherit", "inherit"],
});
process.exitCode = await new Promise<number>((resolve) => child.once("close", (code) => resolve(code ?? 1)));
