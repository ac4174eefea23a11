/* SPDX-License-Identifier: MIT */
/* Sets up a seccomp filter and Landlock rules. The filter is written out here because libseccomp
 * loops forever when one of its own allocations fails. It examines the machine, the number of a
 * system call, and the low half of one argument. All supported machines pass such an argument in
 * one register. A filter cannot read paths, so calls that take a path are refused when the process
 * needs to open no more files.
 */
#include "base/confine.h"

#if defined __linux__ && defined __x86_64__ && !defined __ILP32__
#include <linux/audit.h>
#define MACHINE AUDIT_ARCH_X86_64
#elif defined __linux__ && defined __aarch64__ && !defined __ILP32__ && !defined __AARCH64EB__
#include <linux/audit.h>
#define MACHINE AUDIT_ARCH_AARCH64
#elif defined __linux__ && defined __riscv && __riscv_xlen == 64
#include <linux/audit.h>
#define MACHINE AUDIT_ARCH_RISCV64
#endif

#if defined HAVE_SECCOMP && defined MACHINE
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* System calls that every run needs after its files are open: to read, write, allocate, ask the
 * time, and stop on a failed assert(). */
static const unsigned calls[] = {
    SYS_read,        SYS_readv,          SYS_write,           SYS_writev,        SYS_close,
    SYS_lseek,       SYS_fstat,          SYS_ppoll,           SYS_brk,           SYS_munmap,
    SYS_mremap,      SYS_madvise,        SYS_futex,           SYS_clock_gettime, SYS_gettimeofday,
    SYS_getrandom,   SYS_getpid,         SYS_gettid,          SYS_rt_sigaction,  SYS_rt_sigreturn,
    SYS_sigaltstack, SYS_rt_sigprocmask, SYS_restart_syscall, SYS_exit,          SYS_exit_group,
#ifdef SYS_poll
    SYS_poll,
#endif
#ifdef SYS_time
    SYS_time,
#endif
};

/* Further system calls to open a file or a folder for reading, and to give up that right later. */
static const unsigned opening[] = {
    SYS_dup,  SYS_newfstatat, SYS_seccomp, SYS_getdents64,
#ifdef SYS_stat
    SYS_stat,
#endif
};

/* Further system calls of commands that write files, keep their owners and attributes, or edit
 * lines on a terminal. */
static const unsigned writing[] = {
    SYS_openat,
    SYS_fsync,
    SYS_ftruncate,
    SYS_fchmod,
    SYS_fchown,
    SYS_flock,
    SYS_pread64,
    SYS_fgetxattr,
    SYS_fsetxattr,
    SYS_fremovexattr,
    SYS_flistxattr,
    SYS_unlinkat,
    SYS_renameat2,
    SYS_readlinkat,
    SYS_faccessat,
    SYS_getcwd,
    SYS_getuid,
    SYS_geteuid,
    SYS_getgid,
    SYS_getegid,
    SYS_pselect6,
#ifdef SYS_renameat
    SYS_renameat,
#endif
#ifdef SYS_rename
    SYS_rename,
    SYS_unlink,
    SYS_readlink,
    SYS_access,
    SYS_lstat,
#endif
#ifdef SYS_select
    SYS_select,
#endif
#ifdef SYS_faccessat2
    SYS_faccessat2,
#endif
#ifdef SYS_landlock_create_ruleset
    SYS_landlock_create_ruleset,
    SYS_landlock_add_rule,
    SYS_landlock_restrict_self,
#endif
};

/* Upper limit of the filter's steps: two for a plain call, five for a call with a checked argument,
 * two for each request of ioctl(), and five that examine the machine, load the number of the call,
 * and refuse the rest. */
enum {
    CALLS = sizeof calls / sizeof *calls,
    OPENING = sizeof opening / sizeof *opening,
    WRITING = sizeof writing / sizeof *writing,
    STEPS_MAX = 2 * (CALLS + OPENING + WRITING) + 5 * 9 + 2 * 6 + 5,
};

struct filter {
    struct sock_filter steps[STEPS_MAX];
    unsigned short count;
};

static void add(struct filter *f, unsigned code, unsigned value, unsigned char yes,
                unsigned char no)
{
    f->steps[f->count++] = (struct sock_filter){(unsigned short)code, yes, no, value};
}

static void answer(struct filter *f, unsigned what)
{
    add(f, BPF_RET | BPF_K, what, 0, 0);
}

static void allow(struct filter *f, const unsigned *list, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        add(f, BPF_JMP | BPF_JEQ | BPF_K, list[i], 0, 1);
        answer(f, SECCOMP_RET_ALLOW);
    }
}

/* Allows a call if its second argument is one of the requests. */
static void allow_requests(struct filter *f, unsigned call, const unsigned *requests,
                           unsigned char count)
{
    add(f, BPF_JMP | BPF_JEQ | BPF_K, call, 0, (unsigned char)(count + 3));
    add(f, BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[1]), 0, 0);
    for (unsigned char i = 0; i < count; i++)
        add(f, BPF_JMP | BPF_JEQ | BPF_K, requests[i], (unsigned char)(count - i), 0);
    answer(f, SECCOMP_RET_ERRNO | EPERM);
    answer(f, SECCOMP_RET_ALLOW);
}

/* Allows a call if one of its arguments passes a test. With `equal` the argument must be `bits`.
 * Otherwise it must have none of these bits. */
