// Apart from what uses them: the declarations of pg-boss do not compile for those who check the types of libraries.

export interface RunQueueOptions {
  /** Address of the database. */
  readonly url: string;
  /** The schema that has the tables. Default `skein_queue`. */
  readonly schema?: string;
}

export interface WorkOptions {
  /** Runs at once in this worker. Default 1. */
  readonly atOnce?: number;
  /** Runs at once of one share, over all workers. Default: no limit. */
  readonly perShare?: number;
  /** Makes ids of sessions for schedules. Absent: this worker submits nothing by schedules. */
  readonly newSession?: () => string;
  /** Receives what goes wrong with the queue itself; the work goes on. */
  readonly onProblem: (sentence: string) => void;
}
