import { repositoryState } from "@skein/runtime/context";
import {
  idleScreen,
  screenStep,
  type ScreenEffect,
  type ScreenInput,
  type ScreenState,
} from "./screen-state.ts";

/** The state of a drawn chat, and the branch of its folder, which may be another one after each work. */
export interface ScreenProgress {
  state(): ScreenState;
  branch(): string | undefined;
  step(input: ScreenInput): ScreenEffect | undefined;
}

/** @param cwd - folder that the chat begins in. */
export function createScreenProgress(cwd: string): ScreenProgress {
  let state = idleScreen;
  let branch = branchOf(cwd);
  return {
    state: () => state,
    branch: () => branch,
    step(input) {
      const { state: next, effect } = screenStep(state, input);
      state = next;
      if (input.type === "chat-changed" && effect === "work-done") branch = branchOf(input.cwd);
      return effect;
    },
  };
}

const branchOf = (cwd: string): string | undefined => repositoryState(cwd)?.branch;
