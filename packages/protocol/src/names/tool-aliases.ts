/**
 * Names that other agents use for tools that Skein has too, in lower case. A
 * name that may mean several tools is the one that does least.
 */
const aliases: Readonly<Record<string, string>> = {
  bash: "shell",
  shell: "shell",
  run_shell_command: "shell",
  local_shell: "shell",
  shell_command: "shell",
  exec_command: "shell",
  automation_script: "shell",
  bashoutput: "job",
  killshell: "job",
  killbash: "job",
  taskoutput: "job",
  taskstop: "job",
  write_stdin: "job",
  read: "read",
  read_file: "read",
  notebookread: "read",
  view: "read",
  view_image: "read",
  read_many_files: "read",
  write: "write",
  write_file: "write",
  edit: "edit",
  multiedit: "edit",
  patch: "edit",
  apply_patch: "edit",
  str_replace: "edit",
  replace: "edit",
  text_editor: "edit",
  grep: "search",
  glob: "search",
  grep_search: "search",
  search_file_content: "search",
  list: "tree",
  ls: "tree",
  list_directory: "tree",
  task: "subagent",
  agent: "subagent",
  delegate: "subagent",
  todowrite: "todo",
  todo_write: "todo",
  todoread: "todo",
  todo_read: "todo",
  write_todos: "todo",
  update_plan: "todo",
  taskcreate: "todo",
  taskupdate: "todo",
  tasklist: "todo",
  exitplanmode: "propose_plan",
  askuserquestion: "ask_user",
  request_user_input: "ask_user",
  skill: "skill",
  loadskill: "skill",
  load_skill: "skill",
  remember_memory: "remember",
  retrieve_memories: "look_up_memory",
  remove_memory_category: "forget",
  remove_specific_memory: "forget",
  chatrecall: "search_sessions",
  save_memory: "remember",
  webfetch: "fetch",
  web_fetch: "fetch",
  web_scrape: "fetch",
};

/**
 * Translates another agent's tool name. Case is ignored.
 *
 * @returns Skein's name, or undefined if the name is unknown.
 */
export function toolAlias(name: string): string | undefined {
  const key = name.trim().toLowerCase();
  return Object.hasOwn(aliases, key) ? aliases[key] : undefined;
}
