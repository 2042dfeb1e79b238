import { hasProcessNaming, slotProcesses, type Serving } from "@skein/session-processes/schedules";
import { thisMachine } from "../machine.ts";
import { ownProgram } from "../own-program.ts";
import { abortOnSignals, type AbortOnSignals } from "../signals.ts";
import { warn } from "../print.ts";
import { slotCommand } from "./slot-command.ts";

/** Slots come to their end; a slot that is ended says why. */
export function stopServing(): AbortOnSignals {
  return abortOnSignals({ isPatient: true, words: "The daemon was stopped" });
}

/** Schedules served by this very program: each slot is a process of it. */
export function ownServing(): Pick<Serving, "slots" | "owner" | "onProblem"> {
  const program = ownProgram();
  return {
    owner: `skein ${process.pid}`,
    slots: {
      run: slotProcesses(thisMachine(), (job) => slotCommand(program, job)),
      isRunning: (session) => hasProcessNaming(["--session-id", session]),
    },
    onProblem: warn,
  };
}
