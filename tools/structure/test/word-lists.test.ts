import { expect, it } from "vitest";
import { problemsIn, soundTree } from "./tree.ts";

const colours = 'export const colours = ["red", "green", "blue", "black"] as const;\n';
const repeats = (file: string, of: string, words = "red, green, blue, black") =>
  `${file}:1: repeats the words of ${of}: ${words}; derive both from one constant`;
const [agent, protocol] = ["packages/agent/src/index.ts", "packages/protocol/src/index.ts"];

it.each([
  'export const order = ["black", "blue", "green", "red"];\n',
  'export type Colour = "red" | "green" | "blue" | "black";\n',
  'export const isColour = (it: string) => new Set(["red", "blue", "green", "black"]).has(it);\n',
])("refuses a second list of the same words, in any order: %s", (text) => {
  expect(problemsIn({ ...soundTree, [protocol]: colours, [agent]: text })).toEqual([
    repeats(agent, protocol),
  ]);
});

it("refuses it in the same file, too", () => {
  const text = `export type Colour = "red" | "green" | "blue" | "black"; ${colours}`;
  expect(problemsIn({ ...soundTree, [agent]: text })).toEqual([repeats(agent, agent)]);
});

it("refuses three words only where protocol has them", () => {
  const [three, other] = [
    'export const all = ["on", "off", "auto"];\n',
    'export const any = ["off", "on", "auto"];\n',
  ];
  expect(problemsIn({ ...soundTree, [protocol]: three, [agent]: other })).toEqual([
    repeats(agent, protocol, "on, off, auto"),
  ]);
  expect(problemsIn({ ...soundTree, [agent]: `${three}${other}` })).toEqual([]);
});

it.each([
  'export const some = ["red", "green", "blue"] as const;\n',
  'export const more = ["red", "green", "blue", "black", "white"];\n',
  'export const sentences = ["red, green", "blue", "black"];\n',
  'export const apart = ["red", "green"].concat(["blue", "black"]);\n',
])("accepts: %s", (text) => {
  expect(problemsIn({ ...soundTree, [protocol]: colours, [agent]: text })).toEqual([]);
});
