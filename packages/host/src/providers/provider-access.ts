import type { Redactor } from "@skein/protocol";
import type { AgentProgram } from "./agent-program.ts";
import { isFirstTime } from "./first-time.ts";
import type { Machine } from "../machine.ts";
import type { UsedSecrets } from "../secrets/used-secrets.ts";
import type { ProviderEntry } from "../settings/provider-entries.ts";
import { userProviderEntry } from "../settings/provider-transport.ts";
import { stallLimits, type StallLimits } from "../settings/stall-limits.ts";
import type { KeptLogin } from "@skein/provider-definitions";
import { jsonInText } from "@skein/platform/json";
import type { LoginTarget } from "../logins/provider-logins.ts";
import { loadKeptSecrets, loadProviderLogins } from "../later.ts";

/** What an app knows that a provider may need. */
export interface ProviderAccess extends Omit<ProviderEntry, "baseUrl"> {
  /** Wins over every other key; set while a new one is tried. */
  readonly apiKey?: string | undefined;
  /** Asked for each key variable that the environment does not hold. */
  readonly secrets: (name: string) => Promise<string | undefined>;
  /** Where a login in a browser is kept. */
  readonly login?: KeptLogin | undefined;
  /** From the user's config files; `undefined` when the environment names one, or neither does. */
  readonly baseUrl: string | undefined;
  /** How long a model may be silent; `undefined`: as long as the provider thinks right. */
  readonly watchdog?: StallLimits | undefined;
  /** Folder in which requests and answers are written down. */
  readonly httpLog?: string | undefined;
  /** Hides secrets of the machine in those files. */
  readonly httpLogRedactor?: (() => Pick<Redactor, "redact" | "stream"> | undefined) | undefined;
  /** The program of an agent, where a definition names one. */
  readonly agent?: AgentProgram | undefined;
  /** Receives what the user should know, each sentence once. */
  readonly notice?: ((text: string) => void) | undefined;
}

/** Is notified of the keys that are in use. */
export interface KeyListeners {
  /**
   * Gets a sentence when a key comes out of a file for the first time on this machine, since that protects it less than
   * a keyring does. `undefined`: it is not reported now, but the next time.
   */
  readonly say: ((text: string) => void) | undefined;
  readonly used?: UsedSecrets | undefined;
  /** Folder in which requests and answers are written down. Default: nowhere. */
  readonly httpLog?: string | undefined;
  /** Hides secrets in those files, once there is one. Default: there never is. */
  readonly redactor?: (() => Redactor | undefined) | undefined;
}

interface AccessedProvider {
  readonly id: string;
  /** Names of environment variables and of kept secrets. */
  readonly keyVariables: readonly string[];
  readonly addressVariable?: string | undefined;
}

export async function providerAccess(
  machine: Machine,
  { id, addressVariable, keyVariables }: AccessedProvider,
  { say, used, redactor = () => undefined, httpLog }: KeyListeners,
): Promise<ProviderAccess> {
  const { baseUrl, ...transport } = await userProviderEntry(machine, id, used);
  const isAddressGiven = addressVariable !== undefined && (machine.env[addressVariable] ?? "").trim() !== "";
  return {
    ...transport,
    baseUrl: isAddressGiven ? undefined : baseUrl,
    httpLog,
    httpLogRedactor: redactor,
    notice: say,
    async secrets(name) {
      const { keptSecrets } = await loadKeptSecrets();
      const store = keptSecrets(machine);
      const place = await store.where(name);
      if (say && place?.kind === "file" && (await isFirstTime(machine, "key-in-a-file")))
        say(`${name} is read from a file, because no keyring has it: ${place.path}`);
      const value = place && (await store.get(name));
      if (value !== undefined) used?.add({ name, value });
      return value;
    },
    login: loginOf(machine, { id, variable: keyVariables[0] ?? "" }, used),
    watchdog: await stallLimits(machine),
  };
}

/** Opens what keeps logins when it is first asked. The tokens of a login are secrets, each by itself. */
function loginOf(machine: Machine, target: LoginTarget, used: UsedSecrets | undefined): KeptLogin {
  const opened = async () => (await loadProviderLogins()).providerLoginStore(machine, target);
  const told = (text: string): string => {
    const fields = Object.entries(jsonInText(text) ?? {});
    for (const [name, value] of fields)
      if (typeof value === "string" && name.endsWith("Token")) used?.add({ name: target.variable, value });
    return text;
  };
  return {
    async read() {
      const text = await (await opened()).read();
      return text === undefined ? undefined : told(text);
    },
    write: async (text) => (await opened()).write(told(text)),
    exclusively: async (work) => (await opened()).exclusively(work),
  };
}
