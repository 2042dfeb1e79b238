import { nearestWord } from "@skein/platform/words";
import { ConfigError, isJsonObject } from "@skein/protocol";
import type { AgentSettings } from "@skein/runtime";
import { describeOrigin } from "@skein/settings";
import type { Machine } from "../machine.ts";
import { lookUpSecret } from "../secrets/look-up-secret.ts";
import type { UsedSecrets } from "../secrets/used-secrets.ts";
import { fillReferences, referencesIn } from "./references.ts";
import { userEntries } from "./user-entries.ts";
import { loadWeb } from "../later.ts";

/** Who searches the web: the vendor of the model while it replies, or an engine that a tool asks. */
export type WebSearch =
  | { readonly by: "vendor" }
  | { readonly by: "engine"; readonly settings: NonNullable<AgentSettings["webSearch"]> };

/** The word for the model's own vendor. */
const vendor = "vendor";

/**
 * What the user's config files say under `webSearch`; `undefined` where they say nothing.
 *
 * Throws `ConfigError` for an engine that is unknown, and for one without its address or its key.
 */
export async function webSearchOf(machine: Machine, used?: UsedSecrets): Promise<WebSearch | undefined> {
  const section = (await userEntries(machine)).find(({ key }) => key === "webSearch");
  const entry = section && isJsonObject(section.value) ? section.value : undefined;
  if (!section || !entry) return undefined;
  const place = `${describeOrigin(section.origin)}: webSearch`;
  const { engine: name, url, key } = entry as unknown as Written;
  if (name === vendor) return { by: "vendor" };
  const { searchEngines } = await loadWeb();
  const engine = Object.hasOwn(searchEngines, name) ? searchEngines[name] : undefined;
  if (!engine) {
    const names = [...Object.keys(searchEngines), vendor];
    const guess = nearestWord(name, names);
    throw new ConfigError("usage", `${place}: there is no engine "${name}".`, {
      hint: `${guess === undefined ? "" : `Did you mean ${guess}? `}Use one of: ${names.join(", ")}.`,
    });
  }
  if (url === undefined && engine.url === undefined)
    throw new ConfigError("usage", `${place}: ${name} has no address.`, {
      hint: "Set url to that of your server.",
    });
  const written = key ?? (engine.keyVariable === undefined ? undefined : `\${${engine.keyVariable}}`);
  const filled = written === undefined ? undefined : await filledKey(machine, written, { place, used });
  return { by: "engine", settings: { engine, url, key: filled } };
}

interface Written {
  readonly engine: string;
  readonly url?: string;
  readonly key?: string;
}

async function filledKey(
  machine: Machine,
  written: string,
  { place, used }: { readonly place: string; readonly used: UsedSecrets | undefined },
): Promise<string> {
  const values = new Map<string, string>();
  for (const { name, fallback } of referencesIn(written)) {
    const value = (await lookUpSecret(machine, name, used)) ?? fallback;
    if (value === undefined) {
      throw new ConfigError(
        "usage",
        `${place} wants ${name}, which is neither in the environment nor kept.`,
        {
          hint: `Set ${name}, or remove webSearch.`,
        },
      );
    }
    values.set(name, value);
  }
  return fillReferences(written, values) as string;
}
