import { parseArgs } from "node:util";

export interface FuzzOptions {
  readonly kind: "fuzz";
  /** Beginnings of paths of test files; empty for all. */
  readonly paths: readonly string[];
  /** Multiplies the runs of each property. */
  readonly times: number;
  readonly seed: string;
  /** Number of runs that each property needs, earlier calls included. */
  readonly until?: number;
  /** Time for this call, in milliseconds. */
  readonly sliceMs?: number;
}

/** What the arguments mean: a fuzz run, the help, or an error to print. */
export type Command =
  | FuzzOptions
  | { readonly kind: "help" }
  | { readonly kind: "error"; readonly text: string };

export const help = `npm run fuzz -- [PATH…] [--times N | --until N [--slice TIME]] [--seed N]

Runs the property tests with random values, more often than npm test does.
Counterexamples are stored next to the test, as NAME.finds.json: npm test tries them from then on.

  PATH          Only test files whose paths begin with it
  --times N     Multiple of the runs that each test sets (default: 10)
  --until N     Continue with the properties that had the fewest runs, until each has had N
  --slice TIME  Stop after this time, such as 90s, 5m or 1h; the next call continues
  --seed N      Seed of all values (default: random)

Exits with 1 if a property failed.`;

const flags = {
  times: { type: "string" },
  until: { type: "string" },
  slice: { type: "string" },
  seed: { type: "string" },
  help: { type: "boolean", short: "h" },
} as const;

const unitMs: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000 };

export function readCommand(args: readonly string[], randomSeed: () => string): Command {
  const { values, positionals, tokens } = parseArgs({
    args: [...args],
    options: flags,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const unknown = tokens.find((token) => token.kind === "option" && !Object.hasOwn(flags, token.name));
  if (unknown?.kind === "option") {
    const names = Object.keys(flags).map((name) => `--${name}`);
    return error(`Unknown flag ${unknown.rawName}. Use one of: ${names.join(", ")}.`);
  }
  if (values.help === true) return { kind: "help" };
  const bare = tokens.find((token) => token.kind === "option" && token.value === undefined);
  if (bare?.kind === "option") return error(`Missing value for ${bare.rawName}. Run npm run fuzz -- --help.`);
  const { times, until, slice, seed } = values as Readonly<Record<string, string | undefined>>;
  if (times !== undefined && !/^[1-9]\d{0,3}$/.test(times))
    return error(`Invalid value for --times: "${times}". Use a number from 1 to 9999.`);
  if (until !== undefined && !/^[1-9]\d{0,6}$/.test(until))
    return error(`Invalid value for --until: "${until}". Use a number from 1 to 9999999.`);
  const sliceMs = slice === undefined ? undefined : durationOf(slice);
  if (slice !== undefined && sliceMs === undefined)
    return error(`Invalid value for --slice: "${slice}". Use a number with s, m or h, such as 5m.`);
  if (seed !== undefined && !/^-?\d{1,10}$/.test(seed))
    return error(`Invalid value for --seed: "${seed}". Use an integer.`);
  if (times !== undefined && until !== undefined)
    return error("--times cannot be used with --until. Remove one of them.");
  if (slice !== undefined && until === undefined) return error("--slice needs --until.");
  return {
    kind: "fuzz",
    paths: positionals,
    times: Number(times ?? (until === undefined ? 10 : 1)),
    seed: seed ?? randomSeed(),
    ...(until !== undefined && { until: Number(until) }),
    ...(sliceMs !== undefined && { sliceMs }),
  };
}

function error(text: string): Command {
  return { kind: "error", text };
}

function durationOf(text: string): number | undefined {
  const [, count, unit = ""] = /^([1-9]\d{0,3})([smh])$/.exec(text) ?? [];
  return count === undefined ? undefined : Number(count) * unitMs[unit]!;
}
