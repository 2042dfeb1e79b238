// Starts commands for Skein and watches each of them: see README.md for what passes between the two.
#ifndef SKEIN_LAUNCHER_H
#define SKEIN_LAUNCHER_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// First on the pipe to Skein: who writes, and the version of what follows.
#define GREETING "SKL2"

// Bytes of one request. The system's own limit for arguments and environment is a quarter of the stack, 2 MiB or so.
#define MAX_REQUEST (8u << 20)

// What a supervisor exits with when the command was not started: the system's error number, or one of these. After a
// command that was started: 0 when no process of it is left, or the last one.
enum { STATUS_TAKEN = 200, STATUS_NO_FOLDER = 201, STATUS_NO_PROCESS = 202, STATUS_LEFT = 203 };

struct request {
  uint32_t id;
  uint32_t deadline_ms;
  uint64_t max_output;
  int keeps_newest;   // at the limit of the output, its older half is dropped; otherwise the command cannot write any more
  const char *folder; // absolute, of this call alone
  const char *cwd;
  const char *mark; // NAME=value, also in envp
  char **argv;      // the program first, absolute
  char **envp;
};

// Reads a request without its length. Returns NULL when it is not one; the texts stay in `body`.
struct request *parse_request(char *body, size_t length);
void free_request(struct request *request);

// Both ends of what connects the launcher to Skein. Skein's death closes the first.
enum { FROM_SKEIN = 0, TO_SKEIN = 1 };

// What Skein is told of a command: STARTED with the id of the supervisor, ENDED with what it exited with.
enum report_kind { STARTED = 'S', ENDED = 'E' };
void report(enum report_kind kind, uint32_t id, uint32_t value);

// Runs the command of a request to its end. Standard error is no one's.
_Noreturn void supervise(const struct request *request);

// Runs a program in a terminal of its own: what comes on standard input is typed, what it shows goes to standard output.
// Ends with its exit code.
_Noreturn void run_terminal(unsigned short columns, unsigned short rows, char **argv);

struct limits {
  uint64_t processes;
  uint64_t memory_kib; // without what the system can take back
};

// Runs a program as process 1 of a namespace, and ends all of it when it has more than that. Ends with its exit code.
_Noreturn void run_limited(const struct limits *limits, char **argv);

// Makes the arguments that others see of this process: two words. Returns -1 when they do not fit.
void keep_title_space(char **argv);
int set_title(const char *first, const char *second);

// From here on, what outlives its parent becomes a child of this process, whatever its group and its environment are.
void adopt_descendants(void);
int has_descendants(void);
void signal_children(int signal_number);
// Sends SIGKILL to all of them, and waits for their end.
void kill_descendants(void);

#endif
