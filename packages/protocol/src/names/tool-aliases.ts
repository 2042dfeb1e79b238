/**
 * What other agents call tools that Skein has too, in lower case. A name that may stand for several tools is the one that
 * does least.
 */
const aliases: Readonly<Record<string, string>> = {
  bash: "shell",
  shell: "shell",
  run_shell_command: "shell",
  automation_script: "shell",
  bashoutput: "job",
  killshell: "job",
  killbash: "job",
  taskoutput: "job",
  taskstop: "job",
  read: "read",
  read_file: "read",
  notebookread: "read",
  view: "read",
  write: "write",
  write_file: "write",
  edit: "edit",
  multiedit: "edit",
  patch: "edit",
  apply_patch: "edit",
  str_replace: "edit",
  text_editor: "edit",
  grep: "search",
  glob: "search",
  list: "tree",
  ls: "tree",
  task: "subagent",
  agent: "subagent",
  delegate: "subagent",
  todowrite: "todo",
  todo_write: "todo",
  todoread: "todo",
  todo_read: "todo",
  exitplanmode: "propose_plan",
  askuserquestion: "ask_user",
  skill: "skill",
  loadskill: "skill",
  load_skill: "skill",
  remember_memory: "remember",
  retrieve_memories: "look_up_memory",
  remove_memory_category: "forget",
  remove_specific_memory: "forget",
  chatrecall: "search_sessions",
};

/** What a tool of another agent is called here; `undefined` for a name that is not known. Case is ignored. */
export function toolAlias(name: string): string | undefined {
  const key = name.trim().toLowerCase();
  return Object.hasOwn(aliases, key) ? aliases[key] : undefined;
}
