import { settingFields, settingNames } from "@skein/settings";
import { describe, expect, it } from "vitest";
import { settingsOfFlags, takeSettingFlags, type Flag } from "@skein/command-line";
import { runFlags } from "@skein/command-line/flags";

describe("flags of settings", () => {
  it("are those of the table, in the words of the table", () => {
    const flags = settingNames.flatMap((name) => settingFields[name].flag ?? []);
    const words = flags.map(({ name, help }) => [name.slice(2), help]);
    const ofRun = Object.entries<Flag>(runFlags).map(([name, { description }]) => [name, description]);
    expect(ofRun).toEqual(expect.arrayContaining(words));
  });

  it("set the settings that they name, a switch what it stands for", () => {
    expect(
      settingsOfFlags({ "max-turns": "5", fallback: ["a"], "no-checkpoints": true, cwd: "/", quiet: true }),
    ).toEqual({ maxTurns: "5", fallback: ["a"], checkpoints: "false" });
  });
});

describe("flags that any command takes", () => {
  const take = (words: readonly string[]) => {
    const env: Record<string, string | undefined> = {};
    return { words: takeSettingFlags(words, ["journal", "restricted"], env), env };
  };

  it("become variables, wherever they stand before --", () => {
    expect(take(["run", "--restricted", "-t", "x"])).toEqual({
      words: ["run", "-t", "x"],
      env: { SKEIN_RESTRICTED: "true" },
    });
    expect(take(["ps", "--database-url", "postgres://a@b/c", "--", "--restricted"])).toEqual({
      words: ["ps", "--", "--restricted"],
      env: { SKEIN_DATABASE_URL: "postgres://a@b/c" },
    });
  });

  it("are checked as the setting is", () => {
    expect(() => take(["ps", "--database-url", "nowhere"])).toThrow('--database-url cannot be "nowhere".');
  });
});
