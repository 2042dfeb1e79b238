import type { Example } from "../example.ts";

const tests = "packages/session-commands/test/commands.test.ts";

export const command: Example = {
  names: { GROUP: "context", NAME: "words" },
  changes: [
    {
      file: "packages/session-commands/src/context-commands.ts",
      after: 'run: async (_, scope) => ({ kind: "costs", costs: costs(await entriesOf(scope)) }),\n  },\n',
      text: `  {
    name: "words",
    description: "How many words the user has written",
    async run(_, scope) {
      const entries = await entriesOf(scope);
      const parts = entries.flatMap((entry) => (entry.kind === "user-message" ? entry.content : []));
      const texts = parts.flatMap((part) => (part.type === "text" ? [part.text] : []));
      return { kind: "words", words: texts.join(" ").match(/\\S+/g)?.length ?? 0 };
    },
  },
`,
    },
    {
      file: "packages/session-commands/src/results/command-result.ts",
      after: '  result("costs", { costs }),\n',
      text: '  result("words", { words: z.number() }),\n',
    },
    {
      file: "packages/terminal-chat/src/commands/results/result-text.ts",
      after: "      return costsText(result.costs);\n",
      text: '    case "words":\n      return `You have written ${result.words} words.`;\n',
    },
    {
      file: tests,
      after:
        '    expect(await at.run("jobs", "end 1")).toMatchObject({ ended: { wasRunning: false } });\n  });\n',
      text: `
  it("counts the words of the user", async () => {
    await using at = await talked([text("One.")]);
    expect(await at.run("words")).toEqual({ kind: "words", words: 0 });
    await (
      await at.session.send("say one")
    ).result;
    expect(await at.run("words")).toEqual({ kind: "words", words: 2 });
  });
`,
    },
    {
      file: "docs/chat.md",
      after:
        "show usage and cost, what fills the context window, and what the prompt cache saved                                      |\n",
      text: "| `/words` | counts the words that you have written |\n",
    },
    {
      file: ".changeset/words.md",
      text: '---\n"@skein/session-commands": minor\n---\n\nAdd the command `/words`.\n',
    },
  ],
  leftOut: {
    file: "packages/terminal-chat/src/commands/results/result-text.ts",
    command: "npm run x -- tsc -b",
  },
};
