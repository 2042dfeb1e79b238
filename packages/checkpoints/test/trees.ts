import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { openCheckpoints, type FileCheckpoints, type CheckpointSettings } from "../src/index.ts";

/** A folder that is gone after the test; its real path. */
export function tempFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "skein-checkpoints-")));
  onTestFinished(() => removeAll(folder));
  return folder;
}

export function removeAll(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

/** A store and a project, each in a folder of its own. */
export function bench(settings: CheckpointSettings = {}): {
  store: string;
  root: string;
  checkpoints: FileCheckpoints;
} {
  const folder = tempFolder();
  const root = join(folder, "project");
  mkdirSync(root);
  const store = join(folder, "data", "checkpoints");
  const checkpoints = openCheckpoints(store, settings);
  onTestFinished(() => checkpoints.close());
  return { store, root, checkpoints };
}

/** Writes files, and the folders they lie in. */
export function fill(root: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

/** Every path under a folder with its type, mode and content. @param skip - names that are not looked at. */
export function look(root: string, skip: (name: string) => boolean = () => false): Record<string, string> {
  const found: Record<string, string> = {};
  const visit = (path: string): void => {
    for (const name of readdirSync(join(root, path))) {
      if (skip(name)) continue;
      const own = path === "" ? name : `${path}/${name}`;
      const stats = lstatSync(join(root, own));
      const mode = (stats.mode & 0o7777).toString(8);
      if (stats.isDirectory()) {
        found[own] = `folder ${mode}`;
        visit(own);
      } else if (stats.isSymbolicLink()) found[own] = `link ${readlinkSync(join(root, own))}`;
      else if (stats.isFile()) found[own] = `file ${mode} ${digest(readFileSync(join(root, own)))}`;
      else found[own] = "special";
    }
  };
  visit("");
  return found;
}

export function digest(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

export function git(root: string, ...args: readonly string[]): string {
  const env = {
    PATH: process.env["PATH"] ?? "",
    HOME: root,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_AUTHOR_NAME: "a",
    GIT_AUTHOR_EMAIL: "a@example.org",
    GIT_COMMITTER_NAME: "a",
    GIT_COMMITTER_EMAIL: "a@example.org",
  };
  return execFileSync("git", ["-c", "init.defaultBranch=main", ...args], {
    cwd: root,
    env,
    encoding: "utf8",
  });
}
