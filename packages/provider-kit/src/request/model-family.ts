/**
 * Suffixes of dated model snapshots: `-20251001` (Anthropic), `@20251101`
 * (Vertex AI), `-2025-08-07` (OpenAI), `-latest`.
 */
const snapshot = /[-@](\d{8}|\d{4}-\d{2}-\d{2}|latest)$/;

/**
 * Returns the name that a model shares with its dated snapshots, which accept
 * each other's signatures and encrypted thinking.
 */
export function modelFamily(modelId: string): string {
  return modelId.replace(snapshot, "");
}
