import { questionText, sectionsText, extractText, type Entry } from "@skein/protocol";

interface Part {
  readonly type: string;
}

/** What an entry holds, in a few words: enough to find the one that is meant. */
export function entryWords(entry: Entry): string {
  switch (entry.kind) {
    case "session-start":
      return [
        entry.cwd,
        entry.name,
        entry.worktree && `worktree ${entry.worktree.name}`,
        entry.parent && `fork of ${entry.parent.session} at ${entry.parent.seq}`,
      ]
        .filter((word) => word !== undefined)
        .join(" · ");
    case "settings":
      return [`${entry.provider} ${entry.model}`, entry.mode, ...entry.extensions].join(" · ");
    case "run-start":
      return parts(entry.input);
    case "outcome":
      return `${entry.outcome}${entry.error ? `: ${entry.error.message}` : ""}`;
    case "context":
      return entry.reason;
    case "queued":
      return `${entry.steer ? "(steer) " : ""}${parts(entry.content)}`;
    case "user-message":
      return `${entry.from === "user" ? "" : `(${entry.from}) `}${parts(entry.content)}`;
    case "model-request":
      return `${entry.purpose} · ${entry.provider} ${entry.model}`;
    case "model-result":
      return entry.error ? `failed: ${entry.error.message}` : tokens(entry.usage, entry.costUsd);
    case "reply-draft":
      return parts(entry.content);
    case "assistant-message":
      return `${entry.partial ? `(${entry.partial}) ` : ""}${parts(entry.content)}`;
    case "decision":
      return `${entry.verdict} ${entry.callId} by ${entry.by}${entry.reason === undefined ? "" : `: ${entry.reason}`}`;
    case "question":
      return entry.question.kind === "approval"
        ? `${entry.question.tool}: ${entry.question.reason}`
        : `${entry.question.extension}: ${questionText(entry.question)}`;
    case "answer":
      return `${JSON.stringify(entry.answer)} by ${entry.by}`;
    case "model-attempt":
      return `charged so far: ${entry.chargedTokens} tokens`;
    case "tool-intent":
      return `${entry.tool} ${JSON.stringify(entry.input)}`;
    case "tool-result":
      return `${entry.name}${entry.failure ? ` [${entry.failure.kind}]` : ""} ${parts(entry.content)}`;
    case "checkpoint":
      return `${entry.root} ${entry.snapshot}`;
    case "rewind":
      return `to ${entry.to}`;
    case "compaction":
      return entry.summary;
    case "elision":
      return entry.results.map(({ seq }) => seq).join(", ");
    case "child":
      return entry.session;
    case "extension-state":
      return entry.extension;
    case "dynamic-context":
      return sectionsText(entry.sections).replaceAll(/\n+/g, " · ");
    case "name":
      return `${entry.name} (${entry.by})`;
    case "scrub":
      return `${entry.entries} entries, ${entry.blobs} blobs`;
    case "notice":
      return `${entry.level}: ${entry.text}`;
    default:
      return unknownKind(entry);
  }
}

/** Journals outlive versions. */
function unknownKind(entry: never): string {
  return JSON.stringify(entry);
}

function parts(content: readonly Part[]): string {
  return content
    .map((part) => {
      if (part.type === "text") return extractText([part]);
      if (part.type !== "tool-call") return `(${part.type})`;
      const { name, input, raw } = part as { name?: string; input?: unknown; raw?: string };
      return `→ ${name ?? ""} ${raw ?? JSON.stringify(input)}`;
    })
    .join(" ");
}

function tokens(usage: { readonly input?: number; readonly output?: number }, costUsd?: number): string {
  const { input, output } = usage;
  const cost = costUsd === undefined ? [] : [`$${costUsd.toFixed(4)}`];
  return [`${input ?? "?"} in, ${output ?? "?"} out`, ...cost].join(" · ");
}
