import type { ListedSchedule, Schedule, ScheduleInput, Schedules, Slot } from "@skein/schedules";
import type { Machine } from "@skein/host";
import { userSchedules } from "@skein/host/schedules";
import { loadMachineQueue } from "../later.ts";

/** Schedules of this machine, or those in the database, whose slots its workers submit. */
export interface OpenSchedules extends AsyncDisposable {
  readonly isOfWorkers: boolean;
  /** @param share - of the runs of workers: see `Submission`. */
  add(input: ScheduleInput, share?: string): Promise<Schedule>;
  list(): Promise<readonly ListedSchedule[]>;
  get(name: string): Promise<ListedSchedule>;
  pause(name: string): Promise<void>;
  resume(name: string): Promise<void>;
  remove(name: string): Promise<void>;
  history(options: { readonly name?: string; readonly limit: number }): Promise<readonly Slot[]>;
  /** By id, also of removed ones where they are known. */
  names(): Promise<ReadonlyMap<string, string>>;
  /** Whether slots are started; `true` where that cannot be seen from here. */
  hasDaemon(): boolean;
}

/** Throws `ConfigError` and `SessionError`. */
export async function openSchedules(
  machine: Machine,
  { ofWorkers = false }: { readonly ofWorkers?: boolean | undefined },
): Promise<OpenSchedules> {
  if (!ofWorkers) {
    const user = userSchedules(machine);
    return ofMachine(user.schedules, () => user[Symbol.dispose]());
  }
  const { openMachineQueue } = await loadMachineQueue();
  const queue = await openMachineQueue(machine);
  return {
    ...queue.schedules,
    isOfWorkers: true,
    add: (input, share) => queue.schedules.add({ ...input, ...(share === undefined ? {} : { share }) }),
    names: async () => namesOf(await queue.schedules.list()),
    hasDaemon: () => true,
    [Symbol.asyncDispose]: () => queue.close(),
  };
}

function ofMachine(schedules: Schedules, close: () => void): OpenSchedules {
  return {
    isOfWorkers: false,
    add: async (input) => schedules.add(input),
    list: async () => schedules.list(),
    get: async (name) => schedules.get(name),
    pause: async (name) => schedules.pause(name),
    resume: async (name) => schedules.resume(name),
    remove: async (name) => schedules.remove(name),
    history: async (options) => schedules.history(options),
    names: async () => namesOf(schedules.store.schedules({ removed: true })),
    hasDaemon: () => schedules.hasDaemon(),
    [Symbol.asyncDispose]: async () => close(),
  };
}

function namesOf(schedules: readonly Pick<Schedule, "id" | "name">[]): ReadonlyMap<string, string> {
  return new Map(schedules.map(({ id, name }) => [id, name]));
}
