/** Words that make a variable a secret when one stands in its name: `GITHUB_TOKEN`, `npm_config__authToken`. */
const secretWords = new Set(
  "KEY KEYS APIKEY TOKEN TOKENS SECRET SECRETS PASSWORD PASSWORDS PASSWD PASS PASSPHRASE PAT CREDENTIAL CREDENTIALS".split(
    " ",
  ),
);

/** Shorter values are too common to be told from others. */
const shortestSecret = 8;

export interface EnvironmentSettings {
  /** Default: the environment of this process. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Names that pass although they look like a secret. */
  readonly keep?: readonly string[];
  /** Values that no variable may hold, whatever its name; `keep` does not help them. */
  readonly secrets?: readonly string[];
}

/** Nobody is there to page, edit or type a password. */
const unattended = {
  TERM: "dumb",
  PAGER: "cat",
  GIT_PAGER: "cat",
  GIT_EDITOR: "true",
  GIT_TERMINAL_PROMPT: "0",
};

/** The environment of a command: the user's, without what looks like a secret or is known to be one. */
export function commandEnvironment(settings: EnvironmentSettings): Record<string, string> {
  const { environment = process.env, keep = [], secrets = [] } = settings;
  const known = secrets.filter((secret) => secret.length >= shortestSecret);
  const passing: [string, string][] = [];
  for (const [name, value] of Object.entries(environment)) {
    if (value === undefined || known.some((secret) => value.includes(secret))) continue;
    if (keep.includes(name) || !looksSecret(name)) passing.push([name, value]);
  }
  return { ...Object.fromEntries(passing), ...unattended };
}

function looksSecret(name: string): boolean {
  const words = name.replace(/([a-z0-9])([A-Z])/g, "$1_$2").split(/[^A-Za-z0-9]+/);
  return words.some((word) => secretWords.has(word.toUpperCase()));
}
