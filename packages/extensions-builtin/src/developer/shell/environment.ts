import { isInherited } from "@skein/platform/variables";
import { isWellKnown } from "./well-known-variables.ts";

/** Words that mark a variable as secret: `GITHUB_TOKEN`, `npm_config__authToken`. */
const secretWords = new Set(
  "KEY KEYS APIKEY TOKEN TOKENS SECRET SECRETS PASSWORD PASSWORDS PASSWD PASS PASSPHRASE PAT CREDENTIAL CREDENTIALS AUTHORIZATION JWT COOKIE SSHPASS".split(
    " ",
  ),
);

/** Names without separators: `PGPASSWORD`. */
const secretEnd = /(?:PASSWORD|PASSWD|PASSPHRASE|SECRET|TOKEN|APIKEY)$/i;

/** Shorter values are too common to be recognised. */
const shortestSecret = 8;

export interface EnvironmentSettings {
  /** Default: the environment of this process. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Names that are passed although they look like a secret, contain one, or are on no list. */
  readonly keep?: readonly string[];
  /** Whether a text contains a secret; a variable with such a value is withheld. Default: never. */
  readonly holdsSecret?: (text: string) => boolean;
  /** Called for each command: whether only well-known variables are passed, see `wellKnown`. Default: no. */
  readonly isStrict?: () => boolean;
  /** Values that no variable may contain, whatever its name; `keep` does not override this. */
  readonly secrets?: readonly string[];
}

/** No one is available to page, edit or type a password. */
const unattended = {
  TERM: "dumb",
  PAGER: "cat",
  GIT_PAGER: "cat",
  GIT_EDITOR: "true",
  GIT_SEQUENCE_EDITOR: "true",
  GIT_TERMINAL_PROMPT: "0",
  EDITOR: "true",
  VISUAL: "true",
  SSH_ASKPASS_REQUIRE: "never",
};

/** The same for programs that have a variable of their own; the user's value stays. */
const quiet = {
  DEBIAN_FRONTEND: "noninteractive",
  PIP_NO_INPUT: "1",
  PIP_DISABLE_PIP_VERSION_CHECK: "1",
  npm_config_progress: "false",
  npm_config_update_notifier: "false",
  CARGO_TERM_PROGRESS_WHEN: "never",
  GH_PROMPT_DISABLED: "1",
  TF_INPUT: "0",
  COMPOSER_NO_INTERACTION: "1",
};

/** In a terminal there is: programs page, edit and ask as they do for a person. */
const inTerminal = { TERM: "screen", SSH_ASKPASS_REQUIRE: "never" };

/** The child environment of a command, and the names of withheld variables. */
export interface CommandVariables {
  readonly passing: Readonly<Record<string, string>>;
  readonly keptBack: readonly string[];
}

/** The environment of a command: the user's, without variables that look like or contain a secret. */
export function commandEnvironment(settings: EnvironmentSettings): Record<string, string> {
  return { ...commandVariables(settings).passing };
}

/** @param hasTerminal - whether the command gets a terminal. */
export function commandVariables(settings: EnvironmentSettings, hasTerminal = false): CommandVariables {
  const { environment = process.env, keep = [], secrets = [], holdsSecret = () => false } = settings;
  const isStrict = settings.isStrict?.() ?? false;
  const known = secrets.filter((secret) => secret.length >= shortestSecret);
  const passing: [string, string][] = [];
  const keptBack: string[] = [];
  for (const [name, value] of Object.entries(environment)) {
    if (value === undefined) continue;
    if (!keep.includes(name) && !isInherited("command", name)) continue;
    const isFree = !looksSecret(name) && (!isStrict || isWellKnown(name)) && !holdsSecret(value);
    const passes = !known.some((secret) => value.includes(secret)) && (keep.includes(name) || isFree);
    if (passes) passing.push([name, value]);
    else keptBack.push(name);
  }
  const given = Object.fromEntries(passing);
  return {
    passing: hasTerminal ? { ...given, ...inTerminal } : { ...quiet, ...given, ...unattended },
    keptBack,
  };
}

function looksSecret(name: string): boolean {
  const words = name.replace(/([a-z0-9])([A-Z])/g, "$1_$2").split(/[^A-Za-z0-9]+/);
  return words.some((word) => secretWords.has(word.toUpperCase()) || secretEnd.test(word));
}
