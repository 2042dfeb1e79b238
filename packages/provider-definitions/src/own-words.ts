import { ProviderError } from "@skein/protocol";

/** Names that an engine uses for itself, and what they are called here. */
export type Names = readonly (readonly [theirs: string, ours: string])[];

/**
 * An engine's error in the words of the definition: its name and its variables. The same object, so that nothing of it
 * is lost. What a vendor said, behind the first colon, stays as it is.
 */
export function inOwnWords(error: unknown, provider: string, names: Names): unknown {
  if (!ProviderError.is(error) || error.provider === undefined) return error;
  const { message, hint } = error;
  const colon = message.indexOf(": ");
  const [said, quoted] = colon === -1 ? [message, ""] : [message.slice(0, colon), message.slice(colon)];
  return Object.assign(error, {
    provider,
    message: renamed(said, names) + quoted,
    hint: hint === undefined ? undefined : renamed(hint, names),
  });
}

function renamed(text: string, names: Names): string {
  return names.reduce((rest, [theirs, ours]) => rest.replace(wordOf(theirs), () => ours), text);
}

function wordOf(name: string): RegExp {
  return new RegExp(`(?<![\\w./-])${name.replace(/[^\w]/g, "\\$&")}(?![\\w./-]*\\w)`, "g");
}
