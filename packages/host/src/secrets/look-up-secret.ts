import type { Machine } from "../machine.ts";
import type { UsedSecrets } from "./used-secrets.ts";
import { loadKeptSecrets } from "../later.ts";

/** The value of a name: from the environment, then among the kept keys; the redactor is notified of those. */
export async function lookUpSecret(
  machine: Machine,
  name: string,
  used: UsedSecrets | undefined,
): Promise<string | undefined> {
  const given = machine.env[name];
  if (given !== undefined && given !== "") return given;
  const { keptSecrets } = await loadKeptSecrets();
  const kept = await keptSecrets(machine).get(name);
  if (kept !== undefined) used?.add({ name, value: kept });
  return kept;
}
