import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { JsonObject } from "@skein/protocol";
import { expect, it } from "vitest";
import { workbench } from "./workbench.ts";

const secret = "s3cr3t-of-the-file";
const placeholder = "__SECRET_GITHUB_TOKEN_3fa9c1d2e4__";
const content = `host: a\ntoken: ${secret}\n`;

/** Knows the secret once it has seen a text with it, as a redactor does. */
function restoreSecrets(text: string, from: string): string {
  return from.includes(secret) ? text.replaceAll(placeholder, secret) : text;
}

async function after(
  before: string | undefined,
  tool: string,
  input: JsonObject,
  context: { readonly restoreSecrets?: typeof restoreSecrets },
): Promise<{ readonly said: string; readonly file: string | undefined }> {
  await using bench = await workbench();
  const path = join(bench.cwd, "f");
  if (before !== undefined) {
    await writeFile(path, before);
    await bench.says("read", { path: "f" });
  }
  const said = await bench.says(tool, { path: "f", ...input }, context);
  return { said, file: before === undefined ? undefined : readFileSync(path, "utf8") };
}

it.each([
  ["edit", { old_text: `host: a\ntoken: ${placeholder}`, new_text: `host: b\ntoken: ${placeholder}` }],
  ["edit", { old_text: "host: a", new_text: "host: b" }],
  ["write", { content: `host: b\ntoken: ${placeholder}\n` }],
])("%s keeps the secret of the file for its placeholder", async (tool, input) => {
  const { file } = await after(content, tool, input, { restoreSecrets });
  expect(file).toBe(`host: b\ntoken: ${secret}\n`);
});

it.each([
  ["edit", content, { old_text: secret, new_text: placeholder }, {}],
  ["edit", content, { old_text: `token: ${placeholder}`, new_text: "token: x" }, {}],
  ["edit", "host: a\n", { old_text: "host: a", new_text: `host: ${placeholder}` }, { restoreSecrets }],
  ["write", content, { content: `host: b\ntoken: ${placeholder}\n` }, {}],
  ["write", undefined, { content: `token: ${placeholder}\n` }, { restoreSecrets }],
])("%s refuses a placeholder whose secret is not known: %j", async (tool, before, input, context) => {
  const { said, file } = await after(before, tool, input, context);
  expect(said).toContain(`${placeholder} is the placeholder of a redacted secret that `);
  expect(said).toContain("nothing was changed.");
  expect(file).toBe(before);
});

it.each([
  ["edit", { old_text: `name ${placeholder}`, new_text: `value ${placeholder}` }],
  ["write", { content: `value ${placeholder} __SECRET_KEY__\n` }],
])("%s keeps a placeholder that is in the file as text", async (tool, input) => {
  const { said, file } = await after(`name ${placeholder} __SECRET_KEY__\n`, tool, input, {});
  expect(said).not.toContain("nothing was changed");
  expect(file).toBe(`value ${placeholder} __SECRET_KEY__\n`);
});
