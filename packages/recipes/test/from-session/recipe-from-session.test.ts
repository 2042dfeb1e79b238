import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Entry, EntryBody, JsonObject, MessageSource } from "@skein/protocol";
import { candidatesIn } from "../../src/from-session/candidates.ts";
import { recipeFromSession, type FromSessionOptions } from "../../src/from-session/recipe-from-session.ts";
import { readRecipe } from "../../src/read/read-recipe.ts";
import { renderRecipe } from "../../src/render/render-recipe.ts";

const definitions: Record<string, JsonObject> = {
  developer: { type: "builtin", name: "developer" },
  github: { type: "stdio", name: "github", cmd: "npx", args: ["-y", "server"], env_keys: ["GITHUB_TOKEN"] },
};
const options: FromSessionOptions = { extensionOf: (name) => definitions[name] };

function journal(...bodies: readonly EntryBody[]): readonly Entry[] {
  return bodies.map((body, at) => ({ v: 1, seq: at + 1, at: 0, run: "r", ...body }));
}

const said = (text: string, from: MessageSource = "user"): EntryBody => ({
  kind: "user-message",
  from,
  content: [{ type: "text", text }],
});
const called = (extension: string): EntryBody => ({
  kind: "tool-intent",
  callId: "1",
  tool: "t",
  extension,
  input: {},
  effect: "reads",
  repeat: "safe",
});
const settings: EntryBody = {
  kind: "settings",
  provider: "replay",
  model: "m-1",
  mode: "approve",
  extensions: ["developer", "github", "todo"],
  limits: { maxTurns: 30, maxRepetitions: 50 },
  options: { temperature: 0.2 },
};

async function rendered(entries: readonly Entry[], more: Partial<FromSessionOptions> = {}) {
  const made = await recipeFromSession(entries, { ...options, ...more });
  const read = await readRecipe({ text: made!.text });
  expect(read.problems).toEqual([]);
  const { recipe, problems } = await renderRecipe(read, {});
  expect(problems).toEqual([]);
  return { ...made!, recipe: recipe! };
}

