import { jsonText } from "../output/json-text.ts";
import type { SecretStore } from "@skein/settings";
import type { KnownProvider } from "@skein/host/providers";
import { describeKey, findKey, keptSecrets } from "@skein/host/secrets";
import { effectiveSettings, providerAddresses } from "@skein/host/settings";
import { thisMachine } from "../machine.ts";
import { table, widthOf } from "../output/table.ts";
import { knownProviders, learnProviders } from "../providers.ts";
import { say } from "./say.ts";

const origins: Readonly<Record<NonNullable<KnownProvider["definedBy"]>, string>> = {
  bundled: "",
  user: "yours",
  project: "project",
};

const modelWidth = 24;

export async function listProviders(asJson: boolean): Promise<number> {
  for (const warning of await learnProviders(process.cwd())) say(warning);
  const secrets = keptSecrets(thisMachine());
  const { values, sections } = await effectiveSettings(thisMachine(), process.cwd());
  const addresses = providerAddresses(sections);
  const providers = await Promise.all(
    Object.entries(knownProviders).map(async ([id, known]) => ({
      id,
      description: known.description,
      definedBy: known.definedBy ?? null,
      needsKey: known.keyVariables.length > 0 && !known.isKeyOptional,
      key: (await findKey(thisMachine(), known.keyVariables, secrets)) ?? null,
      missing: await missingFor(known, { secrets, hasAddress: addresses[id] !== undefined }),
      defaultModel: known.defaultModel ?? null,
      baseUrl: addresses[id] ?? null,
      isChosen: values.provider === id,
    })),
  );
  const { stdout } = process;
  if (asJson) {
    stdout.write(`${jsonText({ providers }, 2)}\n`);
    return 0;
  }
  const rows = providers.map(({ id, needsKey, key, missing, defaultModel, isChosen, definedBy }) => [
    isChosen ? `${id} *` : id,
    shortened(defaultModel ?? ""),
    key !== null || needsKey ? describeKey(key ?? undefined) : missing.length > 0 ? "" : "needs none",
    definedBy === null ? "" : origins[definedBy],
  ]);
  const hasOwn = providers.some(({ definedBy }) => definedBy === "user" || definedBy === "project");
  const columns = [
    { title: "PROVIDER" },
    { title: "DEFAULT MODEL" },
    { title: "KEY", isFlexible: true },
    ...(hasOwn ? [{ title: "FROM" }] : []),
  ] as const;
  stdout.write(
    table(
      columns,
      rows.map((row) => row.slice(0, columns.length)),
      widthOf(stdout),
    ),
  );
  stdout.write("\n");
  // What comes along as a definition is described by its name.
  const notes = providers
    .filter(({ definedBy, baseUrl }) => definedBy !== "bundled" || baseUrl !== null)
    .map(({ id, description, baseUrl }) => {
      const address = baseUrl === null ? "" : ` (at ${baseUrl})`;
      return `${id}: ${description}${address}`;
    });
  stdout.write(`${notes.join("\n")}\n`);
  if (providers.some(({ isChosen }) => isChosen)) stdout.write("* chosen in your settings\n");
  const unready = providers.filter(({ missing }) => missing.length > 0);
  if (unready.length === 0) return 0;
  const width = Math.max(...unready.map(({ id }) => id.length)) + 2;
  const lines = unready.map(({ id, missing }) => `  ${id.padEnd(width)}${missing.join(", ")}`);
  stdout.write(
    `\nNot ready: these environment variables are missing (\`skein configure\` keeps a key)\n${lines.join("\n")}\n`,
  );
  return 0;
}

/** Variables to set, as far as that can be told without asking the provider. */
async function missingFor(
  known: KnownProvider,
  { secrets, hasAddress }: { readonly secrets: SecretStore; readonly hasAddress: boolean },
): Promise<readonly string[]> {
  const { keyVariables, keyAlternative, isKeyOptional, addressVariable, neededVariables = [] } = known;
  const needsKey = keyVariables.length > 0 && !isKeyOptional;
  const hasKey = !needsKey || (await findKey(thisMachine(), keyVariables, secrets)) !== undefined;
  const ways = keyAlternative === undefined ? keyVariables : [...keyVariables, keyAlternative];
  // Those of a definition are parts of its address.
  const isReachable = known.definedBy === "bundled" && (hasAddress || isSet(addressVariable));
  const unset = isReachable ? [] : neededVariables.filter((name) => !isSet(name));
  return [...(hasKey ? [] : [ways.join(" or ")]), ...unset];
}

function isSet(variable: string | undefined): boolean {
  return variable !== undefined && (process.env[variable] ?? "").trim() !== "";
}

/** Gateways put long paths in front of the names of models. */
function shortened(model: string): string {
  return model.length <= modelWidth ? model : `…${model.slice(1 - modelWidth)}`;
}
