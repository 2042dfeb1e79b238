import { efforts } from "@skein/protocol";
import { permissionModes } from "@skein/permissions";
import { expect, it } from "vitest";
import { sessionCommands } from "../src/index.ts";

it("each command says what it takes, and which change the session between runs", () => {
  const lines = sessionCommands.map(({ name, argument, when, group }) => {
    const { hint, isOptional } = argument ?? {};
    return [
      `/${name}`,
      ...(hint === undefined ? [] : [isOptional ? `[${hint}]` : hint]),
      ...(when === undefined ? [] : [`(${when})`]),
      ...(group === undefined ? [] : [group]),
    ].join(" ");
  });
  expect(lines).toEqual([
    "/model [ID]",
    "/effort [EFFORT]",
    "/mode [MODE]",
    "/permissions",
    "/queue TEXT",
    "/output-style [NAME] (between-runs)",
    "/cost",
    "/context",
    "/cache",
    "/compact [WHAT TO KEEP] (between-runs)",
    "/undo (between-runs)",
    "/diff [revert NUMBER]",
    "/redo (between-runs)",
    "/rewind [NUMBER [conversation|files]] (between-runs)",
    "/fork [NAME] (between-runs)",
    "/continue (between-runs)",
    "/clear [NAME] (between-runs)",
    "/name NAME (between-runs)",
    "/sessions",
    "/resume [NUMBER|ID|NAME] (between-runs)",
    "/recipe [NAME KEY=VALUE…] (between-runs)",
    "/agents",
    "/subagents [ID]",
    "/cancel ID",
    "/tools",
    "/jobs [end ID]",
    "/bg TASK",
    "/skills",
    "/shell COMMAND",
    "/remember TEXT",
  ]);
});

it("the words of /effort and /mode are known", () => {
  const values = (name: string) => sessionCommands.find((one) => one.name === name)?.argument?.values;
  expect(values("effort")).toEqual([...efforts, "default"]);
  expect(values("mode")).toEqual(permissionModes.map(({ name }) => name));
});
