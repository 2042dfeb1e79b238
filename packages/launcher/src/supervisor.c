#define _GNU_SOURCE
#include "launcher.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// Milliseconds between TERM and KILL.
enum { GRACE_MS = 500 };

struct supervisor {
  const struct request *request;
  int state;    // the file with one fact per line
  int folder;   // where both are
  int output;   // its file
  int reading;  // the command's stdout and stderr; -1 once all that had them are gone
  int starting; // tells the error with which the command did not start; -1 once it has
  int children; // SIGCHLD
  pid_t child;  // the command's parent; 0 once it has ended
  uint64_t written; // bytes of the file
  uint64_t dropped; // bytes of the output that are not in it any more
  size_t heading;   // bytes of the file that say so
  int64_t deadline, kill_at; // `kill_at` is 0 until everything has been told to end
};

static int64_t now_ms(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

// Adds a fact by one write: it counts once it ends in a newline.
static void add_fact(const struct supervisor *self, const char *fact) {
  ssize_t done = write(self->state, fact, strlen(fact));
  (void)done; // on a full disk the command counts as killed
}

// Makes the state file together with its first line, so that the call is taken by one process only: who finds the
// file there does not run the command.
static int take_call(struct supervisor *self, int folder) {
  char line[512];
  int length = snprintf(line, sizeof line, "process %d %s\n", (int)getpid(), strchr(self->request->mark, '=') + 1);
  if (length < 0 || length >= (int)sizeof line) return STATUS_NO_FOLDER;
  const char *draft = "state.new";
  self->state = openat(folder, draft, O_WRONLY | O_APPEND | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (self->state < 0 || write(self->state, line, (size_t)length) != length) return STATUS_NO_FOLDER;
  int failed = linkat(folder, draft, folder, "state", 0) == 0 ? 0 : errno;
  unlinkat(folder, draft, 0);
  if (failed == 0) return 0;
  if (failed == EEXIST) return STATUS_TAKEN;
  // Some file systems have no links: two steps then.
  self->state = openat(folder, "state", O_WRONLY | O_APPEND | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (self->state < 0) return errno == EEXIST ? STATUS_TAKEN : STATUS_NO_FOLDER;
  return write(self->state, line, (size_t)length) == length ? 0 : STATUS_NO_FOLDER;
}

// A command may signal its own group: what watches it stays. The command itself gets the defaults back.
static void set_signals(void (*action)(int)) {
  for (int signal_number = 1; signal_number <= SIGSYS; signal_number++)
    if (signal_number != SIGCHLD) signal(signal_number, action);
}

static _Noreturn void become_command(const struct request *request, int output, int starting) {
  set_signals(SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  int input = open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (input >= 0 && dup2(input, 0) == 0 && dup2(output, 1) == 1 && dup2(output, 2) == 2 && chdir(request->cwd) == 0)
    execve(request->argv[0], request->argv, request->envp);
  int error = errno;
  ssize_t told = write(starting, &error, sizeof error);
  (void)told;
  _exit(127);
}

// Is the command's parent, and ends with its exit code. A command that kills its parent does not kill what reads its
// output and keeps its deadline.
static _Noreturn void be_parent(const struct request *request, int output, int starting) {
  pid_t command = fork();
  if (command == 0) become_command(request, output, starting);
  close(starting);
  int status = 0;
  while (command > 0 && waitpid(command, &status, 0) != command) {
  }
  // As shells tell it: 128 + n when signal n ended it.
  _exit(command < 0 ? 126 : WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status));
}

static int start_command(struct supervisor *self) {
  int output[2], starting[2];
  if (pipe2(output, O_CLOEXEC) < 0 || pipe2(starting, O_CLOEXEC) < 0) return -1;
  self->child = fork();
  if (self->child < 0) return -1;
  if (self->child == 0) {
    close(output[0]);
    close(starting[0]);
    be_parent(self->request, output[1], starting[1]);
  }
  close(output[1]);
  close(starting[1]);
  self->reading = output[0];
  self->starting = starting[0];
  return 0;
}

static void stop_reading(struct supervisor *self) {
  close(self->reading);
  self->reading = -1;
}

static off_t after_line_break(int file, off_t from) {
  char bytes[65536];
  ssize_t count = pread(file, bytes, sizeof bytes, from);
  const char *end = count > 0 ? memchr(bytes, '\n', (size_t)count) : NULL;
  return end ? from + (end - bytes) + 1 : from;
}

static int copy_rest(int from, off_t at, int to) {
  char bytes[65536];
  for (;;) {
    ssize_t count = pread(from, bytes, sizeof bytes, at);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return (int)count;
    if (write(to, bytes, (size_t)count) != count) return -1;
    at += count;
  }
}

// Puts the newer half of the output in place of all of it, under a line that says how much was dropped. Who reads has
// either the one or the other. Returns -1 when that cannot be done.
static int drop_older_half(struct supervisor *self) {
  const char *draft = "output.new";
  off_t first = after_line_break(self->output, (off_t)(self->written - self->request->max_output / 2));
  uint64_t dropped = self->dropped + (uint64_t)first - self->heading;
  char heading[96];
  int length = snprintf(heading, sizeof heading, "[... %llu bytes of earlier output were dropped ...]\n",
                        (unsigned long long)dropped);
  int file = openat(self->folder, draft, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (file < 0) return -1;
  // The line counts only where this does.
  if (self->dropped == 0) add_fact(self, "dropped\n");
  if (write(file, heading, (size_t)length) != length || copy_rest(self->output, first, file) < 0 ||
      renameat(self->folder, draft, self->folder, "output.txt") < 0) {
    unlinkat(self->folder, draft, 0);
    close(file);
    return -1;
  }
  close(self->output);
  self->output = file;
  self->dropped = dropped;
  self->heading = (size_t)length;
  self->written = self->heading + (self->written - (uint64_t)first);
  return self->written < self->request->max_output ? 0 : -1;
}

// At the limit, unless the newest output is kept, and when the disk is full, the pipe is closed: the command then fails
// to write.
static void copy_output(struct supervisor *self) {
  char bytes[65536];
  ssize_t count = read(self->reading, bytes, sizeof bytes);
  if (count < 0 && errno == EINTR) return;
  if (count <= 0) {
    stop_reading(self);
    return;
  }
  for (size_t at = 0, length = (size_t)count; at < length;) {
    uint64_t room = self->request->max_output - self->written;
    size_t wanted = length - at < room ? length - at : (size_t)room;
    ssize_t done = write(self->output, bytes + at, wanted);
    if (done > 0) self->written += (uint64_t)done;
    int is_full = self->written >= self->request->max_output;
    if (is_full && self->request->keeps_newest) is_full = drop_older_half(self) < 0;
    if (done < (ssize_t)wanted || is_full) {
      stop_reading(self);
      return;
    }
    at += wanted;
  }
}

static int has_output(const struct supervisor *self) {
  struct pollfd file = {.fd = self->reading, .events = POLLIN};
  return self->reading >= 0 && poll(&file, 1, 0) > 0;
}

// Tells everything to end; what is left after a while is killed. Most commands have left nothing.
static void finish(struct supervisor *self) {
  kill(-getpid(), SIGTERM);
  if (has_descendants()) signal_children(SIGTERM);
  if (self->kill_at == 0) self->kill_at = now_ms() + GRACE_MS;
}

static void note_end(struct supervisor *self, int status) {
  self->child = 0;
  char fact[32];
  snprintf(fact, sizeof fact, "exit %d\n", WEXITSTATUS(status));
  // Its parent was killed otherwise: no more is known of the command.
  if (WIFEXITED(status)) add_fact(self, fact);
}

// Collects what has ended: the command's parent, and what the command left, whose parent is the supervisor then. The
// children of what has ended become ours: they are told, too.
static void note_ends(struct supervisor *self) {
  struct signalfd_siginfo ignored;
  ssize_t length = read(self->children, &ignored, sizeof ignored);
  (void)length;
  int status, count = 0;
  for (pid_t ended; (ended = waitpid(-1, &status, WNOHANG)) > 0; count++)
    if (ended == self->child) note_end(self, status);
  if (count > 0 && self->child == 0) finish(self);
}

// Returns the error with which the command did not start, 0 when it has.
static int start_error(struct supervisor *self) {
  int error = 0;
  if (read(self->starting, &error, sizeof error) != (ssize_t)sizeof error) error = 0;
  close(self->starting);
  self->starting = -1;
  return error;
}

static void watch_deadline(struct supervisor *self) {
  if (self->kill_at != 0 || now_ms() < self->deadline) return;
  add_fact(self, "deadline\n");
  finish(self);
}

// Waits for the next thing to happen. Returns the error with which the command did not start.
static int step(struct supervisor *self) {
  int64_t until = self->kill_at != 0 ? self->kill_at : self->deadline;
  int64_t wait = until - now_ms();
  struct pollfd files[] = {
      {.fd = self->reading, .events = POLLIN},
      {.fd = self->children, .events = POLLIN},
      {.fd = self->starting, .events = POLLIN},
  };
  if (poll(files, sizeof files / sizeof *files, wait > 0 ? (int)wait : 0) < 0) return 0;
  // Before its end is noted: the command's parent ends also when there was no command.
  if (files[2].revents) {
    int error = start_error(self);
    if (error != 0) return error;
  }
  if (files[0].revents) copy_output(self);
  if (files[1].revents) note_ends(self);
  watch_deadline(self);
  return 0;
}

void supervise(const struct request *request) {
  setsid();
  set_signals(SIG_IGN);
  int folder = set_title("skein-call", request->folder) == 0 ? open(request->folder, O_DIRECTORY | O_CLOEXEC) : -1;
  if (folder < 0) _exit(STATUS_NO_FOLDER);
  struct supervisor self = {.request = request, .folder = folder, .reading = -1, .starting = -1};
  int refused = take_call(&self, folder);
  if (refused != 0) _exit(refused);
  // From here on it is found by its title and its state file, whatever becomes of the launcher.
  report(STARTED, request->id, (uint32_t)getpid());
  dup2(STDERR_FILENO, FROM_SKEIN);
  dup2(STDERR_FILENO, TO_SKEIN);
  self.deadline = now_ms() + request->deadline_ms;
  adopt_descendants();
  self.output = openat(folder, "output.txt", O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  sigset_t child;
  sigemptyset(&child);
  sigaddset(&child, SIGCHLD);
  self.children = signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK);
  int error = self.output < 0 ? STATUS_NO_FOLDER : self.children < 0 || start_command(&self) < 0 ? STATUS_NO_PROCESS : 0;
  while (error == 0 && (self.child != 0 || self.reading >= 0 || has_descendants())) {
    error = step(&self);
    if (self.kill_at == 0 || now_ms() < self.kill_at) continue;
    kill_descendants();
    while (has_output(&self)) copy_output(&self);
    break;
  }
  if (error == 0) {
    add_fact(&self, "whole\n");
    _exit(has_descendants() ? STATUS_LEFT : 0);
  }
  unlinkat(folder, "output.txt", 0);
  unlinkat(folder, "state", 0);
  _exit(error);
}
