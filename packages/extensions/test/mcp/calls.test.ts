import { describe, expect, it } from "vitest";
import { call, says, torture, using } from "./workshop.ts";

describe("a call of a server's tool", () => {
  it("that is aborted ends without an answer, and the server is told", async () => {
    await using extension = using(torture("talks-back"));
    // What a first call loads is loaded: the next one is sent at once.
    expect(await says(extension, "cancelled")).toBe("[]");
    expect(await call(extension, "wait", {}, { signal: AbortSignal.timeout(100) })).toEqual({
      kind: "interrupted",
      started: true,
      partial: "",
    });
    expect(await says(extension, "cancelled")).toMatch(/^\[\d+\]$/);
  });

  it("is not made at all when it is aborted before", async () => {
    await using extension = using(torture("talks-back"));
    await extension.tools();
    expect(await call(extension, "wait", {}, { signal: AbortSignal.abort() })).toEqual({
      kind: "interrupted",
      started: false,
      partial: "",
    });
  });

  it("ends after its time without progress, and the server is told", async () => {
    await using extension = using(torture("talks-back", [], { timeoutMs: 1_500 }));
    expect(await call(extension, "wait")).toEqual({ kind: "timed-out", afterMs: 1_500, partial: "" });
    expect(await says(extension, "cancelled")).toMatch(/^\[\d+\]$/);
  });

  it("goes on as long as there is progress, which people see", async () => {
    await using extension = using(torture("talks-back", [], { timeoutMs: 1_200 }));
    const shown: string[] = [];
    const progress = (text: string) => shown.push(text);
    expect(await says(extension, "step", {}, { progress })).toBe("all steps done");
    expect(shown.at(0)).toBe("step\\x1b[2J 1\n");
    expect(shown.length).toBeGreaterThan(3);
  });

  it("cannot use the model, the user or folders where no agent runs the call", async () => {
    await using extension = using(torture("talks-back"));
    const answers = JSON.parse(await says(extension, "ask")) as readonly unknown[];
    expect(answers).toHaveLength(3);
    expect(answers).toEqual(
      expect.arrayContaining([
        { code: -32603, message: "Sampling is only possible while a tool is called." },
        { action: "cancel" },
        { roots: [] },
      ]),
    );
  });

  it("may change the tools: who listens is told, and asks again", async () => {
    await using extension = using(torture("talks-back"));
    const names = async () => (await extension.tools()).map(({ name }) => name);
    expect(await names()).not.toContain("grown");
    let tellings = 0;
    const changed = new Promise<void>((resolve) => {
      extension.onChange?.(() => {
        tellings++;
        resolve();
      });
    });
    await call(extension, "grow");
    await changed;
    expect(await names()).toContain("grown");
    expect(tellings).toBe(1);
  });

  it("of a tool that was never offered is answered here", async () => {
    await using extension = using(torture("odd-results"));
    expect(await call(extension, "sudo")).toMatchObject({ kind: "unknown-tool" });
  });
});
