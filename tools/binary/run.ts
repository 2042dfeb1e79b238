import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { runStep } from "../checks/run-step.ts";
import { collectFiles } from "./collect.ts";

// node tools/binary/run.ts [FILE]: `skein` as a single executable, by default dist/skein: this Node, with the command and
// all that it needs as assets of it.
const target = resolve(process.argv[2] ?? join("dist", process.platform === "win32" ? "skein.exe" : "skein"));
const folder = mkdtempSync(join(tmpdir(), "skein-binary-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => process.exit(1));

/** Source: https://nodejs.org/docs/latest-v24.x/api/single-executable-applications.html */
const fuse = "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2";

const problem = await build();
if (problem === undefined) {
  console.log(`${target}: ${(statSync(target).size / 1e6).toFixed(1)} MB`);
} else {
  console.error(problem);
  process.exitCode = 1;
}

async function build(): Promise<string | undefined> {
  const installed = join(folder, "installed");
  const deploy = ["pnpm", "--filter", "@skein/cli", "deploy", "--prod", "--legacy"];
  const flat = ["--config.node-linker=hoisted", "--prefer-offline", installed];
  const deployed = await runStep({ name: "deploy", commands: [[...deploy, ...flat]] }, false);
  if (!deployed.ok) return deployed.output;

  const asNode = join(installed, "bin", "as-node", "node");
  mkdirSync(dirname(asNode));
  writeFileSync(asNode, '#!/bin/sh\nSKEIN_RUN_AS_NODE=1 exec "$SKEIN_BINARY" "$@"\n', { mode: 0o755 });
  const { bytes, hash } = collectFiles(installed);
  const [files, hashFile, blob, config] = ["files", "hash", "blob", "config.json"].map((name) =>
    join(folder, name),
  ) as [string, string, string, string];
  writeFileSync(files, bytes);
  writeFileSync(hashFile, hash);
  const main = fileURLToPath(new URL("main.cjs", import.meta.url));
  const options = {
    main,
    output: blob,
    disableExperimentalSEAWarning: true,
    assets: { files, hash: hashFile },
  };
  writeFileSync(config, JSON.stringify(options));

  const program = join(folder, "program");
  copyFileSync(process.execPath, program);
  chmodSync(program, 0o755);
  // The symbols of functions that no library uses: 18 MB. Where there is no such program, they stay.
  if (process.platform === "linux") await runStep({ name: "strip", commands: [["strip", program]] }, false);
  const commands = [
    [process.execPath, "--experimental-sea-config", config],
    ["postject", program, "NODE_SEA_BLOB", blob, "--sentinel-fuse", fuse],
  ];
  const made = await runStep({ name: "inject", commands }, false);
  if (!made.ok) return made.output;
  mkdirSync(dirname(target), { recursive: true });
  copyFileSync(program, target);
  return undefined;
}
