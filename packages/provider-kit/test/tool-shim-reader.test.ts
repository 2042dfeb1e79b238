import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createCallReader } from "../src/tool-shim/call-reader.ts";
import { callsIn, writtenCall } from "../src/tool-shim/written-calls.ts";

interface Found {
  readonly text: string;
  readonly blocks: readonly { readonly body: string; readonly closed: boolean }[];
}

/** @param cuts - where the text is cut, as it comes in. */
function read(text: string, cuts: readonly number[] = []): Found {
  const reader = createCallReader();
  const bounds = [...new Set([0, ...cuts.map((cut) => cut % (text.length + 1)), text.length])].toSorted(
    (a, b) => a - b,
  );
  const given = bounds.slice(1).map((end, at) => reader.push(text.slice(bounds[at], end)));
  const pieces = [...given.flat(), ...reader.end()];
  return {
    text: pieces.map((piece) => (piece.type === "text" ? piece.text : "")).join(""),
    blocks: pieces.flatMap((piece) =>
      piece.type === "block" ? [{ body: piece.body, closed: piece.closed }] : [],
    ),
  };
}

const one = '<tool_call>\n{"name":"sh","input":{}}\n</tool_call>';
const body = '\n{"name":"sh","input":{}}\n';

describe("a call in a text", () => {
  it.each([
    [one, "", [body]],
    [`I look.\n${one}\nDone.`, "I look.\n\nDone.", [body]],
    [`   ${one}`, "", [body]],
    [`${one}${one}`, "", [body, body]],
    ['<tool_call>{"a":"</tool_call>"}</tool_call>!', "!", ['{"a":"</tool_call>"}']],
    ['<tool_call>{"a":"\\"</tool_call>"}</tool_call>', "", ['{"a":"\\"</tool_call>"}']],
    ['<tool_call>{"a":"no end\n</tool_call>ok', "ok", ['{"a":"no end\n']],
    ["<tool_call>{a <b> < </x </tool_cal </tool_call>", "", ["{a <b> < </x </tool_cal "]],
    ['```tool_call\n{"name":"x"}\n```\nThen.', "Then.", ['{"name":"x"}\n']],
    ["```tool_call\n{}\n``` \t\r\nThen.", "Then.", ["{}\n"]],
    ["```tool_call\n{}\n   `````\nThen.", "Then.", ["{}\n"]],
    ["```tool_call\n{}\n``` x\n    ```\n``\n```\nThen.", "Then.", ["{}\n``` x\n    ```\n``\n"]],
    ["````tool_call  \r\n```\n````", "", ["```\n"]],
    ["<tool_call>sh(ls)</tool_call>", "", ["sh(ls)"]],
    // A line of backticks with a backtick behind them is code in a line, and begins no block.
    [`\`\`\`a\`\`\`\n${one}`, "```a```\n", [body]],
    [`\`\`\`a \` b\n${one}`, "```a ` b\n", [body]],
  ] as const)("%j is found", (text, shown, bodies) => {
    const found = read(text);
    expect(found.text).toBe(shown);
    expect(found.blocks).toEqual(bodies.map((each) => ({ body: each, closed: true })));
  });

  it.each([
    ['<tool_call>{"a":1', [{ body: '{"a":1', closed: false }]],
    ["```tool_call\n{}", [{ body: "{}", closed: false }]],
    [
      "<tool_call>{}\n<tool_call>[]</tool_call>",
      [
        { body: "{}\n", closed: false },
        { body: "[]", closed: true },
      ],
    ],
  ] as const)("%j has no end", (text, blocks) => {
    expect(read(text)).toEqual({ text: "", blocks });
  });

  it("that continues with an invented result loses that, and everything after it", () => {
    const found = read(`A\n${one}\n<tool_result name="sh">\nfine\n</tool_result>\nGreat!\n${one}`);
    expect(found).toEqual({ text: "A\n\n", blocks: [{ body, closed: true }] });
  });
});

describe("a line that may become a call", () => {
  const shownAtOnce = (text: string) =>
    createCallReader()
      .push(text)
      .map((piece) => (piece.type === "text" ? piece.text : ""))
      .join("");

  it.each(["<tool_", "```", "  ```tool", "```tool_call  ", "   ", "``"])(
    "waits for more of it: %j",
    (text) => {
      expect(shownAtOnce(text)).toBe("");
      expect(read(`${text}é`).text).toBe(`${text}é`);
    },
  );

  it.each(["<tools", "```ts", "    x", "`a", "``a", "text"])("is shown once it is none: %j", (text) => {
    expect(shownAtOnce(text)).toBe(text);
  });

  it("is shown when it is longer than any beginning of a call", () => {
    const long = `\`\`\`${" ".repeat(4_096)}`;
    expect(shownAtOnce(long.slice(0, 4_095))).toBe("");
    expect(shownAtOnce(long)).toBe(long);
  });
});

