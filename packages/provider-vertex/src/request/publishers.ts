/** Whose model it is, and what it is called there. */
export interface PublishedModel {
  readonly publisher: string;
  readonly name: string;
}

/**
 * Claude's names begin with `claude`; what says nothing else is Google's. `publishers/anthropic/models/claude-opus-5`
 * is taken as well.
 */
export function publishedModel(modelId: string): PublishedModel {
  const { publisher, name } =
    /^publishers\/(?<publisher>[^/]+)\/models\/(?<name>.+)$/.exec(modelId)?.groups ?? {};
  if (publisher !== undefined && name !== undefined) return { publisher, name };
  return { publisher: modelId.startsWith("claude") ? "anthropic" : "google", name: modelId };
}

/** @param modelId - also the whole name of an own endpoint: `projects/…/locations/…/endpoints/123`. */
export function modelPath(modelId: string, project: string, location: string): string {
  if (modelId.startsWith("projects/")) return modelId;
  const { publisher, name } = publishedModel(modelId);
  return `projects/${project}/locations/${location}/publishers/${publisher}/models/${name}`;
}
