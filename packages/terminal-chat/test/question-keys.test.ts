import { describe, expect, it } from "vitest";
import { burstMs, createQuestionKeys, quietMs, type KeyTarget } from "../src/questions/question-keys.ts";

const [enter, tab, down, escape] = ["\r", "\t", "\x1b[B", "\x1b"];
const pasted = "\x1b[200~y\r\x1b[201~";

/** A prompt beside a question, and a clock. */
function setUp() {
  const keys = createQuestionKeys();
  let question = {};
  let [now, prompt, isAsked, isEditing] = [10_000, "", false, false];
  const state = () => ({
    question: isAsked ? question : undefined,
    isEditing,
    ownKey: "?",
    isPromptEmpty: prompt === "",
    now,
  });
  return {
    ask: () => ([question, isAsked] = [{}, true]),
    edit: () => (isEditing = true),
    /** Frames are drawn all the time. */
    wait: (ms: number) => {
      for (const end = now + ms; now < end; now += 10) keys.isOpen(state());
    },
    isOpen: () => keys.isOpen(state()),
    /** At the pace of somebody who types fast. */
    type: (...all: readonly string[]): KeyTarget[] =>
      all.map((key) => {
        const target = keys.target(key, state());
        if (target === "prompt") prompt = key === enter ? "" : prompt + key;
        now += 60;
        return target;
      }),
  };
}

describe("what is typed while a question waits", () => {
  it.each(["costs", "yes", "always", "no", "sure, go on"])("goes to the prompt: %s", (text) => {
    const { ask, type, isOpen } = setUp();
    type(...Array.from("what it "));
    ask();
    expect(type(...Array.from(text))).toEqual(Array.from(text).map(() => "prompt"));
    expect(isOpen()).toBe(false);
  });

  it("goes to the prompt also when the question has just come into view", () => {
    const { ask, type, wait } = setUp();
    ask();
    wait(quietMs / 2);
    expect(type("s", "o", enter)).toEqual(["prompt", "prompt", "prompt"]);
  });

  it("is the question's when it is the letter that it takes, alone", () => {
    const { ask, type, wait } = setUp();
    ask();
    wait(quietMs + burstMs);
    expect(type("?")).toEqual(["question"]);
    expect(type("w", "?")).toEqual(["prompt", "prompt"]);
  });

  it("goes to the prompt however long the question was in view", () => {
    const { ask, type, wait, isOpen } = setUp();
    ask();
    wait(60_000);
    expect(isOpen()).toBe(true);
    expect(type(...Array.from("say"))).toEqual(["prompt", "prompt", "prompt"]);
    expect(isOpen()).toBe(false);
  });

  it("goes to the prompt when it is pasted, in brackets or not", () => {
    for (const paste of [[pasted], Array.from("y\ry\r")]) {
      const { ask, type, wait } = setUp();
      ask();
      wait(60_000);
      expect(type(...paste)).not.toContain("question");
      expect(type(enter)).not.toEqual(["confirm"]);
    }
  });

  it("confirms nothing with the Enter that ends it, nor with one just after", () => {
    const { ask, type, wait } = setUp();
    type(...Array.from("go on"));
    ask();
    expect(type(enter, enter, enter)).not.toContain("confirm");
    wait(quietMs);
    expect(type(enter)).not.toContain("confirm"); // it has just come into view
    wait(quietMs);
    expect(type(enter)).toEqual(["confirm"]);
  });
});

describe("a question", () => {
  it("opens when the prompt is empty and nothing was typed for a moment, and takes arrows and Enter", () => {
    const { ask, type, wait, isOpen } = setUp();
    ask();
    expect(isOpen()).toBe(true);
    expect(type(enter)).toEqual(["none"]);
    wait(quietMs);
    expect(type(down, down, enter)).toEqual(["question", "question", "confirm"]);
  });

  it("waits while the prompt has text; Tab opens it, and Tab goes back", () => {
    const { ask, type, wait, isOpen } = setUp();
    type(...Array.from("half a mess"));
    ask();
    wait(60_000);
    expect(isOpen()).toBe(false);
    expect(type(tab)).toEqual(["none"]);
    expect(isOpen()).toBe(true);
    wait(quietMs);
    expect(type(tab)).toEqual(["none"]);
    wait(60_000);
    expect(isOpen()).toBe(false);
  });

  it("is not opened by a Tab in the middle of what is typed", () => {
    const { ask, type, isOpen } = setUp();
    ask();
    type("i", "f", tab, enter);
    expect(isOpen()).toBe(false);
  });

  it("takes Esc once it was in view for a while; before, and right after the first, Esc is the prompt's", () => {
    const { ask, type, wait } = setUp();
    ask();
    expect(type(escape)).toEqual(["prompt"]);
    wait(quietMs);
    expect(type(escape)).toEqual(["question"]);
    ask();
    expect(type(escape)).toEqual(["prompt"]);
  });

  it("takes Ctrl-C at once", () => {
    const { ask, type } = setUp();
    ask();
    expect(type("\x03")).toEqual(["question"]);
  });

  it("takes every key while a text is edited in it", () => {
    const { ask, edit, type, wait } = setUp();
    ask();
    wait(quietMs);
    edit();
    expect(type("n", "o", enter, escape)).toEqual(["question", "question", "question", "question"]);
  });
});
