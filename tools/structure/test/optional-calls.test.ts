import { expect, it } from "vitest";
import { problemsIn, soundTree } from "./tree.ts";

const problem =
  "packages/agent/src/index.ts:1: awaits in the arguments of an optional call; await before the call: without its receiver the work would not be done";
const inAgent = (text: string) => problemsIn({ ...soundTree, "packages/agent/src/index.ts": `${text}\n` });

it.each([
  "export const tell = async () => onTold?.(await write());",
  "export const tell = async () => onTold?.(id, { entries: await write() });",
  "export const tell = async () => parts.log?.write(await read());",
  "export const tell = async () => parts?.log.write(await read());",
  "export const tell = async () => parts.log?.for(id).write(await read());",
  "export const tell = async () => parts?.[name](await read());",
  "export const tell = async () => parts?.[await nameOf()];",
  "export const tell = async () => parts?.log!.write(await read());",
  "export const tell = async () => log?.write<string>(await read());",
  "export const tell = async () => log?.each(async () => await one(), await all());",
  "export const tell = async () => log?.(`a ${await read()}`);",
])("refuses work that is skipped when there is nothing to call: %s", (text) => {
  expect(inAgent(text)).toEqual([problem]);
});

it.each([
  "export const tell = async () => await log?.write(entries);",
  "export const tell = async () => (await opened)?.close();",
  "export const tell = async () => { log?.write(1); await end(); };",
  "export const tell = async () => log?.size ?? (await sizeOf());",
  "export const tell = async () => log ? .5 : await sizeOf(1);",
  "export const each = () => all?.map(async (one) => await read(one));",
  "export const each = () => all?.map(async (one) => { await read(one); });",
  "export const each = () => all?.forEach(async function (one) { await read(one); });",
  "// log?.write(await read())\nexport const one = 1;",
  'export const text = "log?.write(await read())";',
])("accepts: %s", (text) => {
  expect(inAgent(text)).toEqual([]);
});

it("looks at tests and tools, too", () => {
  const text = "export const tell = async () =>\n  log?.(await read());\n";
  expect(
    problemsIn({ ...soundTree, "packages/agent/test/one.test.ts": text, "tools/one.ts": text }),
  ).toMatchObject([
    expect.stringMatching(/^packages\/agent\/test\/one\.test\.ts:2: awaits/),
    expect.stringMatching(/^tools\/one\.ts:2: awaits/),
  ]);
});
