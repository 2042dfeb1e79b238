import { isOpaqueField, type ModelRequest } from "@skein/protocol";
import type { SessionLog } from "../session/session-log.ts";

const bytesPerToken = 4;
/** A flat size for images and files, whose bytes say nothing about their tokens. */
const bytesPerFile = 4_000;

/** Estimates tokens from bytes, good enough for display. */
export function guessTokens(value: unknown): number {
  return Math.ceil(bytesOf(value) / bytesPerToken);
}

/** Messages are immutable, so each is measured once. */
const measuredMessages = new WeakMap<object, number>();

function bytesOf(value: unknown): number {
  if (typeof value === "string") return Buffer.byteLength(value);
  if (typeof value !== "object" || value === null) return bytesPerToken;
  if (!("role" in value)) return bytesOfFields(value);
  const known = measuredMessages.get(value) ?? bytesOfFields(value);
  measuredMessages.set(value, known);
  return known;
}

function bytesOfFields(value: object): number {
  let bytes = bytesPerToken;
  for (const [field, inner] of Object.entries(value)) {
    if (!Array.isArray(value)) bytes += field.length;
    bytes += isOpaqueField(field, value) ? (field === "data" ? bytesPerFile : 0) : bytesOf(inner);
  }
  return bytes;
}

/** Tokens in the context window now: usage of the last call, plus an estimate of what was added since. */
export function usedTokens(
  log: Pick<SessionLog, "measured" | "transcript">,
  told: Pick<ModelRequest, "system" | "tools" | "messages">,
): number {
  const measured = log.measured();
  if (!measured) return guessTokens([told.system, told.tools, told.messages]);
  const entries = log.transcript.entries();
  const since = entries
    .slice(entries.findLastIndex(({ seq }) => seq <= measured.request) + 1)
    .filter(({ kind }) => kind !== "assistant-message")
    .map((entry) =>
      entry.kind === "dynamic-context"
        ? entry.sections
        : "content" in entry
          ? entry.content
          : "text" in entry
            ? entry.text
            : "",
    );
  return measured.inputTokens + measured.outputTokens + guessTokens(since);
}
