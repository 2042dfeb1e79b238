import { labelOf, type NamedCampaign } from "./campaign.ts";
import type { Option } from "./option.ts";

/** The help of one campaign. */
export function helpOf({ name, about, details, options }: NamedCampaign): string {
  const rows = Object.entries(options).map(
    ([key, option]) => [shortForm(key, option), option.about] as const,
  );
  const all = [...rows, ["--help", "Print this text"] as const];
  const width = Math.max(...all.map(([form]) => form.length));
  const words = Object.values(options).find(({ isPositional }) => isPositional);
  return [
    `npm run x -- proof ${name} [options]${words === undefined ? "" : ` [${wordForm(words)}]`}`,
    "",
    `${about} ${details}`,
    "",
    ...all.map(([form, meaning]) => `  ${form.padEnd(width)}  ${meaning}`),
  ].join("\n");
}

/** One line for each campaign. */
export function listOf(campaigns: readonly Pick<NamedCampaign, "name" | "about">[]): string {
  const width = Math.max(...campaigns.map(({ name }) => name.length));
  return [
    "npm run x -- proof NAME [options]",
    "",
    ...campaigns.map(({ name, about }) => `  ${name.padEnd(width)}  ${about}`),
    "",
    "npm run x -- proof NAME --help shows the options of one.",
  ].join("\n");
}

function shortForm(key: string, option: Option): string {
  if (option.isPositional) return wordForm(option);
  const form = option.placeholder === undefined ? labelOf(key) : `${labelOf(key)} ${option.placeholder}`;
  return option.isRepeatable ? `${form}…` : form;
}

function wordForm({ placeholder = "", isRepeatable }: Option): string {
  return isRepeatable ? `${placeholder}…` : placeholder;
}
