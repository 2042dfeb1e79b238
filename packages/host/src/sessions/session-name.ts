import { ConfigError, oneLine } from "@skein/protocol";

const mostCharacters = 200;

/** A name of a session as it is kept: one line, not empty. Throws `ConfigError`. */
export function sessionName(text: string): string {
  const name = oneLine(text);
  if (name !== "" && name.length <= mostCharacters) return name;
  throw new ConfigError("usage", name === "" ? "A name needs a letter or more." : "That name is too long.", {
    hint: `Give 1 to ${mostCharacters} characters.`,
  });
}
