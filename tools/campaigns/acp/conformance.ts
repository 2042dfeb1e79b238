import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { rows, type Row } from "./rows.ts";
import type { JsonObject } from "../../../packages/protocol/src/index.ts";
import { wireClient, type Seed } from "./wire-client.ts";
import { wireSchema } from "./wire-schema.ts";

export interface RowResult {
  readonly row: Row;
  /** What is wrong; empty when it passes. */
  readonly problems: readonly string[];
  /** Whether the same row fails with its bug. */
  readonly findsBug: boolean;
}

const bin = fileURLToPath(new URL("../../../apps/cli/bin/skein.cjs", import.meta.url));
const schema = wireSchema();

/** Runs each row against the bundled command, then again with a bug in what the agent says. */
export async function runRows(
  wanted: readonly Row[] = rows,
  onEnd: (result: RowResult) => void = () => undefined,
): Promise<readonly RowResult[]> {
  const results: RowResult[] = [];
  for (const row of wanted) {
    const result = {
      row,
      problems: await problemsOf(row, undefined),
      findsBug: (await problemsOf(row, row.seed)).length > 0,
    };
    onEnd(result);
    results.push(result);
  }
  return results;
}

async function problemsOf(row: Row, seed: Seed | undefined): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), "skein-acp-"));
  try {
    const cwd = join(folder, "project");
    mkdirSync(cwd);
    writeFileSync(join(folder, "script.json"), JSON.stringify({ turns: row.turns ?? [] }));
    mkdirSync(join(folder, ".agents/skills/greet"), { recursive: true });
    writeFileSync(
      join(folder, ".agents/skills/greet/SKILL.md"),
      "---\nname: greet\ndescription: How to greet.\n---\nSay hello.\n",
    );
    return await checked(row, { folder, cwd, seed });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Place {
  readonly folder: string;
  readonly cwd: string;
  readonly seed: Seed | undefined;
}

async function checked(row: Row, { folder, cwd, seed }: Place): Promise<readonly string[]> {
  const flags = [
    "--provider",
    "replay",
    "--model",
    join(folder, "script.json"),
    "--mode",
    row.mode ?? "auto",
  ];
  await using client = wireClient({
    command: [process.execPath, bin, "acp", ...flags],
    cwd,
    env: {
      PATH: process.env["PATH"] ?? "",
      HOME: folder,
      SKEIN_HOME: join(folder, "home"),
      SKEIN_NO_KEYRING: "1",
      SKEIN_SANDBOX: "off",
    },
    schema,
    answers: (method, params) => answers[method]?.(params) ?? { outcome: outcomeOf(row.permit, params) },
    seed,
  });
  try {
    await row.check(client, cwd);
    return client.problems;
  } catch (error) {
    return [...client.problems, error instanceof Error ? error.message : String(error)];
  }
}

/** A person who says B, and an editor in which no file is saved. */
const answers: Readonly<Record<string, (params: JsonObject) => JsonObject>> = {
  "elicitation/create": () => ({ action: "accept", content: { answer1: "B" } }),
  "fs/read_text_file": ({ path }) => ({ content: typeof path === "string" ? `${path}: not saved\n` : "" }),
  "fs/write_text_file": () => ({}),
};

/** An option that was not offered cannot be chosen. */
function outcomeOf(permit: string | undefined, { options }: { readonly options?: unknown }) {
  const offered = Array.isArray(options) ? (options as readonly { readonly optionId: string }[]) : [];
  const isOffered = offered.some(({ optionId }) => optionId === permit);
  return isOffered && permit !== undefined
    ? { outcome: "selected", optionId: permit }
    : { outcome: "cancelled" };
}