describe("a text that only looks like a call", () => {
  it.each([
    `\`\`\`\n${one}\n\`\`\`\n`,
    `~~~xml\n${one}\n~~~`,
    `\`\`\`\`md\n\`\`\`tool_call\n{}\n\`\`\`\n\`\`\`\``,
    `\`\`\`\n~~~\n${one}`,
    `    ${one.replaceAll("\n", "\n    ")}`,
    `Write ${one.replaceAll("\n", " ")} to call.`,
    "`<tool_call>` is the tag.",
    "<tool_call> is the tag.",
    "<tool_cal>\n<tool_calls>\n</tool_call>",
    "```tool_calls\n{}\n```",
    "``tool_call\n{}\n``",
    "<tool_result>\nno call came before\n</tool_result>",
    "  ",
    "```",
    "<",
  ])("%j is shown as it is", (text) => {
    expect(read(text)).toEqual({ text, blocks: [] });
  });
});

const word = fc.constantFrom(
  "<tool_call>",
  "</tool_call>",
  "<tool_result",
  "```",
  "```tool_call\n",
  "````",
  "~~~",
  "\n",
  "\r\n",
  " ",
  "    ",
  '"',
  "\\",
  "{",
  "}",
  '{"name":"a","input":{}}',
  "x",
  "<",
  "`",
  "🔍",
);
const anyText = fc.array(word, { maxLength: 30 }).map((words) => words.join(""));
const cuts = fc.array(fc.nat(400), { maxLength: 20 });

describe("whatever a model writes", () => {
  it("is read the same however it is cut", () => {
    checkProperty(
      fc.property(anyText, cuts, (text, places) => {
        const whole = read(text);
        expect(read(text, places)).toEqual(whole);
        expect(
          read(
            text,
            Array.from({ length: text.length }, (_, at) => at),
          ),
        ).toEqual(whole);
      }),
      { numRuns: 2000 },
    );
  });

  it("is shown as it is where no line begins with a mark of calls", () => {
    checkProperty(
      fc.property(anyText, cuts, (text, places) => {
        fc.pre(!/^ {0,3}(<tool_call>|`{3,}[ \t]*tool_call)/m.test(text));
        expect(read(text, places)).toEqual({ text, blocks: [] });
      }),
      { numRuns: 1000 },
    );
  });

  it("is never a call inside of a code block", () => {
    checkProperty(
      fc.property(anyText, cuts, (text, places) => {
        fc.pre(!/^ {0,3}~{3,}/m.test(text));
        const inside = `~~~\n${text}`;
        expect(read(inside, places)).toEqual({ text: inside, blocks: [] });
      }),
      { numRuns: 1000 },
    );
  });

  it("comes back from what is written for it: any call, any number", () => {
    const call = fc.record({ name: fc.string(), input: fc.dictionary(fc.string(), fc.jsonValue()) });
    checkProperty(
      fc.property(fc.array(call, { maxLength: 4 }), cuts, (drawn, places) => {
        const wanted = drawn.map(({ name, input }) => ({
          type: "tool-call" as const,
          id: "c",
          name: name.toWellFormed(),
          input: JSON.parse(JSON.stringify(input).toWellFormed()) as never,
        }));
        const text = wanted.map(writtenCall).join("\n");
        const { blocks } = read(text, places);
        expect(blocks.flatMap((block) => callsIn(block.body, block.closed, () => "c"))).toEqual(
          JSON.parse(JSON.stringify(wanted)),
        );
      }),
      { numRuns: 500 },
    );
  });

  it("takes time by its length alone, in many small pieces too", () => {
    const long = `${"```\n```\n".repeat(20_000)}<tool_call>${"<".repeat(200_000)}"${'"'.repeat(200_001)}</tool_call>`;
    const reader = createCallReader();
    let blocks = 0;
    for (let at = 0; at < long.length; at += 3) {
      blocks += reader.push(long.slice(at, at + 3)).filter(({ type }) => type === "block").length;
    }
    expect(blocks + reader.end().length).toBe(1);
  });
});