static void allow_if(struct filter *f, unsigned call, unsigned argument, unsigned bits, bool equal)
{
    add(f, BPF_JMP | BPF_JEQ | BPF_K, call, 0, 4);
    add(f, BPF_LD | BPF_W | BPF_ABS,
        (unsigned)(offsetof(struct seccomp_data, args) + argument * sizeof(__u64)), 0, 0);
    add(f, BPF_JMP | (equal ? BPF_JEQ : BPF_JSET) | BPF_K, bits, equal, !equal);
    answer(f, SECCOMP_RET_ERRNO | EPERM);
    answer(f, SECCOMP_RET_ALLOW);
}

int confine(enum confinement to)
{
    static struct filter f;
    if (to == CONFINE_NOT)
        return 0;
    f.count = 0;
    add(&f, BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch), 0, 0);
    add(&f, BPF_JMP | BPF_JEQ | BPF_K, MACHINE, 1, 0);
    answer(&f, SECCOMP_RET_ERRNO | EPERM);
    add(&f, BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr), 0, 0);
    allow(&f, calls, CALLS);
    /* Allow non-executable mappings, and isatty(). */
    allow_if(&f, SYS_mmap, 2, PROT_EXEC, false);
    allow_if(&f, SYS_mprotect, 2, PROT_EXEC, false);
    static const unsigned terminal[] = {TCGETS, TCSETS, TCSETSW, TCSETSF, TIOCGWINSZ, FIONREAD};
    allow_requests(&f, SYS_ioctl, terminal,
                   to == CONFINE_WRITING ? sizeof terminal / sizeof *terminal : 1);
    /* abort() sends a signal to this process only. */
    allow_if(&f, SYS_tgkill, 0, (unsigned)getpid(), true);
    if (to == CONFINE_WRITING) {
        allow(&f, writing, WRITING);
        /* The line editor sends signals to its own process group. */
        allow_if(&f, SYS_kill, 0, 0, true);
    }
    if (to == CONFINE_READING)
        allow_if(&f, SYS_openat, 2, O_ACCMODE | O_CREAT | O_TRUNC | O_APPEND, false);
    if (to != CONFINE_ALL) {
        allow(&f, opening, OPENING);
        allow_if(&f, SYS_prctl, 0, PR_SET_NO_NEW_PRIVS, true);
        allow_if(&f, SYS_prlimit64, 0, 0, true);
    }
    answer(&f, SECCOMP_RET_ERRNO | EPERM);
    struct sock_fprog program = {.len = f.count, .filter = f.steps};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        return errno;
    long refused =
        syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program);
    /* A positive number is a thread that could not be confined. */
    return refused == 0 ? 0 : refused > 0 ? ESRCH : errno;
}

#if defined HAVE_LINUX_LANDLOCK_H && defined SYS_landlock_create_ruleset
#include <linux/landlock.h>

/* The headers may be older than the kernel, so that newer rights are given as numbers. */
enum {
    READ = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR,
    WRITE = LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_MAKE_REG |
            LANDLOCK_ACCESS_FS_REMOVE_FILE,
    EVERY = (LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1, /* all rights of the first version */
    REFER = 1 << 13,
    TRUNCATE = 1 << 14,
    NET = 3, /* rights to bind and to connect */
    SCOPES = 3,
};

static int add_folder(int rules, const char *path, __u64 access)
{
    int fd = open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
    struct landlock_path_beneath_attr below = {.allowed_access = access, .parent_fd = fd};
    int error =
        fd < 0 || syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &below, 0) != 0
            ? errno
            : 0;
    if (fd >= 0)
        close(fd);
    return error;
}

int confine_folders(const char *const *folders, size_t count)
{
    long version = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
    if (version < 1)
        return version < 0 ? errno : ENOSYS;
    struct {
        __u64 files, net, scopes;
    } handled = {
        .files = EVERY | (version >= 2 ? REFER : 0u) | (version >= 3 ? TRUNCATE : 0u),
        .net = version >= 4 ? NET : 0u,
        .scopes = version >= 6 ? SCOPES : 0u,
    };
    __u64 written = READ | WRITE | (version >= 3 ? TRUNCATE : 0u);
    size_t known = 8; /* bytes of `handled` that this version knows */
    if (version >= 6)
        known = 24;
    else if (version >= 4)
        known = 16;
    int rules = (int)syscall(SYS_landlock_create_ruleset, &handled, known, 0);
    if (rules < 0)
        return errno;
    int error = add_folder(rules, "/", READ);
    for (size_t i = 0; i < count && !error; i++)
        error = add_folder(rules, folders[i], written);
    if (!error && (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
                   syscall(SYS_landlock_restrict_self, rules, 0) != 0))
        error = errno;
    close(rules);
    return error;
}
#else
int confine_folders(const char *const *folders, size_t count)
{
    (void)folders, (void)count;
    return ENOSYS;
}
#endif
#else
#include <errno.h>

int confine_folders(const char *const *folders, size_t count)
{
    (void)folders, (void)count;
#if defined HAVE_SECCOMP
    return ENOSYS;
#else
    return 0;
#endif
}

int confine(enum confinement to)
{
    (void)to;
#if defined HAVE_SECCOMP
    return ENOSYS;
#else
    return 0;
#endif
}
#endif