describe("a recipe from a session", () => {
  it("has the first message as its prompt, the later ones as steps, and what the session used", async () => {
    const entries = journal(
      { kind: "session-start", id: "s", cwd: "/w", interaction: "chat", name: "Fix the build" },
      settings,
      said("Look at src/main.ts and https://example.org/a, ticket #1234."),
      called("developer"),
      said("a nudge", "agent"),
      said("Now the tests.\nAll of them."),
      called("github"),
      called("developer"),
      said("And write to a@b.org by 2027-01-31", "steer"),
    );
    const context = {
      system: "",
      tools: [
        {
          name: "final_output",
          description: "",
          inputSchema: {
            type: "object",
            properties: { ok: { type: "boolean", description: "{{ x }}" } },
            required: ["ok"],
          },
        },
      ],
    };
    const { text, notices, recipe } = await rendered(entries, { context });
    expect(text).toMatchSnapshot();
    expect(notices).toEqual([]);
    expect(recipe).toMatchObject({
      title: "Fix the build",
      prompt: "Look at src/main.ts and https://example.org/a, ticket #1234.",
      settings: { provider: "replay", model: "m-1", temperature: 0.2, maxTurns: 30 },
      extensions: [{ name: "developer" }, { name: "github", envKeys: ["GITHUB_TOKEN"] }],
      responseSchema: { properties: { ok: { description: "{{ x }}" } } },
      activities: ["Now the tests.", "And write to a@b.org by 2027-01-31"],
    });
    expect(recipe.instructions).toContain("1. Now the tests.\n   All of them.\n2. And write");
  });

  it("leaves out what was rewound, and is none of nothing", async () => {
    const entries = journal(said("first"), said("wrong"), { kind: "rewind", to: 1 }, said("right"));
    const { recipe } = await rendered(entries);
    expect(recipe.instructions).toContain("right");
    expect(recipe.instructions).not.toContain("wrong");
    expect(await recipeFromSession(journal(settings, said("  ")), options)).toBeUndefined();
  });

  it("says what it could not take over", async () => {
    const image: EntryBody = {
      kind: "user-message",
      from: "user",
      content: [
        { type: "text", text: "Use __SECRET_API_KEY_0123456789__" },
        { type: "image", mediaType: "image/png", data: "" },
      ],
    };
    const { notices, recipe, text } = await rendered(journal(settings, image, called("todo")));
    expect(notices).toEqual([
      "Images and files of messages are left out: a recipe has only text.",
      "The messages contain a redacted secret. Its placeholder cannot be restored in other sessions: use env_keys of an extension.",
      "It is unknown how to start the extension todo: add it under extensions.",
    ]);
    expect(recipe.prompt).toBe("Use __SECRET_API_KEY_0123456789__");
    expect(text).toContain("__SECRET_API_KEY_0123456789__ (secret)");
  });

  it("takes the result's schema out of its wrapping", async () => {
    const inputSchema = {
      type: "object",
      properties: { result: { type: "array", items: { type: "string" } } },
      required: ["result"],
      additionalProperties: false,
    };
    const context = { system: "", tools: [{ name: "final_output", description: "", inputSchema }] };
    const { recipe } = await rendered(journal(said("go")), { context });
    expect(recipe.responseSchema).toEqual({ type: "array", items: { type: "string" } });
  });

  it("has no hidden characters", async () => {
    const { recipe } = await rendered(journal(said("do\u200b \u{E0041}this 👩‍👩‍👧")));
    expect(recipe.prompt).toBe("do this 👩‍👩‍👧");
  });

  it("has the very words, whatever stands in them", async () => {
    const braces = fc.constantFrom(
      "{{ x }}",
      "{% if %}",
      "{# c #}",
      "{% raw %}",
      "{% endraw %}",
      "{{",
      "}}",
      "'",
      '"',
      "\n",
      "# ",
      ": ",
      "- ",
      "\\",
      "---",
      "é",
      "{",
    );
    const text = fc
      .array(fc.oneof(braces, fc.string({ maxLength: 5 })), { minLength: 1, maxLength: 8 })
      .map((pieces) => pieces.join("").trim())
      .filter((each) => each !== "");
    await checkProperty(
      fc.asyncProperty(text, text, async (first, second) => {
        const { recipe } = await rendered(journal(said(first), said(second)));
        expect(recipe.prompt).toBe(first);
        expect(recipe.instructions).toContain(second.replaceAll("\n", "\n   "));
      }),
      { numRuns: 60 },
    );
  });
});

describe("candidates for parameters", () => {
  it.each([
    ["see src/a/b.ts, ./c.py and ../d and /etc/hosts", ["src/a/b.ts", "./c.py", "../d", "/etc/hosts"]],
    ["open README.md in ~/notes/x.txt", ["README.md", "~/notes/x.txt"]],
    ["https://a.org/x?y=1. Then http://b.org", ["https://a.org/x?y=1", "http://b.org"]],
    ["mail me@x.org on 2026-03-04 about #512 and 20 more", ["me@x.org", "2026-03-04", "#512", "20"]],
    ["either/or is no 1 of them? it is, as a path", ["either/or"]],
    ["nothing here, e.g. i.e. 3.5 v1.2.3 x", []],
  ])("are found in %j", (text, values) => {
    expect(candidatesIn([text]).map(({ value }) => value)).toEqual(values);
  });

  it("are found in little time, whatever is looked at", () => {
    checkProperty(
      fc.property(
        fc.string({ unit: fc.constantFrom("a", "/", ".", "-", "@", "_", "1"), maxLength: 3000 }),
        (text) => {
          expect(candidatesIn([text]).length).toBeLessThanOrEqual(20);
        },
      ),
      { numRuns: 20 },
    );
  });
});
