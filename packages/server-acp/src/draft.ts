import type { ServeAcpOptions } from "./serve-acp.ts";
import { loadServeAcpDraft } from "./later.ts";

/** `serveAcp` for the draft of version 2. Loaded for the few who ask for it. */
export async function serveAcpDraft(options: ServeAcpOptions): Promise<void> {
  const draft = await loadServeAcpDraft();
  return draft.serveAcpDraft(options);
}
