#define _GNU_SOURCE
#include "launcher.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/statfs.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// Milliseconds between two scans; a scan that takes long is followed by a longer pause, so that scans take 5 % of a
// processor at most.
enum { PAUSE_MS = 100, PAUSE_PER_SCAN = 20 };

// Milliseconds that a reader has to make room for the reason of the end.
enum { READER_MS = 2000 };

// The kernel counts threads: programs have several.
enum { THREADS_PER_PROCESS = 4 };

enum { STATUS_NOT_FIRST = 125, STATUS_NO_PROGRAM = 127, TMPFS = 0x01021994 };

// File systems in memory that belong to this namespace alone.
static const char *const in_memory[] = {"/dev/shm", "/run", "/var/tmp"};

struct usage {
  uint64_t private_kib; // not shared with a file, and swapped out
  uint64_t shared_kib;  // of files in memory
};

static void say(const char *text) {
  // A reader that is busy has left the pipe full; one that does not read must not keep the end from coming.
  struct pollfd file = {.fd = 2, .events = POLLOUT};
  if (poll(&file, 1, READER_MS) > 0 && file.revents & POLLOUT && write(2, text, strlen(text)) < 0) return;
}

// The end of process 1 is the end of every process in its namespace.
static _Noreturn void end_namespace(const char *limit, const char *setting) {
  char text[256];
  snprintf(text, sizeof text, "\nThe sandbox ended this command at its limit: %s. The user can raise sandboxAccess.%s.\n",
           limit, setting);
  // First, so that nothing fills the pipe any more.
  kill(-1, SIGKILL);
  say(text);
  _exit(128 + SIGKILL);
}

// Returns 0 when the file is not readable.
static int read_file(int folder, const char *path, char *text, size_t space) {
  int file = openat(folder, path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  ssize_t length = read(file, text, space - 1);
  close(file);
  text[length > 0 ? length : 0] = '\0';
  return length > 0;
}

// Source: proc_pid_status(5) and proc_pid_smaps(5). A missing field is 0: older kernels do not have all.
static uint64_t kib_of(const char *text, const char *field) {
  const char *found = strstr(text, field);
  return found ? strtoull(found + strlen(field), NULL, 10) : 0;
}

static uint64_t kib_in_memory(void) {
  uint64_t sum = 0;
  for (size_t index = 0; index < sizeof in_memory / sizeof *in_memory; index++) {
    struct statfs system;
    if (statfs(in_memory[index], &system) != 0 || system.f_type != TMPFS) continue;
    sum += (uint64_t)(system.f_blocks - system.f_bfree) * (uint64_t)system.f_bsize / 1024;
  }
  return sum;
}

// Adds what a process has. Without `exactly`, memory that several processes share counts for each of them.
static void add_usage(struct usage *usage, int processes, const char *id, int exactly) {
  char path[300], text[4096];
  snprintf(path, sizeof path, "%s/smaps_rollup", id);
  if (exactly && read_file(processes, path, text, sizeof text) && strstr(text, "\nPss_Anon:")) {
    usage->private_kib += kib_of(text, "\nPss_Anon:") + kib_of(text, "\nSwapPss:");
    usage->shared_kib += kib_of(text, "\nPss_Shmem:");
    return;
  }
  snprintf(path, sizeof path, "%s/status", id);
  if (!read_file(processes, path, text, sizeof text)) return;
  usage->private_kib += kib_of(text, "\nRssAnon:") + kib_of(text, "\nVmSwap:");
  usage->shared_kib += kib_of(text, "\nRssShmem:");
}

// Whether all processes together have more memory. What is mapped of files in memory is in both of the last two.
static int has_more_memory(DIR *processes, const struct limits *limits, int exactly) {
  struct usage usage = {0};
  rewinddir(processes);
  for (struct dirent *entry; (entry = readdir(processes));)
    if (isdigit((unsigned char)entry->d_name[0])) add_usage(&usage, dirfd(processes), entry->d_name, exactly);
  uint64_t files = kib_in_memory();
  return usage.private_kib + (usage.shared_kib > files ? usage.shared_kib : files) > limits->memory_kib;
}

static void check(DIR *processes, const struct limits *limits) {
  char limit[80];
  uint64_t count = 0;
  rewinddir(processes);
  for (struct dirent *entry; (entry = readdir(processes));)
    count += isdigit((unsigned char)entry->d_name[0]) != 0;
  if (count > limits->processes) {
    snprintf(limit, sizeof limit, "more than %llu processes", (unsigned long long)limits->processes);
    end_namespace(limit, "processes");
  }
  if (!has_more_memory(processes, limits, 0) || !has_more_memory(processes, limits, 1)) return;
  snprintf(limit, sizeof limit, "more than %llu MB of memory", (unsigned long long)limits->memory_kib / 1024);
  end_namespace(limit, "memory");
}

static int64_t now_ms(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

// From Linux 5.14 on, the kernel counts for itself what a user has in a user namespace, but not for root of the machine.
static void limit_threads(const struct limits *limits) {
  struct utsname system;
  int major = 0, minor = 0;
  struct rlimit threads;
  rlim_t most = (rlim_t)limits->processes * THREADS_PER_PROCESS;
  if (uname(&system) != 0 || sscanf(system.release, "%d.%d", &major, &minor) != 2) return;
  if (major < 5 || (major == 5 && minor < 14) || getrlimit(RLIMIT_NPROC, &threads) != 0) return;
  if (threads.rlim_max > most) threads.rlim_max = most;
  if (threads.rlim_cur > most) threads.rlim_cur = most;
  setrlimit(RLIMIT_NPROC, &threads);
}

static _Noreturn void become_program(char **argv) {
  execvp(argv[0], argv);
  say(argv[0]);
  say(": ");
  say(strerror(errno));
  say("\n");
  _exit(STATUS_NO_PROGRAM);
}

_Noreturn void run_limited(const struct limits *limits, char **argv) {
  // Elsewhere its end would end nothing.
  if (getpid() != 1) _exit(STATUS_NOT_FIRST);
  // The command has the same user: it must not change this process.
  prctl(PR_SET_DUMPABLE, 0);
  sigset_t child, before;
  sigemptyset(&child);
  sigaddset(&child, SIGCHLD);
  sigprocmask(SIG_BLOCK, &child, &before);
  DIR *processes = opendir("/proc");
  if (!processes) end_namespace("the processes cannot be counted", "processes");
  pid_t program = fork();
  if (program < 0) end_namespace("no process can be started", "processes");
  if (program == 0) {
    sigprocmask(SIG_SETMASK, &before, NULL);
    limit_threads(limits);
    become_program(argv);
  }
  for (int64_t pause_ms = PAUSE_MS, next = now_ms() + PAUSE_MS;;) {
    int status;
    for (pid_t ended; (ended = waitpid(-1, &status, WNOHANG)) > 0;)
      if (ended == program) _exit(WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status));
    int64_t start = now_ms();
    if (start >= next) {
      check(processes, limits);
      int64_t took = now_ms() - start;
      pause_ms = took * PAUSE_PER_SCAN > PAUSE_MS ? took * PAUSE_PER_SCAN : PAUSE_MS;
      next = start + took + pause_ms;
      continue;
    }
    struct timespec rest = {(next - start) / 1000, (next - start) % 1000 * 1000000};
    sigtimedwait(&child, NULL, &rest);
  }
}
