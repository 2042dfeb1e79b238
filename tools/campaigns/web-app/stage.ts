import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium, type Browser, type BrowserContext } from "playwright-core";
import { createClient, type Client } from "../../../packages/client/src/index.ts";
import { readServerRecord } from "../../../packages/server-http/src/access/index.ts";
import { compileCache, temporaryFolder } from "../../../packages/test-kit/src/index.ts";
import { showModel } from "./show-model.ts";

const entry = join(import.meta.dirname, "../../../apps/cli/src/main.ts");

const weatherServer = join(import.meta.dirname, "../../../packages/extensions/test/servers/weather.ts");

export const browserProgram = "/usr/bin/chromium";

/** `skein web` with a scripted model and a small project, and a browser. */
export interface Stage extends AsyncDisposable {
  readonly project: string;
  /** Makes the files of the project what they were. */
  restoreProject(): void;
  /** Writes extensions into the user's settings, beside the one that is always there. */
  addExtensions(extensions: Readonly<Record<string, object>>): void;
  /** Of Skein's own files. */
  readonly home: string;
  readonly browser: Browser;
  /** Of the server that runs now, with all rights. */
  client(): Promise<Client>;
  /** A browser profile of its own that is logged in. */
  logIn(options?: Parameters<Browser["newContext"]>[0]): Promise<{ context: BrowserContext; origin: string }>;
  /** Ends the server, and starts it again at the same port. */
  restart(signal: NodeJS.Signals): Promise<void>;
  /** Lets the model's replies go on that stopped half way. */
  letGoOn(): void;
}

export async function openStage(): Promise<Stage> {
  await using cleanup = new AsyncDisposableStack();
  const folder = cleanup.use(await temporaryFolder());
  const model = cleanup.use(await showModel());
  const project = join(folder.path, "shop");
  layOut(project);
  const env = {
    ...compileCache,
    PATH: process.env["PATH"] ?? "",
    HOME: folder.path,
    SKEIN_HOME: join(folder.path, "home"),
    SKEIN_NO_KEYRING: "1",
    SKEIN_SANDBOX: "off",
    SKEIN_PROVIDER: "anthropic",
    ANTHROPIC_API_KEY: "sk-ant-test-key-0123456789",
    ANTHROPIC_BASE_URL: model.url,
  };
  writeSettings(env.SKEIN_HOME);
  let { child, link } = await startServer(env, project, 0);
  const port = Number(new URL(link).port);
  const browser = await chromium.launch({ executablePath: browserProgram, args: ["--no-sandbox"] });
  cleanup.defer(() => browser.close());
  cleanup.defer(() => endServer(child, "SIGTERM"));
  const kept = cleanup.move();
  const record = async () => {
    const found = await readServerRecord(join(env.SKEIN_HOME, "state", "run", "server.json"));
    if (!found) throw new Error("The server does not run.");
    return found;
  };
  const client = async () => createClient(await record());
  return {
    project,
    home: env.SKEIN_HOME,
    restoreProject: () => writeCart(project),
    addExtensions: (extensions) => writeSettings(env.SKEIN_HOME, extensions),
    browser,
    client,
    async logIn(options = {}) {
      const context = await browser.newContext(options);
      const { url } = await (await client()).addBrowserLink({ role: "admin" });
      const page = await context.newPage();
      await page.goto(url);
      await page.close();
      return { context, origin: new URL(url).origin };
    },
    letGoOn: () => model.letGoOn(),
    async restart(signal) {
      await endServer(child, signal);
      ({ child, link } = await startServer(env, project, port));
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

async function startServer(env: NodeJS.ProcessEnv, cwd: string, port: number) {
  const args = [entry, "web", "--no-open", "--port", `${port}`];
  const child = spawn(process.execPath, args, { cwd, env, stdio: ["ignore", "pipe", "inherit"] });
  const [chunk] = (await Promise.race([once(child.stdout, "data"), once(child, "exit")])) as [unknown];
  if (!Buffer.isBuffer(chunk)) throw new Error("The server did not start.");
  return { child, link: chunk.toString().trim() };
}

async function endServer(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, "close");
  child.kill(signal);
  await closed;
}

/** An extension with pages. */
function writeSettings(home: string, more: Readonly<Record<string, object>> = {}): void {
  mkdirSync(join(home, "config"), { recursive: true }); // oxlint-disable-line
  const weather = { command: process.execPath, args: [weatherServer] };
  writeFileSync(join(home, "config", "config.yaml"), JSON.stringify({ extensions: { weather, ...more } }));
}

/** A project with one defect. */
function layOut(project: string): void {
  for (const name of ["src", "test", ".skein/recipes"]) mkdirSync(join(project, name), { recursive: true }); // oxlint-disable-line
  writeFileSync(join(project, "package.json"), '{ "name": "shop", "type": "module" }\n');
  writeCart(project);
  writeFileSync(
    join(project, "test/cart.test.js"),
    `import assert from "node:assert";
import test from "node:test";
import { total } from "../src/cart.js";

test("prices are multiplied by quantities", () => {
  assert.equal(total([{ price: 100, quantity: 1 }, { price: 250, quantity: 2 }]), 600);
});
`,
  );
  writeFileSync(
    join(project, ".skein/recipes/explain.yaml"),
    `version: 1.0.0
title: Explain a part
description: Explains a part of the project to a reader.
parameters:
  - { key: part, input_type: string, requirement: required, description: Which part }
  - { key: tone, input_type: select, options: [dry, kind], requirement: optional, default: dry, description: How }
prompt: "Explain the {{ part }} in a {{ tone }} tone."
`,
  );
  const git = (...args: readonly string[]) => execFileSync("git", args, { cwd: project, stdio: "ignore" });
  git("init", "-q", "-b", "main");
  git("add", "-A");
  git("-c", "user.name=Skein", "-c", "user.email=skein@example.org", "commit", "-q", "-m", "Begin");
}

function writeCart(project: string): void {
  writeFileSync(
    join(project, "src/cart.js"),
    `/** The price of all items, in cents. */
export function total(items) {
  let sum = 0;
  for (let index = 1; index < items.length; index++) {
    sum += items[index].price * items[index].quantity;
  }
  return sum;
}
`,
  );
}
