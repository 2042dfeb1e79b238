import { execFile } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { temporaryFolder } from "@skein/test-kit";
import { expect, it } from "vitest";
import { createExtension } from "../src/create-extension.ts";

const own = join(import.meta.dirname, "..");
const bin = join(own, "src", "bin.ts");
const run = promisify(execFile);

interface Ended {
  readonly code?: number;
  readonly stdout: string;
  readonly stderr: string;
}

const started = (cwd: string, ...args: string[]): Promise<Ended> =>
  run(process.execPath, args, { cwd }).catch((error: unknown) => error as Ended);

it("makes a package whose tests pass, and which other clients can start", async () => {
  await using parent = await temporaryFolder();
  const { stdout } = await started(parent.path, bin, "my-tools");
  expect(stdout).toContain("7 files");
  const folder = join(parent.path, "my-tools");
  for (const name of ["@skein/extension-kit", "zod"]) {
    const link = join(folder, "node_modules", name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(own, "node_modules", name), link);
  }
  const tests = await started(folder, "--test");
  expect(tests.stdout).toContain("fail 0");
  expect(tests.stdout).toContain("tells the model the same bytes at every start");

  const server = execFile(process.execPath, ["src/main.ts"], { cwd: folder });
  const clientInfo = { name: "another", version: "1" };
  const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo };
  server.stdin?.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params })}\n`);
  const [answer] = (await server.stdout?.take(1).toArray()) ?? [];
  server.stdin?.end();
  expect(JSON.parse(String(answer))).toMatchObject({ result: { serverInfo: { name: "my-tools" } } });
});

it("is published with its template, and with the versions that it was tested with", async () => {
  await using folder = await temporaryFolder();
  cpSync(own, folder.path, { recursive: true, filter: (path) => !path.includes("node_modules") });
  const { stdout } = await run("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
    cwd: folder.path,
  });
  const [packed] = JSON.parse(stdout) as [{ readonly files: readonly { readonly path: string }[] }];
  const paths = packed.files.map(({ path }) => path);
  const { files } = createExtension(folder.path, "one");
  for (const path of files) expect(paths).toContain(`template/${path}.tmpl`);
  const { dependencies } = JSON.parse(readFileSync(join(folder.path, "one", "package.json"), "utf8")) as {
    readonly dependencies: object;
  };
  expect(dependencies).toEqual({ "@skein/extension-kit": "workspace:^", zod: "catalog:" });
});

it("refuses names that no package can have, and folders that exist", async () => {
  await using parent = await temporaryFolder();
  expect(() => createExtension(parent.path, "../up")).toThrow("cannot be an extension's name");
  mkdirSync(join(parent.path, "taken"));
  expect(() => createExtension(parent.path, "taken")).toThrow("exists. Choose another name");
  expect(await started(parent.path, bin)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("Say its name") as string,
  });
  expect(await started(parent.path, bin, "Bad")).toMatchObject({ code: 2 });
});
