import type { AgentEvent, AgentEventBody } from "@skein/protocol";
import { fitContext } from "./fit-context.ts";
import { buildRequest } from "./build-request.ts";
import { readLastContext } from "../context/model-context.ts";
import type { CompleteParts } from "../agent-parts.ts";
import type { AgentState } from "../agent-state.ts";
import type { SessionLog } from "../session/session-log.ts";

/** The result of `Agent.compact`. */
export interface Compacted {
  readonly changed: boolean;
  /** Sentences for the user: what was done, or why nothing was done. */
  readonly notices: readonly string[];
}

export interface CompactOptions {
  readonly parts: Pick<
    CompleteParts,
    "compaction" | "auxiliaryIdleMs" | "budget" | "hooks" | "cwd" | "session" | "redact"
  >;
  readonly state: AgentState;
  readonly log: SessionLog;
  readonly wish: string | undefined;
  readonly tell: ((sentence: string) => void) | undefined;
  readonly onEvent: ((event: AgentEvent) => void) | undefined;
  readonly signal: AbortSignal;
}

/**
 * Compacts a session between two runs. Starts no extension: the last system prompt and tools are in the
 * journal.
 */
export async function compactSession({
  parts,
  state,
  log,
  wish,
  tell = () => undefined,
  onEvent = () => undefined,
  signal,
}: CompactOptions): Promise<Compacted> {
  const why = whyNot(parts, log);
  if (why !== undefined) return { changed: false, notices: [why] };
  const notices: string[] = [];
  const told = (await readLastContext(log)) ?? { system: "", tools: [] };
  const changed = await fitContext(
    {
      run: null,
      parts,
      state,
      log,
      emit(event, seq) {
        const { session } = parts;
        const redacted = parts.redact(event);
        notices.push(...noticesOf(redacted));
        onEvent({ session, path: [], ...(seq === undefined ? {} : { seq }), ...redacted });
      },
      tell: (sentence) => tell(parts.redact(sentence)),
      build: () => buildRequest({ parts, state, log }, told),
      signal,
    },
    { cause: "asked", overflows: 0, ...(wish === undefined ? {} : { wish }) },
  );
  return { changed, notices };
}

function noticesOf(event: AgentEventBody): readonly string[] {
  if (event.type === "compacted") return event.notices;
  return event.type === "notice" ? [event.text] : [];
}

function whyNot(
  { compaction }: Pick<CompleteParts, "compaction">,
  { transcript }: SessionLog,
): string | undefined {
  if (!compaction) return "This agent has no compaction.";
  if (transcript.messages().length === 0) return "The conversation is empty.";
  // Closing open calls here would lose results that can still be collected.
  const isOpen = transcript.openCalls().length > 0 || transcript.draft() !== undefined;
  return isOpen ? "The last run was cut off: resume it first." : undefined;
}
