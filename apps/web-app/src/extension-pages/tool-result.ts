import type { CallResult } from "@skein/session-view";

export interface ShownResult {
  readonly content: readonly object[];
  readonly structured?: unknown;
  readonly isFailure: boolean;
}

/** A result as MCP has it. Pictures and files that are not in the page are left out. */
export function toolResultOf({ content, structured, isFailure }: ShownResult): object {
  return {
    content: content.flatMap(contentOf),
    ...(typeof structured === "object" && structured !== null ? { structuredContent: structured } : {}),
    ...(isFailure ? { isError: true } : {}),
  };
}

export function resultOfCall({ content, structured, failure }: CallResult): object {
  return toolResultOf({ content, structured, isFailure: failure !== undefined });
}

/** What the page reads when a call did not come to a result. */
export function failedCall(text: string): object {
  return toolResultOf({ content: [{ type: "text", text }], isFailure: true });
}

function contentOf(part: object): readonly object[] {
  const { type, text, mediaType, data } = part as Readonly<Record<string, unknown>>;
  if (type === "text" && typeof text === "string") return [{ type, text }];
  return type === "image" && typeof data === "string" ? [{ type, data, mimeType: mediaType }] : [];
}
