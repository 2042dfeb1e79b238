import { ConfigError } from "@skein/protocol";

const mostCharacters = 200;

/** One line, not empty. Throws `ConfigError`. */
export function readName(text: string): string {
  const name = text.replaceAll(/\s+/g, " ").trim();
  if (name !== "" && name.length <= mostCharacters) return name;
  throw new ConfigError("usage", name === "" ? "A name needs a letter or more." : "That name is too long.", {
    hint: `Give 1 to ${mostCharacters} characters.`,
  });
}
