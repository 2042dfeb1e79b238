import type { JsonObject } from "../../packages/protocol/src/index.ts";

/** A call of the trial. */
export interface Step {
  readonly tool: string;
  readonly input: JsonObject;
  /** What the model calls instead, when the call fails. */
  readonly else?: JsonObject;
}

const file = (one: number, name: number): string => `packages/part${one}/src/file${name}.ts`;
const big = file(7, 7);
const signature = (name: string): string => `export function price_${name}(amount: number): number {`;

/** The work of an afternoon in 30 calls: look around, find, read, change, check. */
export const steps: readonly Step[] = [
  { tool: "tree", input: {} },
  { tool: "tree", input: { path: "packages/part3" } },
  { tool: "read", input: { path: "README.md" } },
  { tool: "search", input: { pattern: "price_3_14_\\d+", path: "packages/part3" } },
  { tool: "read", input: { path: file(3, 14) } },
  { tool: "search", input: { pattern: "export function price_7_7_40\\d" } },
  { tool: "read", input: { path: big } },
  { tool: "read", input: { path: big, from: 3600, lines: 40 } },
  { tool: "read", input: { path: big, from: -20 } },
  { tool: "search", input: { pattern: "price number 3", path: "packages/part9" } },
  { tool: "search", input: { pattern: "return factor;", files_only: true, path: "packages/part11" } },
  { tool: "search", input: { pattern: "price_12_2_1", context: 3 } },
  { tool: "shell", input: { command: "ls packages | head -20" } },
  { tool: "shell", input: { command: `cat ${file(4, 4)}` } },
  {
    tool: "edit",
    input: { path: file(4, 4), old_text: signature("4_4_1"), new_text: `// checked\n${signature("4_4_1")}` },
  },
  { tool: "read", input: { path: file(5, 5) } },
  {
    tool: "edit",
    input: { path: file(5, 5), old_text: signature("5_5_0"), new_text: `// checked\n${signature("5_5_0")}` },
  },
  {
    tool: "edit",
    input: { path: file(5, 5), old_text: `\t${signature("5_5_2")}`, new_text: `\t${signature("5_5_two")}` },
    else: { path: file(5, 5), old_text: signature("5_5_2"), new_text: signature("5_5_two") },
  },
  { tool: "read", input: { path: file(6, 6) } },
  {
    tool: "edit",
    input: {
      path: file(6, 6),
      old_text: signature("6_6_1").replace("amount", "sum"),
      new_text: signature("6_6_one"),
    },
    else: { path: file(6, 6), old_text: signature("6_6_1"), new_text: signature("6_6_one") },
  },
  {
    tool: "edit",
    input: { path: big, old_text: signature("7_7_400"), new_text: signature("7_7_fourHundred") },
  },
  { tool: "write", input: { path: "packages/part1/src/new.ts", content: "export const added = 1;\n" } },
  { tool: "read", input: { path: file(8, 8) } },
  { tool: "write", input: { path: file(8, 8), content: "export const emptied = 1;\n" } },
  { tool: "search", input: { pattern: "price_5_5_two|price_6_6_one" } },
  {
    tool: "shell",
    input: { command: 'for i in $(seq 1 400); do echo "ok $i - test number $i passes"; done' },
  },
  { tool: "shell", input: { command: "grep -rc factor packages/part2/src | head -30" } },
  { tool: "shell", input: { command: "echo done; exit 1" } },
  { tool: "read", input: { path: file(6, 6), from: 1, lines: 20 } },
  { tool: "search", input: { pattern: "factor" } },
];
