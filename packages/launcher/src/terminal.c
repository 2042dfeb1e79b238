#define _GNU_SOURCE
#include "launcher.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

// What a terminal holds of input that its program has not read.
enum { INPUT_BYTES = 4096, STATUS_NO_TERMINAL = 126 };

static _Noreturn void fail(const char *what) {
  const char *why = strerror(errno);
  ssize_t done = write(1, "No terminal: ", 13);
  done = write(1, what, strlen(what));
  done = write(1, ": ", 2);
  done = write(1, why, strlen(why));
  done = write(1, "\n", 1);
  (void)done;
  _exit(STATUS_NO_TERMINAL);
}

// The program gets the terminal as its own: signals that are typed reach it, and it is told when the terminal goes.
static _Noreturn void become_program(int screen, char **argv) {
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  for (int signal_number = 1; signal_number <= SIGSYS; signal_number++) signal(signal_number, SIG_DFL);
  if (setsid() >= 0 && ioctl(screen, TIOCSCTTY, 0) == 0 && dup2(screen, 0) == 0 && dup2(screen, 1) == 1 &&
      dup2(screen, 2) == 2) {
    close_range(3, ~0U, 0);
    execv(argv[0], argv);
  }
  fail(argv[0]);
}

static int open_terminal(unsigned short columns, unsigned short rows, int *screen) {
  int terminal = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
  char name[64];
  if (terminal < 0 || grantpt(terminal) < 0 || unlockpt(terminal) < 0 || ptsname_r(terminal, name, sizeof name) != 0)
    fail("it could not be made");
  *screen = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC);
  struct winsize size = {.ws_row = rows, .ws_col = columns};
  if (*screen < 0 || ioctl(terminal, TIOCSWINSZ, &size) < 0) fail("it could not be opened");
  // Input that is not read yet must not keep the output from being read.
  fcntl(terminal, F_SETFL, O_NONBLOCK);
  return terminal;
}

// Copies what the program shows. Returns 0 once nothing has the terminal open.
static int show(int terminal) {
  char bytes[65536];
  ssize_t count = read(terminal, bytes, sizeof bytes);
  if (count < 0) return errno == EINTR || errno == EAGAIN;
  for (ssize_t at = 0, done; at < count; at += done) {
    done = write(1, bytes + at, (size_t)(count - at));
    if (done < 0 && errno == EINTR) done = 0;
    if (done < 0) return 0;
  }
  return count > 0;
}

static int has_more(int terminal) {
  struct pollfd file = {.fd = terminal, .events = POLLIN};
  return poll(&file, 1, 0) > 0 && file.revents & POLLIN;
}

struct typed {
  char bytes[INPUT_BYTES];
  size_t length;
  int is_over;
};

static void read_typed(struct typed *typed) {
  ssize_t count = read(0, typed->bytes, sizeof typed->bytes);
  if (count > 0) typed->length = (size_t)count;
  else if (count == 0 || errno != EINTR) typed->is_over = 1;
}

static void type(int terminal, struct typed *typed) {
  ssize_t done = write(terminal, typed->bytes, typed->length);
  if (done <= 0) return;
  typed->length -= (size_t)done;
  memmove(typed->bytes, typed->bytes + done, typed->length);
}

_Noreturn void run_terminal(unsigned short columns, unsigned short rows, char **argv) {
  sigset_t child;
  sigemptyset(&child);
  sigaddset(&child, SIGCHLD);
  sigprocmask(SIG_BLOCK, &child, NULL);
  int children = signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK), screen;
  int terminal = open_terminal(columns, rows, &screen);
  pid_t program = children < 0 ? -1 : fork();
  if (program < 0) fail("its program could not be started");
  if (program == 0) become_program(screen, argv);
  close(screen);
  struct typed typed = {0};
  int status = 0, is_open = 1;
  // Without a program nothing more is shown but what is there; what it leaves behind is ended by what watches us.
  while (waitpid(program, &status, WNOHANG) != program) {
    struct pollfd files[] = {
        {.fd = children, .events = POLLIN},
        {.fd = is_open ? terminal : -1, .events = (short)(POLLIN | (typed.length > 0 ? POLLOUT : 0))},
        {.fd = typed.is_over || typed.length > 0 ? -1 : 0, .events = POLLIN},
    };
    if (poll(files, 3, -1) < 0) continue;
    struct signalfd_siginfo ignored;
    while (read(children, &ignored, sizeof ignored) > 0) {
    }
    if (files[1].revents & POLLOUT) type(terminal, &typed);
    if (files[1].revents & (POLLIN | POLLHUP | POLLERR)) is_open = show(terminal);
    if (files[2].revents) read_typed(&typed);
  }
  while (is_open && has_more(terminal)) is_open = show(terminal);
  _exit(WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status));
}
