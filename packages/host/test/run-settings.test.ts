import { describe, expect, it } from "vitest";
import { resolveSettings } from "@skein/settings";
import { modelOptions, modelRoles, runLimits } from "../src/settings/run-settings.ts";

const { values } = await resolveSettings({ env: {} });

describe("the settings of a run", () => {
  it("leave out the options that are not set", () => {
    expect(modelOptions(values, undefined, false)).toEqual({});
    const temperature = 0;
    expect(modelOptions({ ...values, temperature }, "high", true)).toEqual({
      effort: "high",
      temperature,
      webSearch: true,
    });
    expect(modelOptions({ ...values, effort: "low" }, "high", false)).toEqual({ effort: "low" });
  });

  it("leave out the limits that have no default", () => {
    const { maxTurns, maxRepetitions, subagentsPerReply } = values;
    expect(runLimits(values)).toEqual({ maxTurns, maxRepetitions, subagentsPerReply });
    expect(runLimits({ ...values, maxToolCalls: 3 })).toMatchObject({ maxToolCalls: 3 });
  });

  it("let the fast model do small tasks, and check replies where no judge is set", () => {
    const named = (name: string) => name;
    expect(modelRoles({ ...values, fast: "small" }, named)).toMatchObject({
      namer: "small",
      summariser: "small",
      adversary: "small",
      judge: undefined,
    });
    expect(modelRoles({ ...values, fast: "small", judge: "large" }, named)).toMatchObject({
      adversary: "large",
      judge: "large",
    });
  });
});
