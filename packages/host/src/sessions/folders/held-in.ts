interface Held {
  readonly cwd?: string | undefined;
  readonly worktree?: { readonly from: string } | undefined;
}

/** Whether a session is one of a folder: it works there, or in a worktree that was asked for there. */
export function isHeldIn({ cwd, worktree }: Held, folder: string): boolean {
  return cwd === folder || worktree?.from === folder;
}
