import { ConfigError } from "@skein/protocol";
import { commandWords } from "@skein/settings";

/** An MCP server in one line: `KEY=value command arguments`, or an address. */
export type ServerLine =
  | {
      readonly command: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
    }
  | { readonly url: string };

/** @param what - the line's name in errors. Throws `ConfigError`. */
export function serverLine(line: string, what: string): ServerLine {
  const words = commandWords(line);
  if (words) return serverWords(words, what);
  throw new ConfigError("usage", `${what}: a quote in ${JSON.stringify(line)} is not closed.`);
}

/** The same in words that a shell has split already. */
export function serverWords(words: readonly string[], what: string): ServerLine {
  const [only] = words;
  if (words.length === 1 && only !== undefined && /^https?:/i.test(only)) return { url: only };
  const firstWord = words.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word));
  const [command, ...args] = firstWord === -1 ? [] : words.slice(firstWord);
  if (command === undefined) {
    throw new ConfigError("usage", `${what}: there is no command in ${JSON.stringify(words.join(" "))}.`, {
      hint: `For example: ${what} "API_TOKEN=… npx -y some-server"`,
    });
  }
  const env = Object.fromEntries(
    words.slice(0, firstWord).map((word) => {
      const end = word.indexOf("=");
      return [word.slice(0, end), word.slice(end + 1)];
    }),
  );
  return { command, args, env };
}
