import { undoCommand } from "../undo-command.ts";

export const main = undoCommand({
  name: "undo",
  title: "undo the last run, and what it did to files",
  text: `The conversation is again as it was before the last thing you said, and so is the folder it worked in, if calls
changed files since: what you changed or made there yourself since then goes as well, until a redo. What would happen
to files is shown first; where no one can be asked it needs --yes.`,
  wayBack: (session) => `Undo this: skein session redo ${session}`,
});
