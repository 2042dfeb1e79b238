import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { NotStartedError } from "@skein/protocol";
import { recipeTrust } from "@skein/settings";
import { machineOf } from "@skein/test-host";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { consentFor, describeRecipe, requireConsent, usableRecipe, type Consent } from "../src/recipes.ts";

const head = "title: T\ndescription: d\nprompt: Do it\n";
const check = `${head}extensions: []\nretry: { max_retries: 1, checks: [{ type: shell, command: sh tools/x.sh }] }\n`;

/** Each runs the file `tools/x.sh`. */
const places: readonly (readonly [place: string, recipe: string])[] = [
  ["a check", check],
  [
    "on_failure",
    check.replace("sh tools/x.sh", "true").replace("checks:", "on_failure: ./tools/x.sh, checks:"),
  ],
  ["an extension's cmd", `${head}extensions: [{ type: stdio, name: s, cmd: ./tools/x.sh, args: [] }]\n`],
  ["an extension's args", `${head}extensions: [{ type: stdio, name: s, cmd: sh, args: [tools/x.sh] }]\n`],
  ["a sub-recipe's check", `${head}extensions: []\nsub_recipes: [{ name: part, path: part.yaml }]\n`],
];

/** A folder with the recipe, and who is asked about it there: with the yes and no that are given, else no one. */
async function workshop(recipe: string) {
  const folder = await temporaryFolder();
  const machine = machineOf(folder.path, {}, { "main.yaml": recipe, "part.yaml": check });
  mkdirSync(join(folder.path, "tools"));
  const swap = (script: string): void => writeFileSync(join(folder.path, "tools/x.sh"), script);
  swap("exit 0\n");
  const asked: Consent[] = [];
  const folders = { cwd: folder.path, folder: folder.path };
  const named = () => usableRecipe(machine, "main.yaml", folder.path);
  const agree = async (answer?: boolean, trustHashes: readonly string[] = []): Promise<void> => {
    const ask = async (consent: Consent) => {
      asked.push(consent);
      return answer ?? false;
    };
    const options = { trustHashes, ask: answer === undefined ? undefined : ask };
    const store = recipeTrust(machine.directories.data);
    await requireConsent(store, await consentFor(await named(), folders), options);
  };
  const described = async () => describeRecipe(machine, await named(), folders);
  return {
    path: folder.path,
    asked,
    swap,
    agree,
    described,
    [Symbol.asyncDispose]: folder[Symbol.asyncDispose],
  };
}

describe("consent to a recipe", () => {
  it.each(places)("is asked for again when the file in %s is swapped", async (_, recipe) => {
    await using at = await workshop(recipe);
    await at.agree(true);
    await at.agree(true);
    expect(at.asked).toHaveLength(1);
    expect(at.asked[0]?.lines.join("\n")).toMatch(/file: (?:\.\/)?tools\/x\.sh, [0-9a-f]{64}/);
    at.swap("evil\n");
    await at.agree(true);
    expect(at.asked).toHaveLength(2);
    at.swap("exit 0\n");
    await at.agree(true);
    expect(at.asked).toHaveLength(2);
  });

  it("is not kept when the answer is no", async () => {
    await using at = await workshop(check);
    for (const _ of [1, 2]) await expect(at.agree(false)).rejects.toMatchObject({ code: "cancelled" });
    expect(at.asked).toHaveLength(2);
    expect(await at.described()).toMatchObject({ consent: { isAgreedTo: false } });
  });

  it("cannot be given when no one is available: the refusal says what there is to read, and its hash and name as data", async () => {
    await using at = await workshop(check);
    const refusal: unknown = await at.agree().catch((error: unknown) => error);
    const { consent } = await at.described();
    expect(NotStartedError.is(refusal)).toBe(true);
    expect(refusal).toMatchObject({
      code: "needs-input",
      message: expect.stringContaining("shell: sh tools/x.sh (retry.checks[0])") as string,
      hint: undefined,
      nextStep: { do: "agree-to-recipe", recipe: "main.yaml", hash: consent?.sha256 },
    });
  });

  it("holds for one run by its hash, and a hash of something else is said to be that", async () => {
    await using at = await workshop(check);
    const { consent } = await at.described();
    await at.agree(undefined, [consent?.sha256 ?? ""]);
    await expect(at.agree(undefined, ["0".repeat(64)])).rejects.toThrow(
      "The hash that was given is not its own",
    );
    await at.agree(true);
    expect(await at.described()).toMatchObject({ consent: { isAgreedTo: true } });
  });
});
