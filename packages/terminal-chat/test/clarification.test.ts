import type { Paint } from "@skein/terminal";
import type { Answer } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import {
  answerIn,
  clarificationDialog,
  clarificationLines,
  clarificationText,
} from "../src/questions/clarification.ts";

const question = {
  id: "q",
  kind: "clarification" as const,
  callId: "c",
  extension: "ask_user",
  questions: [
    { question: "Which database?", options: ["Postgres", "SQLite"] },
    { question: "Which checks?", options: ["types", "lint"], multiple: true },
    { question: "What is it called?" },
  ],
};
const all = { reply: { answers: ["SQLite", ["types", "lint"], "Heron"] } };

describe("questions of the model, answered by lines", () => {
  it("show their options with numbers", () => {
    expect(clarificationText(question)).toBe(
      "? Which database?\n    1  Postgres\n    2  SQLite\n? Which checks?\n    1  types\n    2  lint\n? What is it called?",
    );
  });

  it("take one line each", () => {
    const lines = clarificationLines(question);
    expect(lines.prompt()).toBe("1/3 Which database?\nA number, or other words (n declines): ");
    expect(["2", "1, 2", "", "Heron"].map((line) => lines.answer(line))).toEqual([
      "",
      "",
      "Type an answer.",
      all,
    ]);
  });

  it("say which number has no option, and may be declined at any", () => {
    const lines = clarificationLines(question);
    expect(lines.answer("3")).toBe("There is no option of that number.");
    expect(lines.answer("1,2")).toBe("There is no option of that number.");
    expect(lines.answer("MySQL")).toBe("");
    expect(lines.answer("n")).toEqual({ reply: null });
  });

  it("take a number as text where there are no options", () => {
    expect(answerIn("42", { question: "How many?" })).toBe("42");
  });
});

describe("questions of the model, answered by keys", () => {
  const keys = { up: "\u001B[A", down: "\u001B[B", enter: "\r", escape: "\u001B" } as const;

  function dialog() {
    const answers: Answer[] = [];
    const paint: Paint = (_, text) => text;
    const editorHost = { requestRender: () => {}, rows: () => 24, columns: () => 80 };
    const shown = clarificationDialog(question, {
      screen: { editorHost } as never,
      paint,
      onAnswer: (answer) => answers.push(answer),
      onInterrupt: () => {},
    });
    return {
      answers,
      shown,
      press: (...pressed: (keyof typeof keys)[]) => pressed.forEach((key) => shown.key(keys[key])),
    };
  }

  it("are chosen from one menu after the other; several options are marked before they are done", () => {
    const { shown, press } = dialog();
    expect(shown.render(80, 20).join("\n")).toContain("Which database?");
    press("down", "enter");
    expect(shown.render(80, 20).join("\n")).toContain("Which checks?");
    press("down", "enter");
    expect(shown.render(80, 20).join("\n")).toContain("Done: 1 chosen");
    expect(shown.render(80, 20).join("\n")).toContain("[x] types");
    press("down", "down", "enter", "enter");
    expect(shown.isEditing()).toBe(true);
  });

  it("are all declined by Esc", () => {
    const { answers, press } = dialog();
    press("escape");
    expect(answers).toEqual([{ reply: null }]);
  });
});
