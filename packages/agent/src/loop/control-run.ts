import { requireEffort } from "@skein/protocol";
import type { CompleteParts } from "../agent-parts.ts";
import type { AgentState } from "../agent-state.ts";
import type { Emit } from "../events/emit.ts";
import { emitSessionEvents } from "../events/session-events.ts";
import { interruption } from "../run-stop.ts";
import { settingsEntry } from "../session/settings-entry.ts";
import type { OpenRun } from "./open-run.ts";
import { partsOf, type Run } from "../run/run.ts";
import { switchedTo } from "./choose-models.ts";

export interface ControlOptions {
  readonly id: string;
  readonly parts: CompleteParts;
  readonly state: AgentState;
  readonly emit: Emit;
  readonly stop: (error: unknown) => void;
  /** Rejects if the session cannot be opened. */
  readonly opened: Promise<OpenRun>;
}

/** What a caller can do to a run. */
export type RunControls = Omit<Run, "id" | "result" | typeof Symbol.asyncIterator>;

export function controlRun({ id, parts, state, emit, stop, opened }: ControlOptions): RunControls {
  async function writeSettings({ log }: OpenRun): Promise<void> {
    emitSessionEvents(await log.write(id, settingsEntry(parts, state)), emit);
  }
  return {
    steer: async (message) => (await opened).inbox.accept(partsOf(message), true),
    queue: async (message) => (await opened).inbox.accept(partsOf(message), false),
    interrupt: (reason) => stop(interruption(reason)),
    answer: async (questionId, answer, { by = "handle" } = {}) =>
      (await opened).questions.answer(questionId, { answer, by }),
    async setMode(mode) {
      const open = await opened;
      parts.gate.setMode?.(mode);
      state.mode = mode;
      await writeSettings(open);
    },
    async setModel(model) {
      const open = await opened;
      [state.model, state.pair] = [model, undefined];
      await writeSettings(open);
      parts.onModelChosen(model);
      emit(switchedTo(model, "Chosen by the user."));
    },
    async setEffort(requested) {
      const open = await opened;
      const effort = requireEffort(state.model, requested);
      const { effort: _, ...others } = state.options;
      state.options = effort === undefined ? others : { ...others, effort };
      await writeSettings(open);
      parts.onOptionsChanged(state.options);
    },
  };
}
