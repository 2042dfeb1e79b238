import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const read = (file: string) => readFileSync(join(import.meta.dirname, "..", file), "utf8");
const json = (file: string) => JSON.parse(read(file)) as Record<string, unknown>;

test("The entry for the registry of ACP names the version of the command that is released", () => {
  const { version, name, license } = json("../../apps/cli/package.json") as Record<string, string>;
  expect(json("skein/agent.json")).toMatchObject({
    id: "skein",
    version,
    license,
    distribution: { npx: { package: `${name}@${version}`, cmd: "skein", args: ["acp"] } },
  });
});

test("Its icon takes the colour of the text and is 16 wide", () => {
  const icon = read("skein/icon.svg");
  expect(icon).toContain('width="16" height="16"');
  const colours = [...icon.matchAll(/\b(?:fill|stroke)="([^"]*)"/g)].map(([, colour]) => colour);
  expect(new Set(colours)).toEqual(new Set(["none", "currentColor"]));
});
