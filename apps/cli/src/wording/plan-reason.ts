import type { PlanItem, Remedy } from "@skein/imports";

/** What comes after the reason, in the words of the command line. */
const words: { readonly [Kind in Remedy["do"]]: (remedy: Extract<Remedy, { do: Kind }>) => string } = {
  overwrite: ({ replaces }) => `; --overwrite replaces ${replaces.length === 1 ? "it" : "both"}`,
  "choose-model": () => ": name one with `skein configure --model ID`",
  "enter-key": () => ": skein configure",
  "add-to-project": ({ section }) =>
    `: put it under ${section} in .skein/config.yaml, then \`skein trust .\``,
};

/** The same line of a plan; its reason says what the user can do about it. */
export function withRemedy({ remedy, ...item }: PlanItem): Omit<PlanItem, "remedy"> {
  if (remedy === undefined) return item;
  const said = (words[remedy.do] as (remedy: Remedy) => string)(remedy);
  return { ...item, why: `${item.why ?? ""}${said}` };
}
