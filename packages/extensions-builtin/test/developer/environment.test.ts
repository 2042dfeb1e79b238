import { describe, expect, it } from "vitest";
import { workbench } from "./workbench.ts";

const environment = {
  PATH: process.env["PATH"],
  HOME: "/home/someone",
  SSH_AUTH_SOCK: "/run/agent",
  KEYBOARD: "de",
  ANTHROPIC_API_KEY: "canary-1",
  github_token: "canary-2",
  DB_PASSWORD: "canary-3",
  npm_config__authToken: "canary-4",
  "MY-SECRET": "canary-5",
  AWS_ACCESS_KEY_ID: "canary-6",
  INNOCENT: "prefix canary-known-value suffix",
  DEPLOY_TOKEN: "canary-kept",
};

describe("the environment of a command", () => {
  it("has no secrets by name or by value, and the rest of the user's", async () => {
    await using bench = await workbench({
      environment,
      keep: ["DEPLOY_TOKEN"],
      secrets: ["canary-known-value"],
    });
    const seen = await bench.says("shell", { command: "env" });
    expect(seen).not.toMatch(/canary-[0-9]|canary-known/);
    expect(seen).toMatch(/^HOME=\/home\/someone$/m);
    expect(seen).toMatch(/^SSH_AUTH_SOCK=/m);
    expect(seen).toMatch(/^KEYBOARD=de$/m);
    expect(seen).toMatch(/^DEPLOY_TOKEN=canary-kept$/m);
  });

  it("keeps no name whose value is a known secret", async () => {
    await using bench = await workbench({ environment, keep: ["INNOCENT"], secrets: ["canary-known-value"] });
    expect(await bench.says("shell", { command: "env" })).not.toContain("canary-known");
  });

  it("marks the command as ours, differently each time", async () => {
    await using bench = await workbench();
    const marks = await Promise.all(
      [1, 2].map(() =>
        bench.says("shell", { command: "echo $SKEIN_CALL" }, { callId: "a/b c", callFolder: undefined }),
      ),
    );
    expect(marks[0]).toMatch(/^a_b_c\.[0-9a-f]{8}$/);
    expect(marks[0]).not.toBe(marks[1]);
  });

  it("is one where nobody is there to page or edit", async () => {
    await using bench = await workbench();
    expect(await bench.says("shell", { command: "echo $TERM $PAGER $GIT_EDITOR" })).toBe("dumb cat true");
  });
});
