import { configuredCommands } from "@skein/host/settings";
import type { JsonValue } from "@skein/protocol";
import type { SettingOrigin } from "@skein/settings";
import { describe, expect, it } from "vitest";

describe("slash_commands in config files", () => {
  const user: SettingOrigin = { layer: "user", name: "/home/me/.config/skein/config.yaml" };
  const project: SettingOrigin = { layer: "project", name: "/project/.skein/config.yaml" };
  const entry = (value: JsonValue, origin = user) => ({ key: "slash_commands" as const, value, origin });

  it("name recipes, the user's own first", () => {
    const found = configuredCommands([
      entry([{ command: "/Review", recipe_path: "r.yaml" }], project),
      entry([
        { command: "review", recipe_path: "/abs/review.yaml" },
        { command: "fix-it", recipe_path: "recipes/fix.yaml" },
      ]),
    ]);
    expect(found).toEqual([
      { name: "review", recipe: "/abs/review.yaml" },
      { name: "fix-it", recipe: "/home/me/.config/skein/recipes/fix.yaml" },
    ]);
  });
});
