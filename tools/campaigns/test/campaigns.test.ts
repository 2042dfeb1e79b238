import { existsSync } from "node:fs";
import { expect, it } from "vitest";
import { campaigns } from "../campaigns.ts";
import { labelOf } from "../runner/campaign.ts";
import { runHere } from "../runner/test/run-here.ts";

const loaded = async (name: string) => {
  const { about, load } = campaigns[name]!;
  return { name, about, ...(await load()).campaign };
};

it.each(Object.keys(campaigns))("%s has help, and refuses what it does not know", async (name) => {
  const campaign = await loaded(name);
  const help = await runHere(campaign, ["--help"]);
  expect([help.code, help.err]).toEqual([0, ""]);
  expect(help.out).toContain(`npm run x -- proof ${name} [options]`);
  const bad = [["--foo"], ...Object.entries(campaign.options).flatMap(([key, option]) => badOf(key, option))];
  for (const args of bad) {
    const { code, out, err } = await runHere(campaign, args);
    expect({ args, code, out }).toEqual({ args, code: 2, out: "" });
    expect(err).toMatch(/^[^\n]+\.\n$/);
  }
});

type Option = Awaited<ReturnType<typeof loaded>>["options"][string];

/** Arguments that an option refuses, whatever it is for. */
function badOf(
  key: string,
  { placeholder, isPositional, isRepeatable }: Option,
): readonly (readonly string[])[] {
  const label = labelOf(key);
  if (isPositional) return isRepeatable ? [["no-such-word"]] : [["no such address"]];
  if (placeholder === undefined) return [[`${label}=yes`]];
  const isFree = ["FILE", "FOLDER", "DIR", "PATH", "TOKEN"].includes(placeholder) || key === "body";
  return [[label], ...(isFree ? [] : [[label, "no-such-value"]])];
}

it("each is in the folder of its name", () => {
  for (const name of Object.keys(campaigns))
    expect(existsSync(new URL(`../${name}/campaign.ts`, import.meta.url))).toBe(true);
});
