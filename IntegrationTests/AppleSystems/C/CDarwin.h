// C declarations of the SDK that Swift imports unchanged. See Darwin.swift for the others.
typedef __SIZE_TYPE__ size_t;
typedef long ssize_t;
typedef int pid_t;
typedef unsigned short mode_t;
typedef int dev_t;
typedef unsigned long long ino_t;
typedef long long off_t;
typedef unsigned int sigset_t;
typedef unsigned int useconds_t;
#define UNFAIR __attribute__((availability(macos, introduced=10.12), availability(ios, introduced=10.0), availability(tvos, introduced=10.0), availability(watchos, introduced=3.0)))
#define AT __attribute__((availability(macos, introduced=10.10), availability(ios, introduced=8.0)))

UNFAIR typedef struct os_unfair_lock_s { unsigned int _os_unfair_lock_opaque; } os_unfair_lock, *os_unfair_lock_t;
#define NOASYNC __attribute__((swift_attr("@_unavailableFromAsync(message: \"Use OSAllocatedUnfairLock.withLock() for async-safe scoped locking\")")))
UNFAIR NOASYNC void os_unfair_lock_lock(os_unfair_lock_t _Nonnull lock);
UNFAIR NOASYNC void os_unfair_lock_unlock(os_unfair_lock_t _Nonnull lock);

int sched_yield(void);
int usleep(useconds_t);
pid_t getpid(void);
int isatty(int);
#define EXIT_FAILURE 1
__attribute__((noreturn)) void exit(int);
void free(void *);
size_t strlen(const char *);
char *strerror(int);
char *getcwd(char *, size_t);
long sysconf(int);
void *dlsym(void *, const char *);
int setenv(const char *, const char *, int);
int unsetenv(const char *);
int close(int);
ssize_t write(int, const void *, size_t);

#define _SC_OPEN_MAX 5
#define _SC_PAGESIZE 29
#define O_RDONLY 0x0000
#define O_NOFOLLOW 0x00000100
#define O_DIRECTORY 0x00100000
#define O_CLOEXEC 0x01000000
#define EPERM 1
#define ENOENT 2
#define EINTR 4
#define EIO 5
#define EACCES 13
#define ENOTDIR 20
#define ELOOP 62
#define ECANCELED 89
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define AT_SYMLINK_NOFOLLOW 0x0020
#define TIOCGWINSZ 0x40087468UL
#define SIGINT 2
#define SIGKILL 9
#define SIGUSR1 30
#define SIGUSR2 31
#define SIG_UNBLOCK 2

struct winsize { unsigned short ws_row, ws_col, ws_xpixel, ws_ypixel; };
struct stat { dev_t st_dev; mode_t st_mode; ino_t st_ino; off_t st_size; };
int stat(const char *, struct stat *);
int fstat(int, struct stat *);
AT int fstatat(int, const char *, struct stat *, int);

typedef struct { int __dd_fd; } DIR;
struct dirent { ino_t d_ino; char d_name[1024]; };
AT DIR *fdopendir(int);
int closedir(DIR *);
struct dirent *readdir(DIR *);

typedef struct _opaque_pthread_t { long __sig; } *pthread_t;
pthread_t _Nonnull pthread_self(void);
int pthread_equal(pthread_t _Nullable, pthread_t _Nullable);
typedef struct __sFILE { int _file; } FILE;
int fflush(FILE * _Nullable);

typedef void (*sig_t)(int);
sig_t signal(int, sig_t);
int sigemptyset(sigset_t *);
int sigaddset(sigset_t *, int);
int pthread_sigmask(int, const sigset_t *, sigset_t *);
#define SIG_SETMASK 3
char * _Nullable getenv(const char *);
#define SIGPIPE 13
#define SIGTERM 15
#define SIGCONT 19
int raise(int);
int kill(pid_t, int);
int dup(int);
int dup2(int, int);
long read(int, void *, size_t);
struct pollfd { int fd; short events, revents; };
#define POLLIN 0x0001
int poll(struct pollfd *, unsigned int, int);
