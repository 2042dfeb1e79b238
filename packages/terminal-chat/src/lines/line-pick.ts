import {
  cleanText,
  numberedList,
  numberedPrompt,
  pickTyped,
  type Picked,
  type PickList,
} from "@skein/terminal";

export interface LinePickOptions {
  readonly stdout: Pick<NodeJS.WriteStream, "write">;
  /** Writes a foreign text as lines. */
  readonly write: (text: string) => void;
}

/** A list from which the next line may pick an item. */
export interface LinePick {
  /** Closes an earlier list. Resolves with `undefined` if the list was closed. @param isOver - no line will come. */
  open(list: PickList, isOver: boolean): Promise<Picked | undefined>;
  /** Returns true if the line was meant for the list. Any other line closes the list. */
  answer(line: string): boolean;
  /** No line will come. */
  giveUp(): void;
}

export function createLinePick({ stdout, write }: LinePickOptions): LinePick {
  let picking:
    | { readonly list: PickList; readonly resolve: (picked: Picked | undefined) => void }
    | undefined;

  return {
    async open(list, isOver) {
      picking?.resolve(undefined);
      const { promise, resolve } = Promise.withResolvers<Picked | undefined>();
      if (isOver) return undefined;
      picking = { list, resolve };
      write(`\n${numberedList(list)}`);
      stdout.write(cleanText(numberedPrompt(list)));
      return promise;
    },
    answer(line) {
      if (!picking) return false;
      const { list, resolve } = picking;
      const picked = pickTyped(list, line);
      if (typeof picked === "object" && "problem" in picked) {
        stdout.write(cleanText(`${picked.problem}\n${numberedPrompt(list)}`));
        return true;
      }
      picking = undefined;
      resolve(typeof picked === "object" ? picked : undefined);
      return picked !== "other";
    },
    giveUp: () => picking?.resolve(undefined),
  };
}
