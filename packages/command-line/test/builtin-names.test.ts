import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { builtinNames } from "@skein/protocol";
import { expect, it } from "vitest";
import { extensionFields } from "../src/recipes/extension-fields.ts";

const table = fileURLToPath(import.meta.resolve("@skein/protocol")).replace(
  /index\.ts$/,
  "names/builtin-extensions.ts",
);
const source = new URL("../src/", import.meta.url);
const host = new URL("../../host/src/", import.meta.url);

/** What a process prints whose table of built-in extensions has another row. */
async function withPlanted(program: string): Promise<unknown> {
  const text = await readFile(table, "utf8");
  const planted = text.replace("  web: {", '  planted: { on: "request" },\n  web: {');
  expect(planted).not.toBe(text);
  const hooks = `
    import { registerHooks } from "node:module";
    registerHooks({
      load(url, context, next) {
        const found = next(url, context);
        return url.endsWith("/names/builtin-extensions.ts") ? { ...found, source: ${JSON.stringify(planted)} } : found;
      },
    });`;
  const loader = `data:text/javascript,${encodeURIComponent(hooks)}`;
  const args = ["--import", loader, "--input-type=module", "--eval", program];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: fileURLToPath(source) });
  return JSON.parse(stdout);
}

it("a new row reserves its name in config files, and completion offers it", async () => {
  const found = await withPlanted(`
    const { checkSections } = await import(${JSON.stringify(new URL("settings/check-sections.ts", host).href)});
    const { knownWords } = await import(${JSON.stringify(new URL("completion/known-words.ts", source).href)});
    const origin = { layer: "user", name: "config.yaml" };
    const value = { planted: { command: "npx" }, other: { command: "npx" } };
    const problems = await checkSections([{ key: "extensions", value, origin }]);
    const words = await knownWords("builtins", {});
    console.log(JSON.stringify({ problems: problems.map(({ message }) => message), words: words.map(({ word }) => word) }));
  `);
  expect(found).toEqual({
    problems: ["extensions.planted is the name of a built-in extension."],
    words: builtinNames.flatMap((name) => (name === "web" ? ["planted", name] : [name])),
  });
});

it.each(builtinNames)("a recipe from a session names the built-in extension %s", (name) => {
  expect(extensionFields([])(name)).toEqual({ type: "builtin", name });
});
