import { stripVTControlCharacters } from "node:util";
import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { numberedList, pickTyped, type Picked, type PickList } from "../src/index.ts";
import { createPicker, createRegionScreen, type ScreenTerminal } from "../src/screen.ts";
import { columnsOf } from "../src/width.ts";

const [up, down, enter, escape, pageDown] = ["\x1b[A", "\x1b[B", "\r", "\x1b", "\x1b[6~"];

const silent: ScreenTerminal = {
  start: () => undefined,
  stop: () => undefined,
  drainInput: async () => undefined,
  write: () => undefined,
  columns: 80,
  rows: 24,
  kittyProtocolActive: false,
  moveBy: () => undefined,
  hideCursor: () => undefined,
  showCursor: () => undefined,
  clearLine: () => undefined,
  clearFromCursor: () => undefined,
  clearScreen: () => undefined,
  setTitle: () => undefined,
  setProgress: () => undefined,
};

function pickerOf(list: PickList) {
  const screen = createRegionScreen(silent, { render: () => [], key: () => undefined });
  const picked: (Picked | undefined)[] = [];
  const picker = createPicker({ list, screen, paint: (_, text) => text, onPick: (one) => picked.push(one) });
  const lines = (rows = 22) =>
    picker.render(79, rows).map((line) => stripVTControlCharacters(line).trimEnd());
  const press = (...keys: readonly string[]) => {
    for (const key of keys) picker.key(key);
  };
  return { picked, lines, press };
}

const fruits: PickList = {
  title: "Fruits",
  items: [
    { value: "a", label: "apple", detail: "green, and sour" },
    { value: "b", label: "banana", isCurrent: true },
    { value: "c", label: "cherry", detail: "red" },
  ],
};

describe("a list that changes while it is open", () => {
  it("keeps what was chosen, and goes to what is in its place when that is gone", () => {
    let items = [...fruits.items];
    const { picked, lines, press } = pickerOf({ ...fruits, refresh: () => items });
    expect(lines()[3]).toBe("❯ banana ✓");
    items = [{ value: "z", label: "zero" }, ...items];
    expect(lines()[4]).toBe("❯ banana ✓");
    items = items.filter(({ value }) => value !== "b");
    expect(lines()[4]).toBe("❯ cherry    red");
    press(enter);
    expect(picked).toEqual([{ value: "c" }]);
    items = [];
    expect(lines()[2]).toBe("  Nothing is left.");
    press(enter);
    expect(picked).toHaveLength(1);
  });
});

describe("what is printed above a screen", () => {
  it("is wrapped where it is wider than the terminal, so that nothing of it is lost", () => {
    let written = "";
    const terminal = { ...silent, columns: 30, write: (bytes: string) => (written += bytes) };
    const screen = createRegionScreen(terminal, { render: () => [], key: () => undefined });
    screen.start();
    screen.print(["done · 2 turns · 1 tool call · 900 tokens · $0.0000 · 0.1 s"]);
    screen.stop();
    const lines = stripVTControlCharacters(written).split("\r\n");
    expect(lines.join(" ")).toContain("done · 2 turns · 1 tool call · 900 tokens · $0.0000 · 0.1 s");
    for (const line of lines) expect(columnsOf(line)).toBeLessThan(30);
  });
});

describe("a picker", () => {
  it("begins at the current item, moves, and picks", () => {
    const { picked, lines, press } = pickerOf(fruits);
    expect(lines()).toEqual([
      "Fruits                                                           type to filter",
      "›",
      "  apple     green, and sour",
      "❯ banana ✓",
      "  cherry    red",
      "  ↑↓ · Enter chooses · Esc",
    ]);
    press(down, down, enter, up, up, enter, escape);
    expect(picked).toEqual([{ value: "c" }, { value: "a" }, undefined]);
  });

  it("finds by letters in order, in the detail too, and says when nothing fits", () => {
    const { picked, lines, press } = pickerOf(fruits);
    press("r", "e", "d");
    expect(lines()[2]).toBe("❯ cherry    red");
    press(enter);
    press("z");
    expect(lines()).toContain("  Nothing fits.");
    press(enter, "\x7f", "\x7f", "\x7f", "\x7f", enter);
    expect(picked).toEqual([{ value: "c" }, { value: "a" }]);
  });

  it("takes letters as ways to pick where there are such", () => {
    const ways = [
      { key: "c", label: "conversation only" },
      { key: "f", label: "files only" },
    ];
    const { picked, lines, press } = pickerOf({ ...fruits, ways, enter: "conversation and files" });
    expect(lines().at(-1)).toBe(
      "  ↑↓ · Enter conversation and files · c conversation only · f files only · Esc",
    );
    press("x", "f", down, "c");
    expect(picked).toEqual([
      { value: "b", way: "f" },
      { value: "c", way: "c" },
    ]);
  });

  it("scrolls, never takes more rows or columns than there are, and always shows where it is", () => {
    const item = fc.record({ label: fc.string({ unit: "binary" }), detail: fc.string() });
    const keys = fc.array(fc.constantFrom(up, down, pageDown), { maxLength: 30 });
    checkProperty(
      fc.property(
        fc.array(item, { minLength: 1, maxLength: 60 }),
        keys,
        fc.integer({ min: 5, max: 40 }),
        (items, pressed, rows) => {
          const list = { title: "T", items: items.map((one, at) => ({ ...one, value: String(at) })) };
          const { lines, press } = pickerOf(list);
          for (const key of pressed) {
            lines(rows);
            press(key);
          }
          const shown = lines(rows);
          expect(shown.length).toBeLessThanOrEqual(rows);
          for (const line of shown) expect(columnsOf(line)).toBeLessThanOrEqual(79);
          expect(shown.filter((line) => line.startsWith("❯"))).toHaveLength(1);
        },
      ),
    );
  });
});

describe("a list where nothing is drawn", () => {
  it("has numbers, and a line picks one, none, or is something else", () => {
    expect(numberedList(fruits)).toBe(
      ["Fruits", "  1   apple  green, and sour", "  2 * banana", "  3   cherry  red"].join("\n"),
    );
    const ways = [{ key: "f", label: "files only" }];
    const typed = (line: string) => pickTyped({ ...fruits, ways }, line);
    expect(typed(" 3 ")).toEqual({ value: "c" });
    expect(typed("1 f")).toEqual({ value: "a", way: "f" });
    expect(typed("")).toBe("none");
    expect(typed("fix it")).toBe("other");
    expect(typed("4")).toEqual({ problem: "There is no number 4." });
    expect(typed("1 x")).toEqual({ problem: 'There is no way "x".' });
  });
});
