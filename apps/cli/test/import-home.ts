import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { skeinHome, type SkeinHome } from "./skein.ts";

interface PlanLine {
  readonly area: string;
  readonly action: "add" | "change" | "same" | "keep" | "skip";
  readonly subject: string;
  readonly before?: string;
  readonly after?: string;
  readonly why?: string;
}

interface Imported {
  readonly exitCode: number | null;
  readonly outcome: string;
  readonly plan: readonly PlanLine[];
  readonly broken: readonly string[];
  readonly sessions: number;
  /** All the program said, to look for secrets in. */
  readonly said: string;
  /** `area subject` of the lines with that action. */
  lines(action: PlanLine["action"]): readonly string[];
  line(subject: string): PlanLine | undefined;
}

/** A home with another program's files in it, and no keys. */
export interface ImportHome extends SkeinHome {
  write(path: string, text: string): void;
  read(path: string): string;
  /** Runs `skein import … --json`. */
  take(...args: string[]): Promise<Imported>;
  /** Paths below the home, sorted. */
  files(): readonly string[];
}

export const quiet = { ANTHROPIC_API_KEY: "", ANTHROPIC_BASE_URL: "" };

export async function importHome(files: Readonly<Record<string, string>> = {}): Promise<ImportHome> {
  const skein = await skeinHome();
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(skein.home, path)), { recursive: true });
    writeFileSync(join(skein.home, path), text);
  };
  for (const [path, text] of Object.entries(files)) write(path, text);
  return {
    ...skein,
    write,
    read: (path) => readFileSync(join(skein.home, path), "utf8"),
    async take(...args) {
      const ended = await skein.here(["import", ...args, "--json"], quiet);
      const said = ended.stdout + ended.stderr;
      const result = JSON.parse(ended.stdout === "" ? "{}" : ended.stdout) as Partial<Imported>;
      const { outcome = "", plan = [], broken = [], sessions = 0 } = result;
      return {
        exitCode: ended.exitCode,
        outcome,
        plan,
        broken,
        sessions,
        said,
        lines: (action) =>
          plan.filter((line) => line.action === action).map(({ area, subject }) => `${area} ${subject}`),
        line: (subject) => plan.find((line) => line.subject === subject),
      };
    },
    files: () =>
      readdirSync(skein.home, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(skein.home.length + 1))
        .toSorted(),
  };
}
