import { useEffect, useState, type KeyboardEvent, type ReactNode } from "react";
import { server } from "../state/server.ts";
import { fittingCommands } from "./command-text.ts";

export interface Command {
  readonly name: string;
  readonly description: string;
}

interface MenuOptions {
  readonly text: string;
  /** Folder of the session; its commands are loaded when a slash is typed. */
  readonly cwd: string | undefined;
  readonly onPick: (text: string) => void;
}

export interface CommandMenuState {
  readonly commands: readonly Command[];
  readonly shown: readonly Command[];
  readonly chosen: number;
  readonly pick: (command: Command) => void;
  /** @returns whether the key was for the menu. */
  readonly keyDown: (event: KeyboardEvent) => boolean;
}

const mostShown = 8;

export function useCommandMenu({ text, cwd, onPick }: MenuOptions): CommandMenuState {
  const commands = useCommands(text.startsWith("/") ? cwd : undefined);
  const [at, setAt] = useState(0);
  const [closedFor, setClosedFor] = useState<string>();
  const shown = closedFor === text ? [] : fittingCommands(text, commands).slice(0, mostShown);
  const chosen = Math.min(at, Math.max(shown.length - 1, 0));
  const pick = ({ name }: Command) => {
    setClosedFor(`/${name} `);
    onPick(`/${name} `);
  };
  return {
    commands,
    shown,
    chosen,
    pick,
    keyDown(event) {
      const command = shown[chosen];
      if (!command) return false;
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step !== undefined) setAt((chosen + step + shown.length) % shown.length);
      else if (event.key === "Escape") setClosedFor(text);
      else if (event.key === "Tab" || (event.key === "Enter" && text !== `/${command.name}`)) pick(command);
      else return false;
      event.preventDefault();
      return true;
    },
  };
}

function useCommands(cwd: string | undefined): readonly Command[] {
  const [commands, setCommands] = useState<readonly Command[]>([]);
  useEffect(() => {
    if (cwd === undefined) return;
    server.listCommands({ cwd }).then(
      (listed) => setCommands(listed.commands),
      () => undefined, // what is typed is a message then
    );
  }, [cwd]);
  return commands;
}

export function CommandMenu({ menu }: { readonly menu: CommandMenuState }): ReactNode {
  if (menu.shown.length === 0) return undefined;
  return (
    <ul className="menu" role="listbox" aria-label="Commands">
      {menu.shown.map((command, at) => (
        <li
          key={command.name}
          role="option"
          aria-selected={at === menu.chosen}
          onMouseDown={(event) => {
            event.preventDefault();
            menu.pick(command);
          }}
        >
          <strong>{`/${command.name}`}</strong>
          <span>{command.description}</span>
        </li>
      ))}
    </ul>
  );
}
