import { createGate, pathGuard, type PermissionRule } from "../../../packages/permissions/src/index.ts";
import { destructive } from "../../../packages/permissions/src/inspectors/index.ts";
import { isPlainRepository } from "../../../packages/runtime/src/checkpoints/plain-repository.ts";
import { seeded } from "../runner/seeded.ts";
import type { Canaries } from "./canaries.ts";
import type { Deeds } from "./canary-copy.ts";
import { generatedLine, offered, offeredLine, writingLine } from "./generated-lines.ts";

interface Kind {
  readonly name: string;
  readonly mode: string;
  readonly rules: readonly PermissionRule[];
  readonly line: (draw: () => number, home: string) => string;
  /** Whether a line that is allowed may change a file, by its path from the home folder. */
  readonly mayChange: (path: string) => boolean;
  readonly mayRead: boolean;
}

/** Files that programs start from, and folders of such. */
const startsLater =
  /^(?:\.bashrc|\.profile|\.gitconfig|\.config\/(?:autostart|systemd)\/.*|work\/\.git\/(?:config|hooks\/.*)|work\/(?:config\/)?\.env|work\/\.mcp\.json)$/;
const isOfGit = (path: string): boolean => path.startsWith("work/.git/") && !startsLater.test(path);

const kinds: readonly Kind[] = [
  {
    name: "reading, without rules",
    mode: "smart_approve",
    rules: [],
    line: generatedLine,
    mayChange: () => false,
    mayRead: false,
  },
  {
    name: "writing, in auto",
    mode: "auto",
    rules: [],
    line: writingLine,
    mayChange: (path) => !startsLater.test(path),
    mayRead: true,
  },
  {
    name: "with rules that are offered",
    mode: "smart_approve",
    rules: offered.map(([words]) => ({ tool: `shell(${words} [known])`, verdict: "allow" })),
    line: offeredLine,
    mayChange: (path) => isOfGit(path) || (path.startsWith("work/") && !startsLater.test(path)),
    mayRead: false,
  },
];

export interface RanLines {
  readonly name: string;
  readonly judged: number;
  /** How many were allowed and run. */
  readonly ran: number;
  /** Lines with what they did. */
  readonly broken: readonly string[];
}

interface LinesToRun {
  /** How many are allowed. */
  readonly count: number;
  /** How many of them were run before, with the same seed. Default: 0. */
  readonly from?: number;
  readonly seed: number;
  readonly corpus: readonly string[];
  readonly pause: () => Promise<void>;
}

/** Judges lines until so many have been allowed, and run from `from` on, or fifty times as many have been judged. */
export async function ranLines(
  world: Canaries,
  { count, from = 0, seed, corpus, pause }: LinesToRun,
): Promise<readonly RanLines[]> {
  const results: RanLines[] = [];
  for (const [index, kind] of kinds.entries()) {
    const { mode, rules } = kind;
    const gate = createGate({ mode, rules, guard: pathGuard({ home: world.home }), isPlainRepository });
    const draw = seeded(seed + index);
    const [first, wanted] = [Math.ceil(from / kinds.length), Math.ceil(count / kinds.length)];
    const lines = atOnce(world);
    let [judged, allowed] = [0, 0];
    const seen = new Set<string>();
    const next = (): string => (index === 0 ? corpus[judged] : undefined) ?? kind.line(draw, world.home);
    while (allowed < wanted && judged < wanted * 50) {
      const line = next();
      judged++;
      if (seen.has(line)) continue;
      seen.add(line);
      const request = {
        callId: "1",
        tool: "shell",
        extension: "developer",
        effect: "runs",
        input: { command: line },
        cwd: world.cwd,
      } as const;
      const { signal } = new AbortController();
      if ((await gate.decide(request, signal)).verdict !== "allow") continue;
      if (await destructive().inspectCall?.({ request, rules: async () => [], signal })) continue;
      await pause();
      allowed++;
      if (allowed <= first) continue;
      await lines.start(line, ({ read, changed }) => [
        ...(kind.mayRead ? [] : read.map((secret) => `read ${secret}`)),
        ...changed.filter((path) => !kind.mayChange(path)).map((path) => `changed ${path}`),
      ]);
    }
    const ends = await lines.ends();
    const broken = ends.flatMap(({ line, wrong }) =>
      wrong.length > 0 ? [`${line}: ${wrong.join(", ")}`] : [],
    );
    results.push({ name: kind.name, judged, ran: ends.length, broken });
  }
  return results;
}

interface EndedLine {
  readonly line: string;
  readonly wrong: readonly string[];
}

/** Runs as many lines at once as there are copies for. `ends` are in the order of the starts. */
function atOnce(world: Canaries) {
  const running = new Set<Promise<unknown>>();
  const all: Promise<EndedLine>[] = [];
  return {
    async start(line: string, wrongIn: (deeds: Deeds) => readonly string[]): Promise<void> {
      if (running.size === world.atOnce) await Promise.race(running);
      const end = world.run(line).then((deeds) => ({ line, wrong: wrongIn(deeds) }));
      all.push(end);
      running.add(end);
      void end.then(() => running.delete(end));
    },
    ends: (): Promise<readonly EndedLine[]> => Promise.all(all),
  };
}
