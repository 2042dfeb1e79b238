/** In [0, 1). */
export type Random = () => number;

/** A made-up project: its parts are named again and again, also where nothing of note is said about them. */
export interface Project {
  readonly modules: readonly string[];
  readonly topics: readonly string[];
  pick<Item>(items: readonly Item[]): Item;
  whole(from: number, to: number): number;
  hex(length: number): string;
  /** A name that was not given out before. */
  fresh(make: (tries: number) => string): string;
  pathOf(module: string): string;
}

const firstWords = "ledger invoice cart search session image order audit payment report cache upload".split(
  " ",
);
const secondWords = "worker gateway importer scheduler exporter mailer resolver".split(" ");
const topics = [
  "retries",
  "rounding of amounts",
  "locking",
  "pagination",
  "file uploads",
  "time zones",
  "log rotation",
  "rate limits",
  "currency conversion",
  "schema migrations",
  "duplicate detection",
  "session expiry",
];
const folders = ["src", "lib", "core", "internal"];

export function projectOf(random: Random): Project {
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
  const whole = (from: number, to: number) => from + Math.floor(random() * (to - from + 1));
  const given = new Set<string>();
  const modules = firstWords.flatMap((first) => secondWords.map((second) => `${first} ${second}`));
  return {
    modules: modules.toSorted(() => random() - 0.5).slice(0, 40),
    topics,
    pick,
    whole,
    hex: (length) => Array.from({ length }, () => Math.floor(random() * 16).toString(16)).join(""),
    fresh(make) {
      for (let tries = 0; tries < 10_000; tries++) {
        const name = make(tries);
        if (given.has(name)) continue;
        given.add(name);
        return name;
      }
      throw new Error("There are no more names.");
    },
    pathOf: (module) => `packages/${module.replace(" ", "-")}/${pick(folders)}`,
  };
}
