import { ConfigError } from "@skein/protocol";
import { settingFields } from "@skein/settings";

const { flag = "", variable, parse } = settingFields.journal;

/** Takes the address of the database out of the words of any command, as if its variable were set. */
export function takeDatabaseUrl(
  words: readonly string[],
  env: Record<string, string | undefined>,
): readonly string[] {
  const end = words.indexOf("--");
  const at = words.findIndex((word) => word === flag || word.startsWith(`${flag}=`));
  if (at === -1 || (end !== -1 && at > end)) return words;
  const isJoined = words[at] !== flag;
  const given = isJoined ? words[at]!.slice(flag.length + 1) : words[at + 1];
  const parsed = parse(given);
  if ("fix" in parsed)
    throw new ConfigError("usage", `${flag} needs the address of a database.`, { hint: parsed.fix });
  env[variable] = parsed.value;
  return words.toSpliced(at, isJoined ? 1 : 2);
}
