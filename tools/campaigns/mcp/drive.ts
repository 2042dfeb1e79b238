import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { compileCache, temporaryFolder } from "../../../packages/test-kit/src/index.ts";
import { toolCallingModel, type GivenCall } from "./tool-calling-model.ts";

// node drive.ts URL: `skein run` as a client of the conformance suite. The server is at URL; a scripted model calls each of
// its tools once. A browser that follows every redirect at once stands for the person who logs in.
const url = process.argv.at(-1) ?? "";
const skein = fileURLToPath(new URL("../../../apps/cli/bin/skein.cjs", import.meta.url));
const browser = fileURLToPath(new URL("browser.ts", import.meta.url));
await using folder = await temporaryFolder();

const task = ["-t", "Call each tool.", "--mode", "auto", "--output-format", "json"];
const parts = ["--provider", "openai", "--model", "gpt-test"];
/** What the suite gives a client to know in advance. */
const given = JSON.parse(process.env["MCP_CONFORMANCE_CONTEXT"] ?? "{}") as {
  readonly client_id?: string;
  readonly client_secret?: string;
  readonly toolCalls?: readonly GivenCall[];
};
await using model = await toolCallingModel(
  given.toolCalls?.map((call) => ({ ...call, name: `suite__${call.name}` })),
);
const login = {
  clientId: given.client_id,
  clientSecret: given.client_secret,
  clientMetadataUrl: "https://conformance-test.local/client-metadata.json",
};
/** Accepts whatever a server wants to know, with the server's defaults. */
const accepted = { hookSpecificOutput: { hookEventName: "Elicitation", action: "accept", content: {} } };
const acceptAll = { type: "command", command: `echo '${JSON.stringify(accepted)}'` };
const home = join(folder.path, "skein");
mkdirSync(join(home, "config"), { recursive: true });
const hooks = { Elicitation: [{ hooks: [acceptAll] }] };
writeFileSync(
  join(home, "config", "config.yaml"),
  JSON.stringify({ extensions: { suite: { url, login } }, hooks }),
);

const child = spawn(process.execPath, [skein, "run", ...task, ...parts], {
  cwd: folder.path,
  env: {
    ...compileCache,
    PATH: process.env["PATH"] ?? "",
    HOME: folder.path,
    SKEIN_HOME: home,
    SKEIN_NO_KEYRING: "1",
    SKEIN_OPENAI_API: "chat",
    OPENAI_API_KEY: "test-key",
    OPENAI_BASE_URL: `${model.url}/v1`,
    BROWSER: `${process.execPath} ${browser}`,
  },
  stdio: ["ignore", "inherit", "inherit"],
});
process.exitCode = await new Promise<number>((resolve) => child.once("close", (code) => resolve(code ?? 1)));
