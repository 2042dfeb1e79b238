import type { ListedProvider } from "@skein/host/providers";
import { describeKey } from "@skein/host/secrets";
import { table } from "@skein/terminal/table";

const origins: Readonly<Record<NonNullable<ListedProvider["definedBy"]>, string>> = {
  bundled: "",
  user: "yours",
  project: "project",
};

const modelWidth = 24;

/** All that can be said of the providers. @param configure - the command that keeps a key. */
export function providerTable(
  providers: readonly ListedProvider[],
  { width, configure }: { readonly width: number; readonly configure: string },
): string {
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
  const lines = table(
    columns,
    rows.map((row) => row.slice(0, columns.length)),
    width,
  );
  // What comes along as a definition is described by its name.
  const notes = providers
    .filter(({ definedBy, baseUrl }) => definedBy !== "bundled" || baseUrl !== null)
    .map(({ id, description, baseUrl }) => {
      const address = baseUrl === null ? "" : ` (at ${baseUrl})`;
      return `${id}: ${description}${address}`;
    });
  const chosen = providers.some(({ isChosen }) => isChosen) ? "* chosen in your settings\n" : "";
  return `${lines}\n${notes.join("\n")}\n${chosen}${unreadyText(providers, configure)}`;
}

function unreadyText(providers: readonly ListedProvider[], configure: string): string {
  const unready = providers.filter(({ missing }) => missing.length > 0);
  if (unready.length === 0) return "";
  const width = Math.max(...unready.map(({ id }) => id.length)) + 2;
  const lines = unready.map(({ id, missing }) => `  ${id.padEnd(width)}${missing.join(", ")}`);
  return `\nNot ready: these environment variables are missing (\`${configure}\` keeps a key)\n${lines.join("\n")}\n`;
}

/** Gateways put long paths in front of the names of models. */
function shortened(model: string): string {
  return model.length <= modelWidth ? model : `…${model.slice(1 - modelWidth)}`;
}
