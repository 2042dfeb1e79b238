/** Where a program's files are. All absolute. */
export interface Where {
  /** Its settings. */
  readonly folder: string;
  /** What it keeps besides: sessions, keys. */
  readonly data: string;
  /** Where the user is; some programs have settings of projects. */
  readonly cwd: string;
  /** `false`: the user named the folder. */
  readonly isDefault: boolean;
}
