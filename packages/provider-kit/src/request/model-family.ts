/** Suffixes of dated model snapshots: `-20251001`, `@20251101`, `-2025-08-07`, `-latest`. */
const snapshot = /[-@](\d{8}|\d{4}-\d{2}-\d{2}|latest)$/;

/**
 * The name that a model shares with its dated snapshots, which accept each other's signatures and encrypted
 * thinking.
 */
export function modelFamily(modelId: string): string {
  return modelId.replace(snapshot, "");
}
