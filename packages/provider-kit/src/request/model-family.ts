/** What vendors put behind a model's name to say which state of it: `-20251001`, `@20251101`, `-2025-08-07`, `-latest`. */
const snapshot = /[-@](\d{8}|\d{4}-\d{2}-\d{2}|latest)$/;

/** The name a model shares with its dated states, which understand each other's signatures and sealed thoughts. */
export function modelFamily(modelId: string): string {
  return modelId.replace(snapshot, "");
}
