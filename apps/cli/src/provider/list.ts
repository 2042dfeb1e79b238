import { table, widthOf } from "../output/table.ts";
import { knownProviders } from "../providers.ts";
import { describeKey, findKey } from "../secrets/find-key.ts";
import { userSecrets } from "../secrets/secrets.ts";
import { effectiveSettings } from "../settings/effective-settings.ts";
import { providerAddresses } from "../settings/provider-addresses.ts";

export async function listProviders(asJson: boolean): Promise<number> {
  const secrets = userSecrets();
  const { values, others } = await effectiveSettings(process.cwd());
  const addresses = providerAddresses(others);
  const providers = await Promise.all(
    Object.entries(knownProviders).map(async ([id, known]) => ({
      id,
      description: known.description,
      needsKey: known.keyVariables.length > 0,
      key: (await findKey(known.keyVariables, secrets)) ?? null,
      defaultModel: known.defaultModel ?? null,
      baseUrl: addresses[id] ?? null,
      isChosen: values.provider === id,
    })),
  );
  const { stdout } = process;
  if (asJson) {
    stdout.write(`${JSON.stringify({ providers }, undefined, 2)}\n`);
    return 0;
  }
  const rows = providers.map(({ id, needsKey, key, defaultModel, isChosen }) => [
    isChosen ? `${id} *` : id,
    defaultModel ?? "",
    needsKey ? describeKey(key ?? undefined) : "needs none",
  ]);
  const columns = [
    { title: "PROVIDER" },
    { title: "DEFAULT MODEL" },
    { title: "KEY", isFlexible: true },
  ] as const;
  stdout.write(table(columns, rows, widthOf(stdout)));
  stdout.write("\n");
  const notes = providers.map(({ id, description, baseUrl }) => {
    const address = baseUrl === null ? "" : ` (at ${baseUrl})`;
    return `${id}: ${description}${address}`;
  });
  stdout.write(`${notes.join("\n")}\n`);
  if (providers.some(({ isChosen }) => isChosen)) stdout.write("* chosen in your settings\n");
  return 0;
}
