#define _GNU_SOURCE
#include "launcher.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static int has_variable(pid_t id, const char *mark) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/environ", (int)id);
  FILE *file = fopen(path, "re");
  if (!file) return 0;
  char *text = NULL;
  size_t space = 0;
  int found = 0;
  while (!found && getdelim(&text, &space, '\0', file) > 0) found = strcmp(text, mark) == 0;
  free(text);
  fclose(file);
  return found;
}

// The descriptor is taken before the look: when the process ends and its id is reused in between, nothing is hit.
// Linux before 5.3 has no such descriptors.
static int kill_if_marked(pid_t id, const char *mark) {
  int process = (int)syscall(SYS_pidfd_open, id, 0);
  if (process < 0) return errno == ENOSYS && has_variable(id, mark) && kill(id, SIGKILL) == 0;
  int killed = has_variable(id, mark) && syscall(SYS_pidfd_send_signal, process, SIGKILL, NULL, 0) == 0;
  close(process);
  return killed;
}

// A pass may miss a process that is being started: they go on until one finds none, but not for ever.
enum { MAX_PASSES = 5 };

void kill_marked(const char *mark) {
  for (int pass = 0, killed = 1; killed > 0 && pass < MAX_PASSES; pass++) {
    DIR *processes = opendir("/proc");
    if (!processes) return;
    killed = 0;
    for (struct dirent *entry; (entry = readdir(processes));) {
      if (!isdigit((unsigned char)entry->d_name[0])) continue;
      pid_t id = (pid_t)strtol(entry->d_name, NULL, 10);
      if (id != getpid()) killed += kill_if_marked(id, mark);
    }
    closedir(processes);
  }
}
