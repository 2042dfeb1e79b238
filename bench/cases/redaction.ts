import { randomBytes } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createRedactor, redactJson } from "../../packages/redaction/src/index.ts";
import { paired, type Row } from "../measure.ts";

const packages = fileURLToPath(new URL("../../packages", import.meta.url));
const megabytes = 8;

/** What stands in front of every write: text without a secret, by one search of Node's own for one string. */
export async function redaction(): Promise<readonly Row[]> {
  const sources = globSync(join(packages, "*/src/**/*.ts")).map((file) => readFileSync(file, "utf8"));
  const whole = sources
    .join("")
    .repeat(20)
    .slice(0, megabytes * 1024 * 1024);
  const text = Buffer.from(whole).toString();
  const rows: Row[] = [];
  for (const patterns of [false, true]) {
    for (const count of [5, 50, 300]) {
      const secrets = Array.from({ length: count }, (_, index) => ({
        name: `KEY_${index}`,
        value: randomBytes(24).toString(index % 2 === 0 ? "hex" : "base64"),
      }));
      const redactor = createRedactor({ key: randomBytes(32), secrets, patterns });
      const figures = await paired(
        9,
        async () => time(() => redactor.redact(text)),
        async () => time(() => text.indexOf("no text holds this")),
      );
      rows.push({
        what: `redact(), ${count} known secrets${patterns ? ", formats of tokens" : ""} / one indexOf`,
        skein: speed(text, figures.skein),
        floor: speed(text, figures.floor),
        value: figures.ratio,
      });
    }
  }
  return [...rows, await manyKeys()];
}

/** The input of one call with 40,000 keys, by what it takes to write it as JSON. */
async function manyKeys(): Promise<Row> {
  const secrets = Array.from({ length: 1_000 }, (_, index) => ({
    name: `KEY_${index}`,
    value: randomBytes(24).toString(index % 2 === 0 ? "hex" : "base64"),
  }));
  const redactor = createRedactor({ key: randomBytes(32), secrets });
  const input = Object.fromEntries(
    Array.from({ length: 40_000 }, (_, index) => [`field_${index}`, `value ${index}`]),
  );
  const figures = await paired(
    25,
    async () => time(() => redactJson(input, redactor)),
    async () => time(() => JSON.stringify(input)),
  );
  return {
    what: "redactJson(), 1,000 known secrets, 40,000 keys / their JSON",
    skein: `${figures.skein.toFixed(1)} ms`,
    floor: `${figures.floor.toFixed(1)} ms`,
    value: figures.ratio,
  };
}

function time(work: () => unknown): number {
  const startedAt = performance.now();
  work();
  return performance.now() - startedAt;
}

function speed(text: string, ms: number): string {
  return `${Math.round(text.length / 1_000 / ms)} MB/s`;
}
