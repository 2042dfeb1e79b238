import { appendFileSync, existsSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { toFind, type StoredFind } from "./finds.ts";
import { seedOf, type PropertyUse, type UseIdentity } from "./property-use.ts";

/** What `npm run fuzz` sets in the variable `SKEIN_FUZZ`, as JSON. */
export interface FuzzSettings {
  readonly seed: string;
  /** File to which each property appends a `FuzzRecord` as a line of JSON. */
  readonly log: string;
  /** Multiplies the number of runs that the test sets. Default 1. */
  readonly times?: number;
  /** Number of runs that each property needs, those of earlier calls included. Omitted: as many as the test sets. */
  readonly until?: number;
  /** File of the runs of earlier calls, as JSON: `RunCounts`. */
  readonly counts?: string;
  /** Time after which a property starts no further round, in milliseconds. */
  readonly msPerProperty?: number;
  /** End of all work, in milliseconds since 1970. Each property has one round nevertheless. */
  readonly stopAt?: number;
}

/** Number of runs by the key of a property. */
export type RunCounts = Readonly<Record<string, number>>;

/** One property in one call of a fuzz run. */
export interface FuzzRecord {
  readonly file: string;
  readonly test: string;
  readonly index: number;
  readonly runs: number;
  readonly isFailed: boolean;
  /** Omitted: no value made it fail, or the values cannot be repeated. */
  readonly find?: StoredFind;
}

/** The settings of the fuzz run that started this process, or undefined. */
export function fuzzSettings(): FuzzSettings | undefined {
  const text = process.env["SKEIN_FUZZ"];
  return text === undefined || text === "" ? undefined : (JSON.parse(text) as FuzzSettings);
}

export function propertyKey({ file, test, index }: UseIdentity): string {
  return `${file} > ${test} #${index}`;
}

/**
 * Runs a property in rounds, each with another seed and as many runs as the test sets, until it has had enough. Throws if
 * it does not hold.
 */
export function fuzz<Ts>(
  property: fc.IRawProperty<Ts>,
  options: fc.Parameters<Ts> & { readonly numRuns: number },
  use: PropertyUse,
  settings: FuzzSettings,
): void | Promise<void> {
  const { times = 1, msPerProperty = Infinity, stopAt = Infinity } = settings;
  const numRuns = options.numRuns * times;
  const wanted = settings.until === undefined ? numRuns : settings.until - earlierRuns(use, settings);
  // A test with a short time limit of its own has several properties, or slow rounds.
  const limitMs = Math.min(msPerProperty, use.timeoutMs / 4);
  const started = performance.now();
  let [runs, round] = [0, 0];

  function nextRound(): fc.Parameters<Ts> | undefined {
    const isLate = performance.now() - started >= limitMs || Date.now() >= stopAt;
    if (round > 0 && (runs >= wanted || isLate)) return undefined;
    const seed = seedOf(use, `${settings.seed} ${round++}`);
    return { ...options, numRuns, seed };
  }

  function accept(details: fc.RunDetails<Ts>): void {
    runs += details.numRuns;
    if (!details.failed) return;
    const find = toFind(use, details);
    record(settings, { ...identityOf(use), runs, isFailed: true, ...(find && { find }) });
    throw new Error(fc.defaultReportMessage(details), { cause: details.errorInstance });
  }

  const finish = () => record(settings, { ...identityOf(use), runs, isFailed: false });

  if (property.isAsync()) {
    return (async () => {
      for (let next = nextRound(); next; next = nextRound()) accept(await fc.check(property, next));
      finish();
    })();
  }
  for (let next = nextRound(); next; next = nextRound())
    accept(fc.check(property, next) as fc.RunDetails<Ts>);
  finish();
}

/** Records values that a test has drawn without a property. */
export function recordSample(use: PropertyUse, runs: number, settings: FuzzSettings): void {
  record(settings, { ...identityOf(use), runs, isFailed: false });
}

function earlierRuns(use: PropertyUse, { counts }: FuzzSettings): number {
  if (counts === undefined || !existsSync(counts)) return 0;
  return (JSON.parse(readFileSync(counts, "utf8")) as RunCounts)[propertyKey(use)] ?? 0;
}

function identityOf({ file, test, index }: UseIdentity): UseIdentity {
  return { file, test, index };
}

function record({ log }: FuzzSettings, entry: FuzzRecord): void {
  appendFileSync(log, `${JSON.stringify(entry)}\n`);
}
