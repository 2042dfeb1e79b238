import { isWellKnown } from "./well-known-variables.ts";

/** Words that make a variable a secret when one stands in its name: `GITHUB_TOKEN`, `npm_config__authToken`. */
const secretWords = new Set(
  "KEY KEYS APIKEY TOKEN TOKENS SECRET SECRETS PASSWORD PASSWORDS PASSWD PASS PASSPHRASE PAT CREDENTIAL CREDENTIALS AUTHORIZATION JWT COOKIE SSHPASS".split(
    " ",
  ),
);

/** Names without a border in them: `PGPASSWORD`. */
const secretEnd = /(?:PASSWORD|PASSWD|PASSPHRASE|SECRET|TOKEN|APIKEY)$/i;

/** Shorter values are too common to be told from others. */
const shortestSecret = 8;

export interface EnvironmentSettings {
  /** Default: the environment of this process. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Names that pass although they look like a secret, hold one, or are on no list. */
  readonly keep?: readonly string[];
  /** Whether a text holds a secret; a variable whose value does is kept back. Default: no text is known to. */
  readonly holdsSecret?: (text: string) => boolean;
  /** Asked at each command: whether only well-known variables pass, see `wellKnown`. Default: all others pass too. */
  readonly isStrict?: () => boolean;
  /** Values that no variable may hold, whatever its name; `keep` does not help them. */
  readonly secrets?: readonly string[];
}

/** No one is there to page, edit or type a password. */
const unattended = {
  TERM: "dumb",
  PAGER: "cat",
  GIT_PAGER: "cat",
  GIT_EDITOR: "true",
  GIT_TERMINAL_PROMPT: "0",
};

/** What a command may know of the user's environment, and the names of what it may not. */
export interface CommandVariables {
  readonly passing: Readonly<Record<string, string>>;
  readonly keptBack: readonly string[];
}

/** The environment of a command: the user's, without what looks like a secret or is known to be one. */
export function commandEnvironment(settings: EnvironmentSettings): Record<string, string> {
  return { ...commandVariables(settings).passing };
}

export function commandVariables(settings: EnvironmentSettings): CommandVariables {
  const { environment = process.env, keep = [], secrets = [], holdsSecret = () => false } = settings;
  const isStrict = settings.isStrict?.() ?? false;
  const known = secrets.filter((secret) => secret.length >= shortestSecret);
  const passing: [string, string][] = [];
  const keptBack: string[] = [];
  for (const [name, value] of Object.entries(environment)) {
    if (value === undefined) continue;
    const isFree = !looksSecret(name) && (!isStrict || isWellKnown(name)) && !holdsSecret(value);
    const passes = !known.some((secret) => value.includes(secret)) && (keep.includes(name) || isFree);
    if (passes) passing.push([name, value]);
    else keptBack.push(name);
  }
  return { passing: { ...Object.fromEntries(passing), ...unattended }, keptBack };
}

function looksSecret(name: string): boolean {
  const words = name.replace(/([a-z0-9])([A-Z])/g, "$1_$2").split(/[^A-Za-z0-9]+/);
  return words.some((word) => secretWords.has(word.toUpperCase()) || secretEnd.test(word));
}
