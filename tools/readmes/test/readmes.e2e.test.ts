import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  compileCache,
  postgresPrograms,
  startPostgres,
  temporaryFolder,
} from "../../../packages/test-kit/src/index.ts";
import {
  serveScript,
  anthropicServer,
  bedrockStream,
  googleServer,
  openaiChatServer,
} from "../../../packages/provider-conformance/src/servers/index.ts";
import { endToken, writeTinyGguf } from "../../../packages/provider-local/test/tiny-gguf.ts";
import { codeBlocks } from "../code-blocks.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const packages = join(root, "packages");
const examples = join(root, "examples");

/** Every block of every package's README, to be run as it stands. */
const blocks = readdirSync(packages).flatMap((name) => blocksIn(name, join(packages, name, "README.md")));
/** Pages of the docs whose programs are run as well. */
const pages = ["embedding", "write-an-extension"].flatMap((name) =>
  blocksIn(name, join(root, "docs", `${name}.md`)),
);

function blocksIn(name: string, page: string) {
  return codeBlocks(readFileSync(page, "utf8")).map((code, at) => ({ name, at, code }));
}

const hello = { parts: [{ type: "text", text: "Hello." }] } as const;
const anthropic = await anthropicServer(() => hello);
const openai = await openaiChatServer(() => hello);
const google = await googleServer(() => hello);
const ollama = await serveScript(() => {
  const line = { model: "demo", message: { content: "Hello." }, done: true, done_reason: "stop" };
  return { status: 200, contentType: "application/x-ndjson", body: Buffer.from(`${JSON.stringify(line)}\n`) };
});
const bedrock = await serveScript(() => ({
  status: 200,
  contentType: "application/vnd.amazon.eventstream",
  body: bedrockStream(hello.parts),
}));
/** Gives out tokens of Google Cloud. */
const tokens = await serveScript(() => ({
  status: 200,
  contentType: "application/json",
  body: Buffer.from(
    JSON.stringify({
      access_token: "test-token",
      issued_token_type: "urn:ietf:params:oauth:token-type:access_token",
      token_type: "Bearer",
      expires_in: 3600,
    }),
  ),
}));
const database = postgresPrograms() === undefined ? undefined : await startPostgres();
/** An empty project that has installed everything. */
const project = await temporaryFolder();

beforeAll(() => {
  mkdirSync(join(project.path, "node_modules"));
  symlinkSync(packages, join(project.path, "node_modules", "@skein"));
  symlinkSync(join(packages, "agent", "node_modules", "zod"), join(project.path, "node_modules", "zod"));
  writeFileSync(join(project.path, "subject-token"), "somebody");
  const habits = [
    { after: "\n", next: "H" },
    { after: "H", next: endToken },
  ];
  writeTinyGguf(join(project.path, "qwen3-4b.gguf"), { habits });
  const credentials = {
    type: "external_account",
    audience: "//iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/pool/providers/tests",
    subject_token_type: "urn:ietf:params:oauth:token-type:jwt",
    token_url: `${tokens.url}/v1/token`,
    credential_source: { file: join(project.path, "subject-token") },
  };
  writeFileSync(join(project.path, "credentials.json"), JSON.stringify(credentials));
  const agent = join(packages, "provider-acp", "test", "scripted-agent.ts");
  mkdirSync(join(project.path, "bin"));
  writeFileSync(join(project.path, "bin", "goose"), `#!/bin/sh\nexec "${process.execPath}" "${agent}"\n`, {
    mode: 0o755,
  });
});

afterAll(async () => {
  await Promise.all(
    [anthropic, openai, google, ollama, bedrock, tokens, project, ...(database ? [database] : [])].map(
      (made) => made[Symbol.asyncDispose](),
    ),
  );
});

function run(file: string, cwd: string): Promise<{ stdout: string; stderr: string }> {
  const env = {
    ...compileCache,
    PATH: `${join(project.path, "bin")}:${process.env["PATH"]}`,
    HOME: project.path,
    ANTHROPIC_API_KEY: "test-key",
    ANTHROPIC_BASE_URL: anthropic.url,
    OPENAI_BASE_URL: openai.url,
    GEMINI_API_KEY: "test-key",
    GOOGLE_GEMINI_BASE_URL: google.url,
    OLLAMA_HOST: ollama.url,
    AWS_BEARER_TOKEN_BEDROCK: "test-key",
    AWS_ENDPOINT_URL_BEDROCK_RUNTIME: bedrock.url,
    GOOGLE_APPLICATION_CREDENTIALS: join(project.path, "credentials.json"),
    GOOGLE_VERTEX_BASE_URL: google.url,
    ...(database ? { DATABASE_URL: database.url } : {}),
  };
  const running = promisify(execFile)(process.execPath, [file], { cwd, env, timeout: 240_000 });
  running.child.stdin?.end(); // what serves on it ends
  return running;
}

describe("the examples", () => {
  it("run, and say what they said before", async () => {
    const folders = readdirSync(examples, { withFileTypes: true }).filter(
      (entry) => entry.isDirectory() && existsSync(join(examples, entry.name, "package.json")),
    );
    const runs = folders.map(async ({ name }) => [name, await run("main.ts", join(examples, name))]);
    expect(await Promise.all(runs)).toMatchSnapshot();
  });
});

describe("the examples in the packages' READMEs", () => {
  it.concurrent.for([...blocks, ...pages])("$name, block $at, runs", async ({ name, at, code }, { skip }) => {
    if (name.endsWith("-postgres")) skip(database === undefined, "Postgres is not installed.");
    writeFileSync(join(project.path, `${name}-${at}.ts`), code);
    const { stderr } = await run(`${name}-${at}.ts`, project.path);
    expect(stderr).toBe("");
  });
});
