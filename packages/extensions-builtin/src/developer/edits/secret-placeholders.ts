import { escapeName, placeholdersIn, type ToolContext, type ToolFailure } from "@skein/protocol";

export interface SecretSource extends Pick<ToolContext, "restoreSecrets"> {
  readonly path: string;
  /** Text of the file as it is; empty for a new one. */
  readonly content: string;
}

/**
 * A text for a file in which each placeholder is the secret that the file has. Refuses one whose secret is not known:
 * written as it is, it would replace the secret.
 */
export function withStoredSecrets(text: string, source: SecretSource): string | ToolFailure {
  const { path, content, restoreSecrets } = source;
  const unknown = (from: string) =>
    placeholdersIn(from).filter((placeholder) => !content.includes(placeholder));
  if (unknown(text).length === 0) return text;
  const restored = restoreSecrets ? restoreSecrets(text, content) : text;
  const [first] = unknown(restored);
  if (first === undefined) return restored;
  return {
    kind: "failed",
    message: `${first} is the placeholder of a redacted secret that ${escapeName(path)} does not have; nothing was changed.`,
    hint: "Leave out the text with the secret: edit the lines around it. If it is no placeholder, write the file in the shell.",
  };
}
