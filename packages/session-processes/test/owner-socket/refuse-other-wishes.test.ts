import { describe, expect, it } from "vitest";
import { ownerProtocol, type Greeting } from "../../src/owner-socket/messages.ts";
import { refuseOtherWishes, type Wishes } from "../../src/owner-socket/refuse-other-wishes.ts";

const owner: Greeting = {
  skein: ownerProtocol,
  session: "s",
  pid: 7,
  cwd: "/there",
  provider: "p",
  model: "m",
  mode: "auto",
  isRunning: false,
};
const same = { provider: "p", model: "m", mode: "auto" } as const;
const base = { cwd: "/here" } as Wishes;

describe("a session in use by another process", () => {
  it.each<[wishes: object]>([
    [{}],
    [{ overrides: {} }],
    [{ overrides: { provider: "p", model: "m", mode: "auto", maxTurns: undefined } }],
    [{ hasProfile: true, hasHints: true, builtins: [], servers: [], readOnly: false, keep: "disk" }],
  ])("is joined with what is as it is there: %j", (wishes) => {
    expect(() => refuseOtherWishes({ ...base, ...wishes }, same, owner)).not.toThrow();
  });

  it.each<[word: string, wishes: object, settings?: object]>([
    ["provider", { overrides: { provider: "q" } }, { provider: "q" }],
    ["model", { overrides: { model: "n" } }, { model: "n" }],
    ["mode", { overrides: { mode: "plan" } }, { mode: "plan" }],
    ["maxTurns", { overrides: { maxTurns: "3" } }],
    ["model, mode", { overrides: { model: "n", mode: "plan" } }, { model: "n", mode: "plan" }],
    ["agent", { agent: "reviewer" }],
    ["profile", { hasProfile: false }],
    ["hints", { hasHints: false }],
    ["permissions (read-only)", { readOnly: true }],
    ["extensions", { builtins: ["developer"] }],
    ["extensions", { servers: [{}] }],
    ["system prompt", { system: "Be brief." }],
    ["system prompt", { systemReplacement: "Be brief." }],
    ["output schema", { outputSchema: {} }],
    ["recipe", { recipe: {} }],
    ["schedule", { schedule: "nightly" }],
    ["storage", { keep: "memory" }],
    ["restriction", {}, { restricted: true }],
  ])("cannot be given another %s: %j", (words, wishes, settings = {}) => {
    const join = () => refuseOtherWishes({ ...base, ...wishes }, { ...same, ...settings }, owner);
    expect(join).toThrow(
      expect.objectContaining({
        code: "locked",
        message: `Session s is in use by process 7, with p/m and permission mode auto. It cannot be given another ${words} from here.`,
        nextStep: { do: "join-session", session: "s" },
      }) as Error,
    );
  });

  it("is joined with its own restriction", () => {
    const restricted = { restricted: true };
    expect(() =>
      refuseOtherWishes(base, { ...same, ...restricted }, { ...owner, ...restricted }),
    ).not.toThrow();
    expect(() => refuseOtherWishes(base, same, { ...owner, ...restricted })).not.toThrow();
  });
});
