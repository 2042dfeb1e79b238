import { jsonText, table, widthOf } from "@skein/terminal";
import { listProviders as providersHere, type ListedProvider } from "@skein/host/providers";
import { describeKey } from "@skein/host/secrets";
import { thisMachine } from "../machine.ts";
import { learnProviders, providerRegistry } from "../providers.ts";
import { warn } from "../print.ts";

const origins: Readonly<Record<NonNullable<ListedProvider["definedBy"]>, string>> = {
  bundled: "",
  user: "yours",
  project: "project",
};

const modelWidth = 24;

export async function listProviders(asJson: boolean): Promise<number> {
  for (const warning of await learnProviders(process.cwd())) warn(warning);
  const providers = await providersHere(thisMachine(), providerRegistry, process.cwd());
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

/** Gateways put long paths in front of the names of models. */
function shortened(model: string): string {
  return model.length <= modelWidth ? model : `…${model.slice(1 - modelWidth)}`;
}
