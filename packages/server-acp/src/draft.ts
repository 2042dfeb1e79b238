import type { ServeAcpOptions } from "./serve-acp.ts";

/** `serveAcp` for the draft of version 2. Loaded for the few who ask for it. */
export async function serveAcpDraft(options: ServeAcpOptions): Promise<void> {
  const draft = await import("./draft/serve-acp-draft.ts");
  return draft.serveAcpDraft(options);
}
