#define _GNU_SOURCE
#include "launcher.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

struct running {
  pid_t supervisor;
  uint32_t id;
  struct running *next;
};

static struct running *all_running;

static int is_caller_gone(void) {
  struct pollfd file = {.fd = FROM_SKEIN, .events = POLLRDHUP};
  return poll(&file, 1, 0) > 0 && file.revents & (POLLHUP | POLLRDHUP | POLLERR);
}

// A command of a caller that has died is not started any more: its next start would not wait for it.
static void launch(struct request *request) {
  if (is_caller_gone()) exit(0);
  struct running *entry = calloc(1, sizeof *entry);
  if (!entry) exit(1);
  entry->id = request->id;
  entry->supervisor = fork();
  if (entry->supervisor == 0) supervise(request);
  if (entry->supervisor < 0) {
    free(entry);
    report(ENDED, request->id, STATUS_NO_PROCESS);
    return;
  }
  entry->next = all_running;
  all_running = entry;
}

// A supervisor that was killed has told what it knew in its file.
static void collect_ended(int children) {
  struct signalfd_siginfo ignored;
  while (read(children, &ignored, sizeof ignored) > 0) {
  }
  int status;
  for (pid_t ended; (ended = waitpid(-1, &status, WNOHANG)) > 0;) {
    for (struct running **at = &all_running; *at; at = &(*at)->next) {
      struct running *entry = *at;
      if (entry->supervisor != ended) continue;
      report(ENDED, entry->id, WIFEXITED(status) ? (uint32_t)WEXITSTATUS(status) : 0);
      *at = entry->next;
      free(entry);
      break;
    }
  }
}

struct inbox {
  char *bytes;
  size_t length, space;
};

static uint32_t length_at(const char *bytes) {
  const unsigned char *byte = (const unsigned char *)bytes;
  return byte[0] | (uint32_t)byte[1] << 8 | (uint32_t)byte[2] << 16 | (uint32_t)byte[3] << 24;
}

// Bytes that the first request in the inbox needs; exits when no request has that length.
static size_t wanted_bytes(const struct inbox *inbox) {
  if (inbox->length < 4) return 4;
  uint32_t length = length_at(inbox->bytes);
  if (length > MAX_REQUEST) exit(1);
  return 4 + (size_t)length;
}

// Reads what is there, and launches a request that is complete. Its texts hold secrets: they are not kept.
static void receive(struct inbox *inbox) {
  size_t wanted = wanted_bytes(inbox);
  if (wanted > inbox->space) {
    inbox->bytes = realloc(inbox->bytes, wanted);
    if (!inbox->bytes) exit(1);
    inbox->space = wanted;
  }
  ssize_t count = read(FROM_SKEIN, inbox->bytes + inbox->length, wanted - inbox->length);
  if (count < 0 && errno == EINTR) return;
  if (count <= 0) exit(0);
  inbox->length += (size_t)count;
  if (inbox->length < 4 || inbox->length < wanted_bytes(inbox)) return;
  struct request *request = parse_request(inbox->bytes + 4, inbox->length - 4);
  if (!request) exit(1);
  launch(request);
  free_request(request);
  explicit_bzero(inbox->bytes, inbox->length);
  inbox->length = 0;
}

static unsigned short size_in(const char *word) {
  long size = strtol(word, NULL, 10);
  return size < 1 ? 1 : size > 1000 ? 1000 : (unsigned short)size;
}

// Whether it is a whole number above 0 and nothing else.
static int read_limit(const char *word, uint64_t *limit) {
  char *end;
  errno = 0;
  *limit = strtoull(word, &end, 10);
  return *word >= '0' && *word <= '9' && *end == '\0' && errno == 0 && *limit > 0;
}

int main(int argc, char **argv) {
  if (argc > 4 && strcmp(argv[1], "terminal") == 0) run_terminal(size_in(argv[2]), size_in(argv[3]), argv + 4);
  struct limits limits;
  if (argc > 4 && strcmp(argv[1], "limited") == 0 && read_limit(argv[2], &limits.processes) &&
      read_limit(argv[3], &limits.memory_kib))
    run_limited(&limits, argv + 4);
  if (argc != 2) {
    static const char usage[] = "skein-launcher is started by skein, which sends it commands.\n";
    return write(2, usage, sizeof usage - 1) < 0 ? 1 : 2;
  }
  // Nothing that Skein was started with reaches commands.
  close_range(3, ~0U, 0);
  keep_title_space(argv);
  set_title("skein-launcher", "");
  setsid();
  signal(SIGPIPE, SIG_IGN);
  sigset_t child;
  sigemptyset(&child);
  sigaddset(&child, SIGCHLD);
  sigprocmask(SIG_BLOCK, &child, NULL);
  int children = signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK);
  if (children < 0 || write(TO_SKEIN, GREETING, strlen(GREETING)) < 0) return 1;
  struct inbox inbox = {0};
  for (;;) {
    struct pollfd files[] = {{.fd = children, .events = POLLIN}, {.fd = FROM_SKEIN, .events = POLLIN}};
    if (poll(files, 2, -1) < 0 && errno != EINTR) return 1;
    if (files[0].revents) collect_ended(children);
    if (files[1].revents) receive(&inbox);
  }
}
