import { spawnSync } from "node:child_process";
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { temporaryFolder } from "@skein/test-kit";
import type { ScriptedTurn } from "@skein/provider-replay";
import type { AgentSettings } from "../../src/index.ts";
import { done, setUp, shell } from "../set-up.ts";

/** Path, absolute, → what stands there. */
type Tree = Readonly<Record<string, string>>;

/** What became of a case. Paths are absolute. */
export interface Undone {
  /** Its folder, and one beside the working folder. */
  readonly folder: string;
  readonly outside: string;
  readonly before: Tree;
  readonly after: Tree;
  /** What the undo says that it could not bring back, or left as it was. */
  readonly named: readonly string[];
}

export interface UndoCase {
  /** In bash, in the case's folder; `$OUT` is the folder beside the working folder. */
  readonly prepare: string;
  readonly command: string;
}

/** What commands destroy is to be undone, not denied. */
export const uninspected: AgentSettings["inspectors"] = { destructive: "off" };

export interface UndoSettings extends Partial<AgentSettings> {
  /** Each command is a call of its own. Default: one call has them all. */
  readonly isSplit?: boolean;
}

/**
 * Runs the commands of all cases, each in a folder of its own, in one run, and undoes that. A single case has the working
 * folder to itself.
 */
export async function undone(
  cases: readonly UndoCase[],
  { isSplit = false, ...settings }: UndoSettings = {},
): Promise<readonly Undone[]> {
  await using temporary = await temporaryFolder();
  const top = realpathSync(temporary.path);
  const work = join(top, "work");
  const places = cases.map((_, at) => ({
    folder: cases.length === 1 ? work : join(work, `c${at}`),
    outside: join(top, "out", `c${at}`),
  }));
  for (const { folder, outside } of places)
    for (const path of [folder, outside]) mkdirSync(path, { recursive: true });
  // Its path is in no word of a command.
  for (const [at, { outside }] of places.entries()) writeFileSync(join(top, `outside${at}`), outside);
  const scripts = (key: keyof UndoCase) =>
    cases.map((one, at) => {
      const out = `OUT=$(cat ${join(top, `outside${at}`)})`;
      return cases.length === 1
        ? `${out}\n${one[key]}`
        : `(\n${out}\ncd ${places[at]!.folder} || exit\n${one[key]}\n)`;
    });
  spawnSync("bash", ["-c", scripts("prepare").join("\n")], { cwd: work, env: environment(top) });
  const commands = scripts("command");
  const script: ScriptedTurn[] = (isSplit ? commands : [commands.join("\n")]).map((text, at) =>
    shell(`call${at}`, text),
  );
  const opened = setUp(join(top, "data"), [...script, done], work);
  await using runtime = opened.runtime;
  // Some commands change `.git`, which is guarded.
  const rules = [{ tool: "shell", verdict: "allow" }] as const;
  const { agent } = await runtime.open({
    ...opened.settings,
    rules,
    inspectors: uninspected,
    ...settings,
  });
  const before = places.map(look);
  await agent.run("do it").result;
  const { folders, unkept } = await runtime.sessions.undo(agent.session);
  const named = folders.flatMap(({ root, changes, kept }) =>
    [...changes.filter(({ change }) => change === "blocked").map(({ path }) => path), ...kept].map((path) =>
      resolve(root, path),
    ),
  );
  const all = [...named, ...unkept.map(({ path }) => path)];
  return places.map((place, at) => ({
    ...place,
    before: before[at]!,
    after: look(place),
    // The working folder as a whole is named for each.
    named: all.filter(
      (path) => isIn(path, place.folder) || isIn(path, place.outside) || isIn(place.folder, path),
    ),
  }));
}

export function environment(home: string): NodeJS.ProcessEnv {
  const who = {
    GIT_AUTHOR_NAME: "a",
    GIT_AUTHOR_EMAIL: "a@b",
    GIT_COMMITTER_NAME: "a",
    GIT_COMMITTER_EMAIL: "a@b",
  };
  const template = join(home, "template");
  return { PATH: process.env["PATH"], HOME: home, TEMPLATE: template, GIT_CONFIG_NOSYSTEM: "1", ...who };
}

function isIn(path: string, place: string): boolean {
  return path === place || path.startsWith(`${place}/`);
}

/** Names as bytes; of git's stores only what is known by name. */
function look({ folder: root, outside }: Pick<Undone, "folder" | "outside">): Tree {
  const found: Record<string, string> = {};
  const visit = (folder: string): void => {
    for (const name of readdirSync(Buffer.from(folder, "latin1"), { encoding: "buffer" })) {
      const place = `${folder}/${name.toString("latin1")}`;
      const bytes = Buffer.from(place, "latin1");
      const path = bytes.toString();
      const stats = lstatSync(bytes);
      const mode = (stats.mode & 0o7777).toString(8);
      if (stats.isDirectory()) {
        found[path] = `folder ${mode}`;
        if (!path.endsWith(".git/objects")) visit(place);
      } else if (stats.isSymbolicLink()) found[path] = `link ${readlinkSync(bytes, "utf8")}`;
      else if (stats.isFile()) found[path] = `file ${mode} ${stats.size} ${contentOf(bytes, stats.size)}`;
      else found[path] = `special ${mode}`;
    }
  };
  for (const top of [root, outside]) visit(Buffer.from(top).toString("latin1"));
  return found;
}

/** Large ones are made of zeros here. */
function contentOf(place: Buffer, size: number): string {
  return size > 1_000_000 ? "large" : readFileSync(place).toString("base64").slice(0, 200);
}

/** Relative to the case's folder where it lies within it. */
export function differences({ folder, before, after }: Undone): readonly string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((path) => before[path] !== after[path])
    .map((path) => path.replace(`${folder}/`, ""));
}

export function namedIn({ folder, named }: Undone): readonly string[] {
  return named.map((path) => path.replace(`${folder}/`, ""));
}

/** What is not as it was and is not named: itself, by a folder that it lies in, or, for a folder, by what it is there for. */
export function unnamed(undo: Undone): readonly string[] {
  const { folder, after, named } = undo;
  const isNamed = (path: string) =>
    named.some((name) => isIn(path, name) || (after[path]?.startsWith("folder") && isIn(name, path)));
  return differences(undo).filter((path) => !isNamed(resolve(folder, path)));
}
