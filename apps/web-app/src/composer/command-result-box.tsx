import type { CommandResult } from "@skein/client";
import type { ReactNode } from "react";
import { resultLines } from "./result-lines.ts";

/** A command that was run here, and what it came to. */
export interface RunCommand {
  readonly name: string;
  readonly result: CommandResult;
}

interface CommandResultBoxProps {
  readonly command: RunCommand;
  readonly onClose: () => void;
}

/** What a command came to, above the text that it was typed in. */
export function CommandResultBox({ command, onClose }: CommandResultBoxProps): ReactNode {
  const lines = resultLines(command.result);
  return (
    <section className="command-result" aria-label={`Result of /${command.name}`}>
      <header>
        <strong>{`/${command.name}`}</strong>
        <button type="button" className="quiet" onClick={onClose}>
          Close
        </button>
      </header>
      {lines.length === 0 ? <p>Done.</p> : undefined}
      <dl tabIndex={0}>
        {lines.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
