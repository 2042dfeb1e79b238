#define _GNU_SOURCE
#include "launcher.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

void adopt_descendants(void) { prctl(PR_SET_CHILD_SUBREAPER, 1); }

int has_descendants(void) {
  siginfo_t ignored;
  return waitid(P_ALL, 0, &ignored, WEXITED | WNOHANG | WNOWAIT) == 0 || errno != ECHILD;
}

// Source: proc_pid_stat(5); the name before the state may contain anything, ) included.
static pid_t parent_of(pid_t id) {
  char path[64], stat[512];
  snprintf(path, sizeof path, "/proc/%d/stat", (int)id);
  FILE *file = fopen(path, "re");
  if (!file) return 0;
  size_t length = fread(stat, 1, sizeof stat - 1, file);
  fclose(file);
  stat[length] = '\0';
  const char *end = strrchr(stat, ')');
  int parent = 0;
  return end && sscanf(end, ") %*c %d", &parent) == 1 ? (pid_t)parent : 0;
}

// A child's id is its own until it is waited for: nothing else can be hit.
void signal_children(int signal_number) {
  DIR *processes = opendir("/proc");
  if (!processes) return;
  for (struct dirent *entry; (entry = readdir(processes));) {
    if (!isdigit((unsigned char)entry->d_name[0])) continue;
    pid_t id = (pid_t)strtol(entry->d_name, NULL, 10);
    if (parent_of(id) == getpid()) kill(id, signal_number);
  }
  closedir(processes);
}

// The children of what is killed become children, and are killed next. What hangs in the system is left after a second.
enum { MAX_PASSES = 100, PASS_MS = 10 };

void kill_descendants(void) {
  for (int pass = 0; pass < MAX_PASSES && has_descendants(); pass++) {
    signal_children(SIGKILL);
    usleep(pass == 0 ? 0 : PASS_MS * 1000);
    while (waitpid(-1, NULL, WNOHANG) > 0) {
    }
  }
}
