/** A model by provider and id. */
export interface ModelName {
  /** Id of the provider, as settings name it. */
  readonly provider: string;
  /** Id of the model, by the provider's own name. May contain slashes. */
  readonly model: string;
}

/**
 * Reads `PROVIDER/MODEL` or `MODEL`. Ids of models may have slashes themselves: only what is before the first one can be
 * a provider.
 *
 * @param isProvider - whether there is a provider of this name. Default: what is before a slash is one, as in files that
 *   are read on any machine.
 */
export function readModelName(
  text: string,
  isProvider: (id: string) => boolean = () => true,
): Pick<ModelName, "model"> & Partial<ModelName> {
  const slash = text.indexOf("/");
  const provider = text.slice(0, Math.max(slash, 0));
  return provider !== "" && isProvider(provider)
    ? { provider, model: text.slice(slash + 1) }
    : { model: text };
}
