import { describe, expect, it } from "vitest";
import { userWords, type UserMessageText } from "../src/summary/user-words.ts";
import { textTokens } from "../src/tokens/estimate.ts";

describe("a sentence sounds like a rule", () => {
  const chat = (count: number): UserMessageText[] =>
    Array.from({ length: count }, (_, index) => ({ seq: index + 2, text: `It is fine ${index}.` }));

  it.each([
    "Always do it.",
    "never again",
    "It must be so.",
    "You mustn't go.",
    "I don't mind.",
    "Do not go.",
    "Only this.",
    "You should go.",
    "You shouldn't go.",
    "It is important.",
    "Remember it.",
    "I prefer it.",
    "From now on so.",
    "Make sure of it.",
    "Avoid it.",
    "This instead of that.",
    "Go without it.",
    "Keep it.",
    "As a rule.",
    "Immer so.",
    "Niemals das.",
    "Niemal so.",
    "Das nicht.",
    "Es muss sein.",
    "Das darf sein.",
    "Nur das.",
    "Wichtig ist es.",
    "Bitte so.",
    "Toujours ici.",
    "Jamais ici.",
    "Il doit.",
    "Seulement un.",
    "Siempre aqui.",
    "Nunca mas.",
    "Debe ser.",
    "Solo uno.",
  ])("%s", (rule) => {
    // There is room for one of them: a rule, or else the newest.
    const said = [{ seq: 1, text: rule }, ...chat(5)];
    const text = userWords(said, 27);
    expect(text).toContain(`[1] ${rule}`);
  });

  it.each([
    "It was ruled out.",
    "A keeper of it.",
    "The onlyness.",
    "I went home.",
    "Mustard is it.",
    "Nothing at all.",
  ])("and %s does not", (plain) => {
    const text = userWords([{ seq: 1, text: plain }, ...chat(5)], 27);
    expect(text).toContain("[6] It is fine 4.");
    expect(text).not.toContain(plain);
  });
});

describe("the numbers before what was said", () => {
  it.each([
    [4, "[1, 2, 3, 4] on"],
    [5, "[1, 2, …, 5] on"],
    [9, "[1, 2, …, 9] on"],
  ])("of %i times the same", (count, text) => {
    const said = Array.from({ length: count }, (_, index) => ({
      seq: index + 1,
      text: index % 2 === 0 ? "on" : " on\n",
    }));
    expect(userWords(said, 500)).toBe(text);
  });
});

describe("what does not fit", () => {
  const sentences = (count: number, about: string) =>
    Array.from({ length: count }, (_, index) => `It is the ${about} of part ${index} that I see here.`).join(
      " ",
    );
  const said: readonly UserMessageText[] = [
    { seq: 1, text: "You must write it in German. It is for our users." },
    {
      seq: 2,
      text: `See this log.\n${sentences(150, "log")}\nNever restart it!\n${sentences(150, "log")}\nWhat is it?`,
    },
    { seq: 3, text: sentences(12, "colour") },
    { seq: 4, text: `Here is my plan. ${sentences(40, "plan")} Always test it. ${sentences(9, "end")}` },
    { seq: 5, text: sentences(45, "shape") },
    { seq: 6, text: "And now go on." },
  ];

  it("is clipped step by step: what is huge, what is old, rules last", () => {
    const steps = [9_000, 2_600, 1_700, 1_200, 700, 450, 330, 200, 140, 90, 70, 50, 30].map((budget) => {
      const text = userWords(said, budget);
      expect(textTokens(text)).toBeLessThanOrEqual(budget);
      const lines = text
        .split(/\n(?=\[|\()/)
        .map((line) =>
          line.length <= 130 ? line : `${line.slice(0, 60)} ~${line.length}~ ${line.slice(-50)}`,
        );
      return `${budget}:\n${lines.join("\n")}`;
    });
    expect(steps.join("\n\n")).toMatchSnapshot();
  });

  it("is a large message before a small one becomes a line", () => {
    const large = Array.from({ length: 6 }, (_, index) => ({
      seq: index + 1,
      text: sentences(36, `hue${index}`),
    }));
    const text = userWords(large, 2_000);
    expect(text).toMatch(/^\[1\] It is the hue0[^\n]+\n… \(\d+ characters left out\)\n/);
    expect(text).toContain(`[6] ${large[5]?.text}`);
  });

  it("keeps the rules of a huge message, as many as a message may have", () => {
    const rules = Array.from({ length: 60 }, (_, index) => `Never do the thing number ${index} to it.`).join(
      "\n",
    );
    const whole = `Mind these.\n${sentences(60, "log")}\n${rules}\n${sentences(60, "log")}`;
    const text = userWords([{ seq: 1, text: whole }], 900);
    expect(text).toMatch(
      /\n… \(\d+ characters left out\)\nNever do the thing number 0 to it\.\nNever do the thing number 1 /,
    );
    const kept = text.match(/Never do the thing/g)?.length ?? 0;
    expect(kept).toBeGreaterThan(12);
    expect(kept).toBeLessThan(30);
    const [note = "", left] = /… \((\d+) characters left out\)/.exec(text) ?? [];
    const shown = text.length - "[1] ".length - note.length - (kept + 2);
    expect(Number(left)).toBe(whole.length - shown);
  });

  it("leaves nothing out where all of it is rules", () => {
    const rules = Array.from({ length: 9 }, (_, index) => `Never do the thing number ${index}.`).join(" ");
    expect(userWords([{ seq: 1, text: rules }], 1_000)).toBe(`[1] ${rules}`);
  });
});
