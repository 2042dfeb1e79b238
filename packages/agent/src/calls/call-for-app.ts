import {
  escapeName,
  inspectCall,
  isFailure,
  messageOf,
  type Decision,
  type Extension,
  type JsonValue,
  type ToolOutcome,
} from "@skein/protocol";
import type { CompleteParts } from "../agent-parts.ts";
import type { Emit } from "../events/emit.ts";
import type { SessionLog } from "../session/session-log.ts";
import { runHooks } from "../run/call-hooks.ts";
import { gateDecision } from "./gate-decision.ts";
import { gateRequestOf } from "./gate-request.ts";
import { validateInput, type ValidToolCall } from "./validate-tool-call.ts";

/** A call that a page of an extension wants to make, see `ExtensionApps`. */
export interface AppCall {
  /** Whose page it is: it may call tools of that one alone. */
  readonly extension: string;
  /** By its server's own name. */
  readonly tool: string;
  readonly input: JsonValue;
  /** The user has approved this call, with this input. */
  readonly isApproved: boolean;
}

export type AppCallEnd =
  /** Nothing was run: the user has to be asked. */
  { readonly asks: { readonly tool: string; readonly reason: string } } | { readonly outcome: ToolOutcome };

interface AppCallNeeds {
  readonly parts: Pick<
    CompleteParts,
    "extensions" | "gate" | "hooks" | "inspectors" | "redact" | "cwd" | "ids" | "callFolder"
  >;
  readonly log: SessionLog;
  readonly emit: Emit;
  readonly signal: AbortSignal;
}

/** Characters of an input in the session's record. */
const shownCharacters = 1000;
const longestMs = 300_000;

/**
 * Runs a tool for a page, outside the conversation, with the permissions that a call of the model has. The session's record
 * says so before it is run, and what came of it. Placeholders for secrets in its input stay what they are.
 */
export async function callForApp(needs: AppCallNeeds, call: AppCall): Promise<AppCallEnd> {
  const { parts } = needs;
  const extension = parts.extensions.find(({ name }) => name === call.extension);
  const tool = extension?.apps?.tool(call.tool);
  if (!extension || !tool) return { outcome: { kind: "unknown-tool", available: [] } };
  const found = validateInput(`app-${parts.ids()}`, { tool, extension }, call.input);
  if ("failure" in found) return { outcome: found.failure };
  const signal = AbortSignal.any([needs.signal, AbortSignal.timeout(longestMs)]);
  const decided = await decide({ ...needs, signal }, found.valid);
  const { verdict, by, reason = `Asked by ${by}.` } = decided;
  if (verdict === "deny") return { outcome: parts.redact({ kind: "denied", by: "policy", reason }) };
  if (verdict === "ask" && !call.isApproved) return { asks: parts.redact({ tool: tool.name, reason }) };
  return { outcome: await run({ ...needs, signal }, found.valid, extension) };
}

async function run(needs: AppCallNeeds, valid: ValidToolCall, extension: Extension): Promise<ToolOutcome> {
  const { parts, log, signal } = needs;
  const { tool } = valid.mounted;
  const input = JSON.stringify(valid.input);
  const shown = input.length > shownCharacters ? `${input.slice(0, shownCharacters)} …` : input;
  await record(needs, `A page of "${extension.name}" calls ${tool.name}: ${escapeName(shown)}`);
  const outcome = await outcomeOf(() =>
    tool.call(valid.input, {
      session: log.id,
      callId: valid.id,
      cwd: parts.cwd,
      signal,
      progress: () => undefined,
      callFolder: parts.callFolder(log.id, valid.id),
    }),
  );
  const end = isFailure(outcome) ? `failed (${outcome.kind})` : "is done";
  await record(needs, `The call of ${tool.name} for the page ${end}.`);
  return parts.redact(outcome);
}

async function record({ log, emit }: AppCallNeeds, text: string): Promise<void> {
  const notice = { kind: "notice", audience: "user", level: "info", text } as const;
  for (const entry of await log.write(null, notice))
    if (entry.kind === "notice") emit({ type: "notice", level: "info", text: entry.text }, entry.seq);
}

async function outcomeOf(work: () => Promise<ToolOutcome>): Promise<ToolOutcome> {
  try {
    return await work();
  } catch (error) {
    return { kind: "failed", message: messageOf(error) };
  }
}

/** The strictest of what the hooks, the gate and the inspectors say. Where one of them fails, it is a question. */
async function decide({ parts, signal }: AppCallNeeds, valid: ValidToolCall): Promise<Decision> {
  const request = gateRequestOf(valid, parts.cwd);
  const hooked = await runHooks({ parts, signal }, { type: "before-tool", request });
  if (hooked.verdict === "deny" || hooked.endRun !== undefined)
    return {
      verdict: "deny",
      by: hooked.by ?? "hook",
      reason: hooked.reason ?? hooked.endRun ?? "A hook denies it.",
    };
  // What a hook writes in place of the input was not what the page asked for, and not what a person approved.
  if (hooked.input !== undefined)
    return { verdict: "deny", by: hooked.by ?? "hook", reason: "A hook changes what this call would do." };
  const gated = await gateDecision(parts, request, signal);
  const decision: Decision =
    hooked.verdict === "ask" && gated.verdict === "allow"
      ? { verdict: "ask", by: hooked.by ?? "hook", reason: hooked.reason ?? "A hook asks about it." }
      : gated;
  return inspectCall(parts.inspectors, { request, decision, gate: parts.gate, signal });
}
