import { expect, it } from "vitest";
import { createGate, type PermissionRule } from "../src/index.ts";
import { request, signal } from "./requests.ts";

async function verdictOf(command: string, ...tools: readonly string[]) {
  const rules = tools.map((tool): PermissionRule => ({ tool, verdict: "allow" }));
  const gate = createGate({ mode: "smart_approve", rules });
  return (await gate.decide(request({ input: { command } }), signal)).verdict;
}

/** What a rule for the bare command does not show. */
const inputs = [
  "make < script",
  "make < ../script",
  "make <> script",
  "make <<< all",
  "make <<END\nall\nEND",
];

it.each(inputs)("%j is not allowed by a rule for the command without its input", async (command) => {
  expect(await verdictOf(command, "shell(make)")).toBe("ask");
  expect(await verdictOf(`cd sub && ${command}`, "shell(make)")).toBe("ask");
});

it.each(["make < script", "make < script | wc -l"])("%j is allowed by an open rule", async (command) => {
  expect(await verdictOf(command, "shell(make *)")).toBe("allow");
});

it.each(["make", "make < /dev/null", "make 2>&1", "make > /dev/null 2>&1"])(
  "%j is allowed by a rule for the command",
  async (command) => {
    expect(await verdictOf(command, "shell(make)")).toBe("allow");
  },
);

it.each(["make > out", "make >> out", "make 2> out", "make &> out"])(
  "%j is not allowed by any rule for the command",
  async (command) => {
    expect(await verdictOf(command, "shell(make)", "shell(make *)")).toBe("ask");
    expect(await verdictOf(command, "shell(make)", "edit(out)")).toBe("allow");
  },
);
