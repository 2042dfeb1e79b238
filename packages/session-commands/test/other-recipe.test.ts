import type { RecipeSource } from "@skein/protocol";
import { expect, it } from "vitest";
import type { CommandScope } from "../src/command.ts";
import { otherSessionCommands } from "../src/other-session-commands.ts";

const source: RecipeSource = { word: "/r/tidy.yaml", cwd: "/r", params: {}, subRecipes: [], hash: "0" };
const tidy = { recipe: "/r/tidy.yaml", recipeSource: source };
const none = { recipe: undefined, recipeSource: undefined };

/** What `/resume one` comes to in a chat with this recipe, for a session with that one. */
function resumed(chat: object, session: object) {
  const listed = [{ session: "one", summary: { cwd: "/", startedAt: 1, ...session } }];
  const scope = {
    runtime: { sessions: { list: async () => listed } },
    providers: { known: {} },
    session: { settings: () => ({ session: "now", cwd: "/", ...chat }) },
  } as unknown as CommandScope;
  return otherSessionCommands.find(({ name }) => name === "resume")!.run("one", scope);
}

it("a chat goes to a session that runs the same recipe, or as little as it", async () => {
  expect(await resumed(none, none)).toMatchObject({ kind: "go-to", session: "one" });
  expect(await resumed(tidy, tidy)).toMatchObject({ kind: "go-to", session: "one" });
});

it("a chat keeps away from a session whose recipe is another one", async () => {
  const values = { ...tidy, recipeSource: { ...source, params: { what: "x" } } };
  await expect(resumed(none, tidy)).rejects.toMatchObject({
    nextStep: { do: "open-session", session: "one" },
  });
  await expect(resumed(tidy, none)).rejects.toThrow("session one runs none");
  await expect(resumed(tidy, values)).rejects.toThrow("which this chat does not");
});
