/** A run of the campaign: commands one after the other, each of which leaves a line. */
export interface PlannedRun {
  readonly session: string;
  readonly task: string;
  /** Each appends its own name to the run's file, once. */
  readonly commands: readonly { readonly id: string; readonly line: string }[];
  /** Has a line for each command that was made, and as often as it was. */
  readonly effects: string;
}

export function planRuns(count: number, folder: string, random: () => number): readonly PlannedRun[] {
  return Array.from({ length: count }, (_, number) => {
    const effects = `${folder}/${number}`;
    const commands = Array.from({ length: 1 + Math.floor(random() * 3) }, (_step, step) => {
      const id = `run${number}step${step}`;
      return { id, line: `echo ${id} >> ${effects}; sleep ${(random() * 1.5).toFixed(2)}` };
    });
    return { session: `chaos-${number}`, task: `This is run ${number}.`, commands, effects };
  });
}
