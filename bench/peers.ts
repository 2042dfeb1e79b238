import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { temporaryFolder } from "./temporary-folder.ts";

/** What an agent says to the model's server, by the name of its wire. */
export type Wire = "anthropic" | "chat" | "responses";

/** Another agent, from `BENCH_PEERS`. `{url}` in its texts is the model's server, `{home}` its empty home. */
interface PeerEntry {
  /** Its words for one task, without questions and, where it can, without a stored session. */
  readonly command: readonly string[];
  /** Its words for its version. */
  readonly version?: readonly string[];
  readonly wire?: Wire;
  readonly env?: Readonly<Record<string, string>>;
  /** Contents of files by their paths in the home. */
  readonly files?: Readonly<Record<string, string>>;
}

export interface Peer {
  readonly name: string;
  readonly wire: Wire;
  readonly version: readonly string[] | undefined;
  /** With a home of its own that is ready. */
  readonly task: (url: string) => {
    readonly command: string;
    readonly args: readonly string[];
    readonly env: Readonly<Record<string, string>>;
  };
}

/** `BENCH_PEERS` holds JSON or the path of a file with it: entries by name, or for one that speaks Chat Completions just its words. */
export function peers(): readonly Peer[] {
  const text = process.env["BENCH_PEERS"]?.trim() ?? "{}";
  const entries = JSON.parse(text.startsWith("{") ? text : readFileSync(text, "utf8")) as Readonly<
    Record<string, PeerEntry | readonly string[]>
  >;
  return Object.entries(entries).map(([name, entry]) =>
    peerOf(name, "command" in entry ? entry : { command: entry }),
  );
}

function peerOf(name: string, { command, version, wire = "chat", env = {}, files = {} }: PeerEntry): Peer {
  const task = (url: string) => {
    const home = temporaryFolder();
    const filled = (value: string): string => value.replaceAll("{url}", url).replaceAll("{home}", home);
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(home, path)), { recursive: true });
      writeFileSync(join(home, path), filled(content));
    }
    const given = Object.entries(env).map(([key, value]) => [key, filled(value)] as const);
    const [program = "", ...args] = command.map(filled);
    return { command: program, args, env: { HOME: home, ...usual(url), ...Object.fromEntries(given) } };
  };
  return { name, wire, version, task };
}

const key = "bench-key-0123456789";

function usual(url: string): Readonly<Record<string, string>> {
  return {
    OPENAI_API_KEY: key,
    OPENAI_BASE_URL: `${url}/v1`,
    ANTHROPIC_API_KEY: key,
    ANTHROPIC_BASE_URL: url,
    TERM: "dumb",
  };
}
