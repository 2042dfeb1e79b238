import { readFileSync } from "node:fs";
import { readForeignSession, type ForeignFormat, type ReadOptions } from "../../src/import/index.ts";

/**
 * Written by the programs themselves: Claude Code 2.1, Codex CLI 0.169, pi 0.74 and opencode 1.18, each in an empty
 * home folder against a scripted model on loopback that thinks, runs `echo` and says what it printed. Paths were
 * replaced, and what the programs tell their models was left out.
 */
export const samples = {
  "claude.jsonl": "claude",
  "claude-parallel.jsonl": "claude",
  "claude-subagent.jsonl": "claude",
  "codex.jsonl": "codex",
  "pi.jsonl": "pi",
  "opencode.json": "opencode",
  "goose.json": "goose",
} as const satisfies Record<string, ForeignFormat>;

export type SampleName = keyof typeof samples;
export const sampleNames = Object.keys(samples) as SampleName[];

export function sampleBytes(name: SampleName): Buffer {
  return readFileSync(new URL(`./samples/${name}`, import.meta.url));
}

export function readSample(name: SampleName, options: Partial<ReadOptions> = {}) {
  return readForeignSession(samples[name], sampleBytes(name).toString(), { name, ...options });
}
