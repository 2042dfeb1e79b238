import { useState, type KeyboardEvent, type ReactNode } from "react";

/** What may stand in the text instead of what was typed. */
export interface Completion {
  /** The whole text when it is chosen. */
  readonly text: string;
  readonly label: string;
  readonly about: string;
}

export interface CompletionMenuState {
  readonly shown: readonly Completion[];
  readonly chosen: number;
  readonly pick: (completion: Completion) => void;
  /** @returns whether the key was for the menu. */
  readonly keyDown: (event: KeyboardEvent) => boolean;
}

const mostShown = 8;

/** A menu above the text, moved in by arrow keys. Escape closes it until the text changes. */
export function useCompletionMenu(
  text: string,
  completions: readonly Completion[],
  onPick: (text: string) => void,
): CompletionMenuState {
  const [at, setAt] = useState(0);
  const [closedFor, setClosedFor] = useState<string>();
  const shown = closedFor === text ? [] : completions.slice(0, mostShown);
  const chosen = Math.min(at, Math.max(shown.length - 1, 0));
  const pick = (completion: Completion) => {
    setAt(0);
    onPick(completion.text);
  };
  return {
    shown,
    chosen,
    pick,
    keyDown(event) {
      const completion = shown[chosen];
      if (!completion || event.shiftKey) return false;
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      const isTyped = completion.text.trim() === text.trim();
      if (step !== undefined) setAt((chosen + step + shown.length) % shown.length);
      else if (event.key === "Escape") setClosedFor(text);
      else if (event.key === "Tab" || (event.key === "Enter" && !isTyped)) pick(completion);
      else return false;
      event.preventDefault();
      return true;
    },
  };
}

export const menuId = "completions";

export function optionId(at: number): string {
  return `${menuId}-${at}`;
}

export function CompletionMenu({ menu }: { readonly menu: CompletionMenuState }): ReactNode {
  if (menu.shown.length === 0) return undefined;
  return (
    <ul className="menu" role="listbox" id={menuId} aria-label="Completions">
      {menu.shown.map((completion, at) => (
        <li
          key={completion.text}
          id={optionId(at)}
          role="option"
          aria-selected={at === menu.chosen}
          onMouseDown={(event) => {
            event.preventDefault();
            menu.pick(completion);
          }}
        >
          <strong>{completion.label}</strong>
          <span>{completion.about}</span>
        </li>
      ))}
    </ul>
  );
}
