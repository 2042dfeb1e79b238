import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { skeinHome, type SkeinHome } from "./skein.ts";

/** A turn of a scripted model. */
export interface Turn {
  readonly text?: string;
  readonly calls?: readonly { readonly name: string; readonly input: object }[];
  readonly usage?: Readonly<Record<string, number>>;
}

type Env = Readonly<Record<string, string>>;
type Ended = Awaited<ReturnType<SkeinHome["here"]>>;

/** A home with a project folder in which a scripted model works. */
export interface SessionHome extends SkeinHome {
  /** The project. */
  readonly cwd: string;
  /** Skein's data folder. */
  readonly data: string;
  /** A run of a session of that id, in the project. */
  hold(id: string, text: string, turns: readonly Turn[], more?: readonly string[]): Promise<void>;
  /** `skein session …` in the project, in this process. */
  session(args: readonly string[], env?: Env): Promise<Ended>;
}

export async function sessionHome(): Promise<SessionHome> {
  const skein = await skeinHome();
  const cwd = join(skein.home, "app");
  mkdirSync(cwd);
  return {
    ...skein,
    cwd,
    data: join(skein.home, ".local", "share", "skein"),
    async hold(id, text, turns, more = []) {
      const script = join(skein.home, `${id}.script.json`);
      writeFileSync(script, JSON.stringify({ turns }));
      const who = ["--provider", "replay", "--model", script, "--mode", "auto", "--session-id", id];
      const { exitCode, stderr } = await skein.here(["run", "-t", text, ...who, ...more], {}, { cwd });
      if (exitCode !== 0) throw new Error(`The session was not held (${exitCode}): ${stderr}`);
    },
    session: (args, env = {}) => skein.here(["session", ...args], env, { cwd }),
  };
}

export function shellCall(command: string): Turn {
  return { calls: [{ name: "shell", input: { command } }] };
}

/** Every file below a folder that holds these bytes. */
export function filesWith(folder: string, text: string): readonly string[] {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true });
  return names
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path).includes(text));
}
