import { ConfigError, exitCodes, outcomeOfError, SessionError } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import { commandLine } from "@skein/command-line";

const { commandGroup } = commandLine({ name: "skein", print: () => {} });

describe("a command of several", () => {
  const failing = (error: Error) => {
    const main = async () => {
      throw error;
    };
    return commandGroup("shelf", "", { first: async () => ({ main }) });
  };

  it("hands the rest to the one that is named, and everything to the first without a name", async () => {
    const told: (readonly string[])[] = [];
    const load = async () => ({ main: async (args: readonly string[]) => told.push(args) });
    const shelf = commandGroup("shelf", "", { first: load, second: load });
    await shelf(["second", "a", "--b"]);
    await shelf(["--b"]);
    expect(told).toEqual([["a", "--b"], ["--b"]]);
    await expect(shelf(["secund"])).rejects.toMatchObject({
      message: "There is no `skein shelf secund`.",
      hint: "Did you mean `skein shelf second`?",
    });
    await expect(shelf(["toString"])).rejects.toThrow(ConfigError);
  });

  it.each(["damaged", "full", "locked", "read-only", "not-found"] as const)(
    "takes a store that is %s for nothing of Skein's doing",
    async (code) => {
      const failed = failing(new SessionError(code, "The store says no.", { hint: "Look at it." }))([]);
      const error: unknown = await failed.catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ message: "The store says no.", hint: "Look at it." });
      expect(exitCodes[outcomeOfError(error)]).toBe(2);
    },
  );

  it("leaves a defect a defect", async () => {
    await expect(failing(new SessionError("conflict", "Two wrote."))([])).rejects.toThrow(SessionError);
    await expect(failing(new TypeError("x is not a function"))([])).rejects.toThrow(TypeError);
  });
});
