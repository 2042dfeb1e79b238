import { describe, expect, it } from "vitest";
import type { OpenWorkbench } from "../workbench.ts";

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

/** What a command has as its environment. */
export function commandEnvironments(workbench: OpenWorkbench): void {
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
      await using bench = await workbench({
        environment,
        keep: ["INNOCENT"],
        secrets: ["canary-known-value"],
      });
      expect(await bench.says("shell", { command: "env" })).not.toContain("canary-known");
    });

    it("is well-known variables alone where it is strict, asked at each command", async () => {
      let isStrict = true;
      const more = {
        JAVA_HOME: "/jdk",
        npm_config_cache: "/c",
        LC_TIME: "C",
        https_proxy: "http://p",
        SHOP: "x",
        REGION: "y",
      };
      await using bench = await workbench({
        environment: { ...environment, ...more },
        keep: ["REGION"],
        isStrict: () => isStrict,
      });
      const strict = await bench.says("shell", { command: "env" });
      for (const name of [
        "PATH",
        "HOME",
        "JAVA_HOME",
        "npm_config_cache",
        "LC_TIME",
        "https_proxy",
        "REGION",
      ]) {
        expect(strict).toMatch(new RegExp(`^${name}=`, "m"));
      }
      expect(strict).not.toMatch(/^(SHOP|KEYBOARD|INNOCENT|DB_PASSWORD)=/m);
      isStrict = false;
      expect(await bench.says("shell", { command: "env" })).toMatch(/^SHOP=x$/m);
    });

    it("has no variable that holds a secret, and says so where a command speaks of one", async () => {
      const holdsSecret = (text: string) => text.includes("canary-known-value");
      await using bench = await workbench({ environment, holdsSecret });
      expect(await bench.says("shell", { command: "env" })).not.toContain("canary-known-value");
      expect(await bench.says("shell", { command: "echo is $INNOCENT" })).toMatch(
        /^is\n\[INNOCENT is set, but commands do not get it: .* shell\.env in config\.yaml\.\]$/,
      );
      expect(await bench.says("shell", { command: "echo missing: DB_PASSWORD >&2; exit 3" })).toContain(
        "[DB_PASSWORD is set, but",
      );
      expect(await bench.says("shell", { command: "echo HOME KEYBOARD" })).not.toContain("is set, but");
    });

    it("has the command itself where that holds a secret, and no argument of any process has", async () => {
      const holdsSecret = (text: string) => text.includes("canary-in-command");
      await using bench = await workbench({ environment, holdsSecret });
      const command = `x=canary-in-command; tr '\\0' ' ' </proc/$$/cmdline; echo "$x"; env | grep -c COMMAND; echo 'it'\\''s' "$((1+1))"`;
      const seen = await bench.says("shell", { command });
      expect(seen).toMatch(/eval "unset SKEIN_COMMAND; \$SKEIN_COMMAND" canary-in-command\n0\nit's 2$/);
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

    it("has no pager and no editor", async () => {
      await using bench = await workbench();
      expect(await bench.says("shell", { command: "echo $TERM $PAGER $GIT_EDITOR $EDITOR" })).toBe(
        "dumb cat true true",
      );
    });

    it("tells programs not to ask, unless the user has told them otherwise", async () => {
      await using bench = await workbench({ environment: { PATH: process.env["PATH"], TF_INPUT: "1" } });
      expect(await bench.says("shell", { command: "echo $DEBIAN_FRONTEND $TF_INPUT" })).toBe(
        "noninteractive 1",
      );
    });
  });
}
